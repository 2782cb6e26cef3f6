"""The stored league: results, corrections, seasons, tournaments, posts."""
