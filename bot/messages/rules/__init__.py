"""What is shown of rules: the rules of a game in words, example melds, labels of house rules, saved variants."""
