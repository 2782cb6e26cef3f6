"""The posts of the league: season tables, live standings, live schedules, reminders."""
