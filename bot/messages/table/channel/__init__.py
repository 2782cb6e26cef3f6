"""The messages of a match in the channel: the pages of its story, and the text in them."""
