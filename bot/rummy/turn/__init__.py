"""The moves of a turn, one file each, and the checks that they share."""
