"""The moves of a turn, one file each, and whether a turn can end."""
