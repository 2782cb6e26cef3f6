"""Changes to the world. Each is saved first, then sent to the bot's sessions and to the people who can see it."""
