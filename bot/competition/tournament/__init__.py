"""What is requested of tournaments."""
