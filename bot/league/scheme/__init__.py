"""What a match is worth: points by placing, wins or cards, and how a scheme is typed."""
