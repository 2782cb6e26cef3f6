"""Ratings, and how a match changes them."""
