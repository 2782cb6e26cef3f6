"""The messages of one table: its pages in the channel, and each player's hand."""
