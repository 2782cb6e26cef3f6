"""Whether the bot is well, and its figures, for the machine that watches it: `/healthz` and `/metrics`."""
