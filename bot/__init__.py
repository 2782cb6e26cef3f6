"""Ramino: rummy for Discord servers."""
