"""Stored tables: events, deadlines, message ids, saved variants."""
