"""Totals, and the standings that follow from them."""
