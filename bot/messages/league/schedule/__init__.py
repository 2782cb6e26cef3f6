"""What is shown of a tournament: its schedule with the buttons that open its tables, and the reminders."""
