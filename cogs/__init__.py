"""The slash commands, one file for each group or part of a large group. A method parses its options and calls one service."""
