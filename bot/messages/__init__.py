"""What the bot says: words, layouts, buttons, and their delivery."""
