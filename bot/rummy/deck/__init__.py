"""The cards of a deck, and the order in which they are dealt."""
