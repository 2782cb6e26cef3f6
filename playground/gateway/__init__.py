"""The gateway: the WebSockets on which the bot is sent events."""
