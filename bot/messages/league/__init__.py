"""What is shown of the league: standings, histories, corrections, and the sentences of its refusals."""
