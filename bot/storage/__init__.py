"""What is stored, in SQL: events, deadlines, people, message ids, leagues, results. It implements the ports of other parts."""
