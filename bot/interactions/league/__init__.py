"""Commands and presses of the league: finding a league or person, reading options, actions, pages."""
