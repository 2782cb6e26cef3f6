"""Commands and presses at a table: finding it, reading moves, autocomplete, actions."""
