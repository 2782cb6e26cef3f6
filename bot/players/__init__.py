"""Computer players. Pure: from what a person in their seat sees, and a seed, they choose a move; for a hint, with reasons."""
