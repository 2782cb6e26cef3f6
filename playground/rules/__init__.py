"""The bodies of requests: what Discord refuses in them, and what it makes of the others.

Stricter than Discord: unknown keys are refused, but in embeds, which libraries send back as they got them; so is
`attachment://name` if several files of the message have that name, because Discord doesn't document which it shows.

Left to `tests/contract.py` is what Discord's API description states: types, lengths, numbers of items, allowed values, required
fields. What it leaves out is checked here: sums (4,000 letters and 40 components in a message, 6,000 letters of embeds, 8,000
in a command), what must be unique or excludes each other, components inside the wrong component, addresses and emoji.
"""
