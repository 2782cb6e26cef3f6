"""The stored schedules of leagues, the tables of their fixtures, and who is reminded of them."""
