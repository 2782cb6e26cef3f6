"""What people say: slash commands and presses. Each reads what was said, calls one service, and answers."""
