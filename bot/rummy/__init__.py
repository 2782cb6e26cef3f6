"""The rules of rummy: cards, melds, moves, turns, scores. No Discord, no SQL, no clock, no randomness, no files."""
