"""Stored people: their names, and the data that they can request or have deleted."""
