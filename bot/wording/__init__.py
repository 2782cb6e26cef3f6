"""How anything is worded: what a sentence is, whatever it is about."""
