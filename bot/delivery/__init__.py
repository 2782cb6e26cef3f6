"""Where each message is posted: the channel, the hands and the posts of the league. The only part that sends messages."""
