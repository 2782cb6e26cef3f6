"""What results mean: leagues and their standings, seasons, corrections, stats, ratings. Pure: facts in, tables out."""
