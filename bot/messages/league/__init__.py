"""What is shown of the league: standings, histories, corrections, schedules, and the sentences of its refusals."""
