"""The bodies of requests: what Discord refuses in them, and what it makes of the others."""
