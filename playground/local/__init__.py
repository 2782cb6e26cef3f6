"""`/local`: what a person can see and do at their Discord."""
