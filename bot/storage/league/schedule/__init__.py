"""The stored schedules of leagues, the tables of their fixtures, and who wants reminders of them."""
