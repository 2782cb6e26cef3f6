"""What is shown of the league: standings, histories, corrections, tournaments, and the sentences of its refusals."""
