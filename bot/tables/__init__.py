"""What happens at a table: who sits, who may act, one change at a time."""
