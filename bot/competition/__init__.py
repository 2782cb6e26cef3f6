"""What is requested of the league: standings, corrections, seasons, tournaments. The way in for every command of the league."""
