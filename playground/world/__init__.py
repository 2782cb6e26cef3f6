"""The world that a playground keeps: its server, people, channels and messages, in memory and in a file."""
