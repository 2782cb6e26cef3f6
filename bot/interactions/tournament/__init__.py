"""Commands and presses of tournaments."""
