"""The questions that a game of rummy answers, their text form, and which answers contradict each other."""
