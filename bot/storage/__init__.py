"""What is remembered, in SQL: events, deadlines, people, message ids, results. It implements `bot.tables.ports`."""
