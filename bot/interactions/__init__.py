"""The parts that commands and presses share: error boundary, services, replies, and the actions at a table and in a league."""
