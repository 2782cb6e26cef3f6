"""What the bot does on its own: deadlines, ends of seasons, posts that it keeps up to date."""
