"""A simulated Discord: the API and gateway that a bot uses, a page for people to play in, and faults on request."""
