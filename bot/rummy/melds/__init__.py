"""What is a meld, which melds a hand holds, and which of them fit together."""
