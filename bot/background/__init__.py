"""Work that the bot does on its own: deadlines, season ends, live posts."""
