"""Stored people: names, and what is handed out or deleted when they ask."""
