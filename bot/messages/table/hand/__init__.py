"""The message that shows a player their hand: the cards, and the moves as buttons and selects."""
