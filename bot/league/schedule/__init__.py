"""Schedules of tournaments, and who meets at which table."""
