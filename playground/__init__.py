"""A Discord on this machine: the API and gateway that a bot uses, a page for people to play in, and faults on request."""
