"""What is requested of the league: standings, corrections, seasons, schedules. The way in for every command of the league."""
