"""What commands and presses of the league share."""
