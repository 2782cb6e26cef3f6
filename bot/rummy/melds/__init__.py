"""Melds: what is one, which of them a hand holds, and which of those fit together."""
