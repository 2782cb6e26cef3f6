"""What is shown of tournaments: card, rounds, bracket, forms, news."""
