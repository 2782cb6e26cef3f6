"""What is shown of rules: the rules of a game in words, examples, house rules, saved variants."""
