"""What `/settings` and `/privacy` do: show and change what a person or server has chosen; export or delete a person's data."""

import asyncio
from collections.abc import Sequence

from discord.ui import LayoutView
from msgspec.structs import replace

from bot.interactions.call import Call, CommonServices, PersonalServices, Reply, server_of
from bot.interactions.rate_limits import Limited
from bot.interactions.routes import presses
from bot.messages.attachments import Files, attachment_limit, data_files
from bot.messages.components import layout
from bot.messages.settings import NO_OFFER, Offer, setting_named
from bot.messages.settings_panel import (
    LanguagePress,
    SettingsPress,
    own_settings_layout,
    personal_settings,
    server_settings,
    server_settings_layout,
)
from bot.messages.words import Words
from bot.wording.sentence import Refusal, Refused


class OnlyManagersSet(Refusal):
    sentence = "You need the Manage Server permission to change the settings of this server."


@presses.on(SettingsPress)
async def press(services: CommonServices, call: Call, press: SettingsPress) -> Reply:
    """Show a page of the settings; if something was chosen there, store it before."""
    if press.page == "server":
        return await _press_server(services, call, press.setting)
    if press.setting is not None:
        setting, person = setting_named(personal_settings(services.say(call)), press.setting), await services.person(call)
        value = setting.asked.read(call.values, person, NO_OFFER)
        await services.people.change_settings(person.number, **{setting.attribute: value})
    return await show(services, call)


async def show(services: CommonServices, call: Call) -> Reply:
    """Show the person's own settings."""
    person, say = await services.person(call), services.say(call)
    may_set_server = call.server is not None and call.caller.is_manager
    return _page(call, own_settings_layout(person, say, may_set_server=may_set_server))


async def _press_server(services: CommonServices, call: Call, chosen: str | None) -> Reply:
    server = server_of(call)
    if not call.caller.is_manager:
        raise Refused(OnlyManagersSet())
    say, offer, store = services.say(call), await offer_of(services, call), services.server_settings
    if chosen is not None:
        setting = setting_named(server_settings(offer.games.values(), say), chosen)
        value = setting.asked.read(call.values, await store.get(server), offer)
        await store.change(server, lambda settings: replace(settings, **{setting.attribute: value}))
    return _page(call, server_settings_layout(await store.get(server), offer, say))


@presses.on(LanguagePress)
async def use_language(services: CommonServices, call: Call, press: LanguagePress) -> Reply:
    """Let the server read this language. Raise Refused."""
    server = server_of(call)
    if not call.caller.is_manager:
        raise Refused(OnlyManagersSet())
    if press.locale not in services.say(call).languages:
        raise call.not_understood()
    await services.server_settings.change(server, lambda settings: replace(settings, language=press.locale))
    say = await services.readers.server(server)
    text = say("Ramino speaks {language} here, from the next message on.", language=say.languages[say.locale])
    return Reply(view=layout(text), replaces_pressed=call.is_whispered)


async def offer_of(services: CommonServices, call: Call) -> Offer:
    """Return what a setting can name in the server of the call."""
    guild = None if call.server is None else services.api.find_server(call.server)
    return Offer(
        await services.variants.all_variants(call.server),
        has_channel=lambda channel: guild is not None and guild.get_channel(channel) is not None,
        has_role=lambda role: guild is not None and guild.get_role(role) is not None,
        may_post=lambda channel: services.api.may_post(call.server or 0, channel),
    )


def _page(call: Call, view: LayoutView) -> Reply:
    return Reply(view=view, replaces_pressed=call.is_press and call.is_whispered)


def _file_part_reply(parts: Sequence[Files], number: int, text: str, say: Words) -> Reply:
    """Return the part with this number (from 1), or the last one; if there are several, the reply says so."""
    part = min(number, len(parts))
    if len(parts) > 1:
        note = say(
            "The files are too large for one message. This is part {part} of {parts}. Add `part:` for another one.",
            part=part,
            parts=len(parts),
        )
        text = f"{text}\n{note}"
    return Reply(text=text, files=parts[part - 1])


async def export_personal_data(services: PersonalServices, call: Call, part: int) -> Reply:
    """Return one part of the files with everything that is stored of the person."""
    say, person = services.say(call), services.people.find(call.caller.id)
    if person is None:
        return Reply(text=say("Nothing is stored about you."))
    services.count(Limited.EXPORT, call)
    stored = await services.personal_data.read(person.number)
    parts = await asyncio.to_thread(data_files, stored, limit=attachment_limit(call.most_bytes))
    lines = [say("This is everything that's stored about you.")]
    if stored["daily"]:
        lines.append(say("Others can watch your deal of a day (`/daily`) if it's the best in their server."))
    return _file_part_reply(parts, part, " ".join(lines), say)


async def delete_personal_data(services: PersonalServices, call: Call, *, sure: bool) -> Reply:
    """Delete the person's data, if they are `sure`. Raise Refused(StillSeated) while they are at a table."""
    say, person = services.say(call), services.people.find(call.caller.id)
    if person is None:
        return Reply(text=say("Nothing is stored about you."))
    if not sure:
        refused = say("Nothing has been deleted. Deleting can't be undone, so confirm it with `sure:True`.")
        return Reply(text=f"{refused} {_what_is_kept(say)}")
    await services.personal_data.delete(person.number)
    deleted = say("Your data has been deleted. Your results stay, under “a former player”.")
    return Reply(text=f"{deleted} {_what_is_kept(say)}")


def _what_is_kept(say: Words) -> str:
    return say(
        "For 48 hours, Ramino keeps a code made from your Discord ID, for daily limits. Each season with your results"
        " has one, too, until it's final, for at most 100 days. Meanwhile, new matches of yours don't count in that league"
        " or for ratings."
    )
