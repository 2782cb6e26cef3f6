"""What the game is: cards, melds, moves, turns, scores. Pure: no Discord, no SQL, no clock, no dice, no files."""
