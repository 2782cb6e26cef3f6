"""The questions that every variant answers, the TOML form of a variant, and the answers that contradict each other."""
