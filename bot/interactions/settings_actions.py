"""What `/settings` and its selects do: show and change the settings of a person, or of a server."""

from discord.ui import LayoutView
from msgspec.structs import replace

from bot.interactions.call import Call, server_of
from bot.interactions.reply import Reply
from bot.interactions.routes import presses
from bot.interactions.services import Services
from bot.messages.settings import NO_OFFER, Offer, setting_named
from bot.messages.settings_panel import (
    PERSONAL_SETTINGS,
    SERVER_SETTINGS,
    SettingsPress,
    own_settings_layout,
    server_settings_layout,
)
from bot.wording.sentence import Refusal, Refused


class OnlyManagersSet(Refusal):
    """Only a member with Manage Server changes the settings of the server."""

    sentence = "You need the Manage Server permission to change the settings of this server."


@presses.on(SettingsPress)
async def press(services: Services, call: Call, press: SettingsPress) -> Reply:
    """Show a page of the settings; if something was chosen there, store it before."""
    if press.page == "server":
        return await _press_server(services, call, press.setting)
    if press.setting is not None:
        setting, person = setting_named(PERSONAL_SETTINGS, press.setting), await services.person(call)
        value = setting.asked.read(call.values, person, NO_OFFER, services.say(call))
        await services.people.change_settings(person.number, **{setting.attribute: value})
    return await show(services, call)


async def show(services: Services, call: Call) -> Reply:
    """Show the person's own settings."""
    person, say = await services.person(call), services.say(call)
    may_set_server = call.server is not None and call.caller.is_manager
    return _page(call, own_settings_layout(person, say, may_set_server=may_set_server))


async def _press_server(services: Services, call: Call, chosen: str | None) -> Reply:
    server = server_of(call)
    if not call.caller.is_manager:
        raise Refused(OnlyManagersSet())
    say, offer, store = services.say(call), await offer_of(services, call), services.server_settings
    if chosen is not None:
        setting = setting_named(SERVER_SETTINGS, chosen)
        value = setting.asked.read(call.values, await store.get(server), offer, say)
        await store.change(server, lambda settings: replace(settings, **{setting.attribute: value}))
    return _page(call, server_settings_layout(await store.get(server), offer, say))


async def offer_of(services: Services, call: Call) -> Offer:
    """Return what a setting can name in the server of the call."""
    guild = None if call.server is None else services.api.find_server(call.server)
    return Offer(
        await services.variants.all_variants(call.server),
        has_channel=lambda channel: guild is not None and guild.get_channel(channel) is not None,
        has_role=lambda role: guild is not None and guild.get_role(role) is not None,
    )


def _page(call: Call, view: LayoutView) -> Reply:
    return Reply(view=view, replaces_pressed=call.is_press and call.is_whispered)
