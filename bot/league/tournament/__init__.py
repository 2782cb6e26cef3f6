"""What a tournament is: its events and their fold, pairings, scores, and the order of its people. Pure."""
