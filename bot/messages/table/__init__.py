"""What is shown of a table: lobby, turns, hands, score, and the sentences of its refusals."""
