"""What the buttons of a league's card, its settings and the form of a new league do."""

from typing import assert_never

from msgspec.structs import replace

from bot.competition.ports import StoredLeague
from bot.competition.refusals import LeagueArchived, LeagueEdited
from bot.interactions.call import Call, server_of
from bot.interactions.league.counting_rules import counting_rules
from bot.interactions.league.league_channel import channel_to_play
from bot.interactions.league.organisers import server_of_organiser
from bot.interactions.league.time_zones import suggested_zone
from bot.interactions.permissions import can_open_thread
from bot.interactions.rate_limits import Limited
from bot.interactions.reply import Reply
from bot.interactions.routes import forms, presses
from bot.interactions.services import Services
from bot.interactions.settings_actions import offer_of
from bot.interactions.table import lobby_actions
from bot.interactions.table.lobby_actions import USUAL_CLOCK, Chosen, open_table
from bot.interactions.table.variants import find_variant
from bot.league.league import League
from bot.league.scheme import ByPlacing
from bot.messages.league.card_buttons import (
    CardAction,
    CardPress,
    NewLeagueForm,
    SettingForm,
    SettingSelect,
    settings_mark,
)
from bot.messages.league.league_card import card_layout, league_rules_layout, settings_panel
from bot.messages.league.league_forms import NAME, ON_DATE, SEASON, VALUE, WHY, chosen_league, new_league_form, setting_form
from bot.messages.league.league_settings import LEAGUE_SETTINGS
from bot.messages.settings import setting_named
from bot.messages.text import clean_line
from bot.wording.sentence import Refusal, Refused, Typed


class NoMatchCounts(Refusal):
    """No game of the league can be played so that it counts: it is too short, or there are no points for its players."""

    league: Typed
    sentence = (
        "No game counts in {league} as it is set up: each is too short, or has no points for its number of players. "
        "Ask an organiser to change that with `/league edit`."
    )


class NothingToChange(Refusal):
    """The league is already as requested."""

    league: Typed
    sentence = "Nothing has changed: {league} is already set up like that."


async def open_new_form(services: Services, call: Call, name: str) -> Reply:
    """Open the form of `/league create`; only for organisers. The name may be empty."""
    await server_of_organiser(services, call)
    say = services.say(call)
    return Reply(form=new_league_form(name, say), text=say("The form couldn't be opened in time. Use the command again."))


async def show_settings(services: Services, call: Call, name: str) -> Reply:
    """Show the settings of the league with this name, with a select to change them; only for organisers."""
    server = await server_of_organiser(services, call)
    return _panel(services, call, await services.leagues.find(server, name))


@presses.on(CardPress)
async def press(services: Services, call: Call, press: CardPress) -> Reply:
    """Show the rules or, to organisers, the settings, or open a table that counts."""
    stored = await services.leagues.get(server_of(call), press.league)
    match press.action:
        case CardAction.RULES:
            return Reply(view=league_rules_layout(stored, services.say(call)))
        case CardAction.PLAY:
            return await _play(services, call, _in_use(stored))
        case CardAction.MORE:
            await server_of_organiser(services, call)
            return _panel(services, call, _in_use(stored))
        case action:
            assert_never(action)


@presses.on(SettingSelect)
async def open_setting(services: Services, call: Call, press: SettingSelect) -> Reply:
    """Open the form of the chosen setting; only for organisers."""
    server, say = await server_of_organiser(services, call), services.say(call)
    stored = _in_use(await services.leagues.get(server, press.league))
    form = setting_form(stored.number, stored.league, setting_named(LEAGUE_SETTINGS, call.value), say)
    return Reply(form=form, text=say("The form couldn't be opened in time. Choose again."))


@forms.on(NewLeagueForm)
async def create(services: Services, call: Call, _form: NewLeagueForm) -> Reply:
    """Create a league, if the person is still an organiser: post its card for everyone, and show them its settings."""
    server = await server_of_organiser(services, call)
    here = call.parent or call.channel
    zone = suggested_zone(services.api.server_locale(server))
    begun = League(server=server, name=clean_line(call.answer(NAME)), announcements=here, zone=zone)
    answers = {question: call.answer(question) for question in call.answers}
    person = await services.person(call)
    stored = await services.league_editor.create(chosen_league(begun, answers), by=person.number)
    say, to_all = services.say(call), services.say_to_server(server)
    notes = [say("League created.")]
    if call.answer(SEASON) == ON_DATE:
        notes.append(say("The date on which the season ends isn't set yet. Organisers can type it under **More …**."))
    rules = league_rules_layout(stored, say, note=" ".join((*notes, *_warnings(services, call, stored))))
    return Reply(view=card_layout(stored, to_all), is_public=True, then=Reply(view=rules))


