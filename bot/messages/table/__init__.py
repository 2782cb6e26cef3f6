"""What is shown of a table: the lobby, the pages in the channel, the hands, the buttons, and the sentences of refusals."""
