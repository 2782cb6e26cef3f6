"""The bot's requests: their rate limits, the faults that they meet, and their log."""
