"""Where each message is posted: keeps the channel, the hands and the posts of the league up to date. The only part that sends."""
