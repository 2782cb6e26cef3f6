"""What is shown: the words of each language, layouts and buttons. Nothing here sends a message."""
