"""What results mean: leagues and their standings, seasons, corrections, stats and ratings. Pure: computed from facts alone."""
