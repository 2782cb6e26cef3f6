"""What is done and offered at a table, by command or by press."""
