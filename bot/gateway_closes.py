"""The closes after which Discord's gateway takes no new connection until a person has changed something, and what to change."""

import discord

from bot.settings.settings import DEVELOPER_PORTAL

TOKEN_REFUSED = f"Discord does not accept DISCORD_TOKEN. Get a new one: {DEVELOPER_PORTAL}, page “Bot”, “Reset Token”."
_NEWER = "Install the newest version of this bot."
_ADVICE = {
    4004: TOKEN_REFUSED,
    4012: f"Discord's gateway no longer knows the version of its API that this bot uses (close code 4012). {_NEWER}",
    4013: f"Discord's gateway does not know the intents that this bot asks for (close code 4013). {_NEWER}",
    4014: (
        "Discord's gateway refuses the intents that this bot asks for (close code 4014). It asks for no privileged intents: "
        f"look at {DEVELOPER_PORTAL} whether the application is still allowed to connect. {_NEWER}"
    ),
}


class GatewayRefusedError(Exception):
    """Discord's gateway refuses the bot; the message says what to do. Trying again would not help."""


def gateway_refusal(error: BaseException) -> GatewayRefusedError | None:
    """Return the refusal if this end of a connection is final; None if the bot may connect again."""
    match error:
        case discord.PrivilegedIntentsRequired():
            return GatewayRefusedError(_ADVICE[4014])
        case discord.ConnectionClosed(code=code) if code in _ADVICE:
            return GatewayRefusedError(_ADVICE[code])
        case _:
            return None