@forms.on(SettingForm)
async def change_setting(services: Services, call: Call, form: SettingForm) -> Reply:
    """Change a setting unless somebody else has changed the league while the form was open; show all settings again.

    The person must still be an organiser. The note says how many matches of the running season are affected.
    """
    server, say = await server_of_organiser(services, call), services.say(call)
    old = _in_use(await services.leagues.get(server, form.league))
    if settings_mark(old.league) != form.mark:
        raise Refused(LeagueEdited(old.name))
    setting, typed = setting_named(LEAGUE_SETTINGS, form.setting), call.answer(VALUE)
    value = setting.asked.read([typed] if typed else [], old.league, await offer_of(services, call), say)
    league = replace(old.league, **{setting.attribute: value})
    if league == old.league:
        raise Refused(NothingToChange(old.name))
    before, person = await _count_eligible(services, old), await services.person(call)
    why = clean_line(call.answer(WHY))
    new = await services.league_editor.edit(old.number, league, based_on=old.league, by=person.number, why=why)
    note, now = say("League updated."), await _count_eligible(services, new)
    if now and old.league.scheme != new.league.scheme:
        note += " " + say.many(
            "The points of 1 match this season have been recalculated.",
            "The points of {count} matches this season have been recalculated.",
            now,
        )
    if now != before and old.season == new.season:
        note += " " + say("Matches that count this season: {now} (before: {before}).", now=now, before=before)
    return _panel(services, call, new, "\n".join((note, *_warnings(services, call, new))))


def _panel(services: Services, call: Call, stored: StoredLeague, note: str = "") -> Reply:
    view = settings_panel(stored, services.say(call), note=note)
    return Reply(view=view, replaces_pressed=call.is_press and call.is_whispered)


async def _count_eligible(services: Services, stored: StoredLeague) -> int:
    """Return how many matches count in the running season."""
    return (await services.match_history.count_counting(stored))[0]


def _warnings(services: Services, call: Call, stored: StoredLeague) -> list[str]:
    """Return the sentence that some matches would get no points; none if all get some."""
    say, scheme = services.say(call), stored.league.scheme
    if not isinstance(scheme, ByPlacing):
        return []
    sizes = stored.league.sizes(tuple(services.variants.presets.values()))
    missing = [str(size) for size in sizes if size not in scheme.points]
    if not missing:
        return []
    return [say("No points are set for matches with {sizes} players, so they won't count.", sizes=say.any_of(missing))]


async def _play(services: Services, call: Call, stored: StoredLeague) -> Reply:
    """Open a table whose match counts in the league, in the league's channel; here, the reply is its lobby."""
    league, server = stored.league, stored.league.server
    settings = await services.server_settings.get(server)
    usual, presets = await find_variant(services, call, None), services.variants.presets
    if (found := counting_rules(league, usual, settings.length, presets)) is None:
        raise Refused(NoMatchCounts(stored.name))
    rules, game = found
    if league.channel in (None, call.channel, call.parent):
        chosen = Chosen(rules, game, settings.thread and can_open_thread(call), USUAL_CLOCK)
        return await lobby_actions.open_chosen(services, call, chosen, only_one_here=True)
    channel = channel_to_play(services, call, stored)
    services.count(Limited.LOBBY, call)
    table = await open_table(
        services,
        call,
        (await services.person(call)).number,
        rules,
        base=game,
        channel=channel,
        thread=settings.thread and services.api.may_open_thread(server, channel),
        only_one_here=True,
    )
    say = services.say(call)
    return Reply(text=say("Table {number} is open in {channel}.", number=table.number, channel=f"<#{channel}>"))


def _in_use(stored: StoredLeague) -> StoredLeague:
    """Return the league. Raise Refused(LeagueArchived)."""
    if stored.archived_at is not None:
        raise Refused(LeagueArchived(stored.name))
    return stored
