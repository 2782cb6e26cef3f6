"""The bot, other users, the application, and the address of the gateway."""

from playground.objects.user_objects import application_object, bot_user_object, find_user_object
from playground.refusals import Refusal, Refused
from playground.rest.call import Answer, Call


def own(call: Call) -> Answer:
    own = {"mfa_enabled": True, "locale": "en-US", "email": None, "verified": True}
    return Answer(bot_user_object(call.world) | own)


def show(call: Call) -> Answer:
    user = find_user_object(call.world, call.params["user_id"])
    if user is None:
        raise Refused(Refusal.UNKNOWN_USER)
    return Answer(user)


def application(call: Call) -> Answer:
    return Answer(application_object(call.world))


def gateway(call: Call) -> Answer:
    return Answer({"url": call.simulation.gateway.url_of(call.params.get("process", ""))})


def gateway_for_bot(call: Call) -> Answer:
    starts = call.simulation.gateway.session_start_limit()
    return Answer({**gateway(call).body, "shards": 1, "session_start_limit": starts})
