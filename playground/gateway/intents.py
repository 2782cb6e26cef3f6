"""Intents: the groups of events that a session asks for."""

GUILDS, GUILD_MEMBERS, GUILD_PRESENCES, GUILD_MESSAGES = 1 << 0, 1 << 1, 1 << 8, 1 << 9
DIRECT_MESSAGES, MESSAGE_CONTENT = 1 << 12, 1 << 15
PRIVILEGED = GUILD_MEMBERS | GUILD_PRESENCES | MESSAGE_CONTENT


def needed_intent(event: str, *, in_guild: bool) -> int:
    """Return the intent without which this event is not sent; 0 if it is always sent."""
    if event.startswith("MESSAGE_"):
        return GUILD_MESSAGES if in_guild else DIRECT_MESSAGES
    if event.startswith("GUILD_MEMBER_"):
        return GUILD_MEMBERS
    if event.startswith(("GUILD_", "CHANNEL_", "THREAD_")):
        return GUILDS
    return 0
