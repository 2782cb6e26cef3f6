"""The steps of a turn that games share: which moves are offered, and what each causes or why it is refused."""
