"""The only folder with discord.py's client and interactions: what is received becomes a `Call`, and a `Reply` the answer."""
