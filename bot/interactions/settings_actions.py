"""What `/settings` and its selects do: show and change the settings of a person, or of a server."""

from collections.abc import Callable

from discord.ui import LayoutView
from msgspec.structs import replace

from bot.interactions.call import Call, server_of
from bot.interactions.reply import Reply
from bot.interactions.routes import presses
from bot.interactions.services import Services
from bot.messages.settings_buttons import OF_SERVER, Setting, SettingsPress
from bot.messages.settings_panel import NO_CHOICE, own_settings_layout, server_settings_layout
from bot.rummy.variant.length import Length
from bot.tables.ports import CardOrder, HandsBy, Pictures, Reminders, ServerSettings, SuitColours
from bot.wording.sentence import Refusal, Refused

Change = Callable[[ServerSettings], ServerSettings]


class OnlyManagersSet(Refusal):
    """Only a member with Manage Server changes the settings of the server."""

    sentence = "You need the Manage Server permission to change the settings of this server."


@presses.on(SettingsPress)
async def press(services: Services, call: Call, press: SettingsPress) -> Reply:
    """Show a page of the settings; if something was chosen there, store it before."""
    if press.setting is not None and (press.setting in OF_SERVER) != (press.page == "server"):
        raise call.not_understood()
    if press.page == "server":
        return await _press_server(services, call, press)
    if press.setting is not None:
        await _change_own(services, call, press)
    return await show(services, call)


async def show(services: Services, call: Call) -> Reply:
    """Show the person's own settings."""
    person, say = await services.person(call), services.say(call)
    may_set_server = call.server is not None and call.caller.is_manager
    return _page(call, own_settings_layout(person, say, may_set_server=may_set_server))


async def _change_own(services: Services, call: Call, press: SettingsPress) -> None:
    person, value = await services.person(call), "".join(call.values[:1])
    match press.setting:
        case Setting.HANDS if value in set(HandsBy):
            await services.people.change_settings(person.number, hands=HandsBy(value))
        case Setting.CARD_ORDER if value in set(CardOrder):
            await services.people.change_settings(person.number, card_order=CardOrder(value))
        case Setting.REMINDERS if value in set(Reminders):
            await services.people.change_settings(person.number, reminders=Reminders(value))
        case Setting.PICTURES if value in set(Pictures):
            await services.people.change_settings(person.number, pictures=Pictures(value))
        case Setting.COLOURS if value in set(SuitColours):
            await services.people.change_settings(person.number, suit_colours=SuitColours(value))
        case _:
            raise call.not_understood()


async def _press_server(services: Services, call: Call, press: SettingsPress) -> Reply:
    server = server_of(call)
    if not call.caller.is_manager:
        raise Refused(OnlyManagersSet())
    if press.setting is not None:
        await services.server_settings.change(server, await _read_change(services, call, press))
    settings, say = await services.server_settings.get(server), services.say(call)
    games = (await services.variants.all_variants(server)).values()
    member = call.caller.member
    there = [one for one in settings.channels if member is not None and member.guild.get_channel(one) is not None]
    return _page(call, server_settings_layout(settings, there, games, say))


async def _read_change(services: Services, call: Call, press: SettingsPress) -> Change:
    """Return the change that was chosen. Raise Refused for values that the select doesn't offer."""
    values, guild = call.values, None if call.caller.member is None else call.caller.member.guild
    numbers = [int(value) if value.isascii() and value.isdigit() else 0 for value in values]
    only = values[0] if len(values) == 1 else ""
    match press.setting:
        case Setting.CHANNELS if guild is not None and all(guild.get_channel(one) is not None for one in numbers):
            return lambda settings: replace(settings, channels=tuple(numbers))
        case Setting.ROLE if guild is not None and all(guild.get_role(one) is not None for one in numbers):
            return lambda settings: replace(settings, role=numbers[0] if numbers else None)
        case Setting.GAME if only == NO_CHOICE:
            return lambda settings: replace(settings, variant=None)
        case Setting.GAME if only:
            game = await services.variants.find(call.server, only)
            return lambda settings: replace(settings, variant=game.name)
        case Setting.LENGTH if only in (NO_CHOICE, *Length):
            return lambda settings: replace(settings, length=None if only == NO_CHOICE else Length(only))
        case Setting.THREAD if only in ("yes", "no"):
            return lambda settings: replace(settings, thread=only == "yes")
        case Setting.TABLE_PICTURES if only in set(Pictures):
            return lambda settings: replace(settings, pictures=Pictures(only))
        case Setting.TABLE_COLOURS if only in set(SuitColours):
            return lambda settings: replace(settings, suit_colours=SuitColours(only))
        case _:
            raise call.not_understood()


def _page(call: Call, view: LayoutView) -> Reply:
    return Reply(view=view, replaces_pressed=call.is_press and call.is_whispered)
