"""The stored league: results, corrections, seasons, posts."""
