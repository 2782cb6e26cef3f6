"""Interactions: the actions of people as the bot gets them, and its answers to them."""
