"""What happens at a table: who is seated, who may act, one change at a time."""
