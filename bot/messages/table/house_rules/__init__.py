"""What the host sees and types to change house rules: the list of topics, their forms, and the words of `/table rule`."""
