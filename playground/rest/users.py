"""Who the bot is, and who others are."""

from playground import shapes
from playground.errors import Refusal, Refused
from playground.rest.call import Answer, Call


def me(call: Call) -> Answer:
    own = {"mfa_enabled": True, "locale": "en-US", "email": None, "verified": True}
    return Answer(shapes.bot_user(call.world) | own)


def show(call: Call) -> Answer:
    user = shapes.someone(call.world, call.params["user_id"])
    if user is None:
        raise Refused(Refusal.UNKNOWN_USER)
    return Answer(user)


def application(call: Call) -> Answer:
    return Answer(shapes.application(call.world))


def gateway(call: Call) -> Answer:
    return Answer({"url": call.here.gateway.url})


def gateway_for_bot(call: Call) -> Answer:
    starts = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
    return Answer({"url": call.here.gateway.url, "shards": 1, "session_start_limit": starts})
