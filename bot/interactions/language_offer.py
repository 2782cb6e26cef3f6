"""The offer to a server that reads English to read a manager's language."""

from msgspec.structs import replace

from bot.interactions.call import Call, CallKind, CommonServices, Reply
from bot.messages.settings_panel import language_offer_layout


async def offered_language(services: CommonServices, call: Call) -> Reply | None:
    """Return the offer of the caller's language to their server; None if there is nothing to offer, or it has been offered.

    Only *Community* servers can choose a language in Discord. All others count as English, whatever is spoken there.
    """
    if call.server is None or not call.caller.is_manager or call.kind != CallKind.COMMAND:
        return None
    settings, say = await services.server_settings.get(call.server), services.say(call)
    if settings.language or settings.is_language_offered or say.is_english:
        return None
    if not (await services.readers.server(call.server)).is_english:
        return None
    await services.server_settings.change(call.server, lambda settings: replace(settings, is_language_offered=True))
    return Reply(view=language_offer_layout(say))
