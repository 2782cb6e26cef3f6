"""`/control`: what can go wrong, on request of a test."""
