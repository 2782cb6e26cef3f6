"""Commands and presses of the league: finding a league or person; leagues, matches, standings, confirmations."""
