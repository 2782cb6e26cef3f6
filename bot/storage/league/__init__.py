"""The stored league: results, corrections, seasons, totals, schedules."""
