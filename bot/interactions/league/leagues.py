"""What commands, cards, settings and forms of leagues do, and who organises them."""

from collections.abc import Iterator, Mapping
from typing import assert_never

from msgspec.structs import replace

from bot.competition.refusals import LeagueArchived, LeagueEdited, OptionsContradict
from bot.interactions.call import Call, LeagueServices, LeagueTableServices, Reply, server_of
from bot.interactions.league.find_named import channel_to_play, without_gone
from bot.interactions.permissions import can_open_thread, only_organisers
from bot.interactions.routes import forms, presses
from bot.interactions.settings_actions import offer_of
from bot.interactions.table import lobby_actions
from bot.interactions.table.lobby_actions import Chosen, open_table
from bot.interactions.table.variants import find_variant
from bot.league.league import League
from bot.league.scheme import ByPlacing, has_points_for
from bot.league.seasons import StoredLeague
from bot.messages.league.league_settings import league_settings
from bot.messages.league.leagues import (
    NAME,
    ON_DATE,
    SEASON,
    VALUE,
    WHY,
    CardPress,
    NewLeagueForm,
    PlayPress,
    SettingForm,
    SettingSelect,
    card_layout,
    chosen_league,
    league_layout,
    league_rules_layout,
    leagues_layout,
    new_league_form,
    organisers_text,
    setting_form,
    settings_mark,
    settings_panel,
)
from bot.messages.settings import setting_named
from bot.messages.text import clean_line
from bot.rummy.variant import Length, Variant
from bot.tables.rules.house_rules import closest_preset
from bot.tables.rules.match_length import offered_lengths, own_end, reached_length
from bot.wording.sentence import Code, Refusal, Refused, Typed


class NoMatchCounts(Refusal):
    league: Typed
    sentence = (
        "No game counts for {league}: each is too short or scores nothing. An organiser can change that with `/league edit`."
    )


class NothingToChange(Refusal):
    league: Typed
    sentence = "Nothing has changed: {league} is already set up like that."


@only_organisers
async def open_new_form(services: LeagueServices, call: Call, name: str) -> Reply:
    """Open the form of `/league create`. The name may be empty."""
    return Reply(form=new_league_form(name, services.say(call)))


@only_organisers
async def show_settings(services: LeagueServices, call: Call, name: str) -> Reply:
    """Show the settings of the league with this name, with a select to change them."""
    return await _panel(services, call, await services.leagues.find(server_of(call), name))


@presses.on(CardPress)
async def press(services: LeagueServices, call: Call, press: CardPress) -> Reply:
    """Show the rules or, to organisers, the settings."""
    stored = await services.leagues.get(server_of(call), press.league)
    match press.action:
        case "rules":
            return Reply(view=without_gone(services, call, league_rules_layout(stored, services.say(call))))
        case "more":
            return await _panel(services, call, _in_use(stored))
        case action:
            assert_never(action)


@presses.on(SettingSelect)
@only_organisers
async def open_setting(services: LeagueServices, call: Call, press: SettingSelect) -> Reply:
    """Open the form of the chosen setting."""
    stored = _in_use(await services.leagues.get(server_of(call), press.league))
    say = services.say(call)
    setting = setting_named(league_settings(say), call.value)
    return Reply(form=setting_form(stored.number, stored.league, setting, say))


@forms.on(NewLeagueForm)
@only_organisers
async def create(services: LeagueServices, call: Call, _form: NewLeagueForm) -> Reply:
    """Create a league: post its card for everyone, and show its settings to the organiser."""
    server = server_of(call)
    here = call.parent or call.channel
    zone = suggested_zone(await services.readers.locale_of(server))
    begun = League(server=server, name=clean_line(call.answer(NAME)), announcements=here, zone=zone, per_deal=True)
    answers = {field_id: call.answer(field_id) for field_id in call.answers}
    person = await services.person(call)
    stored = await services.league_editor.create(chosen_league(begun, answers), by=person.number)
    say, to_all = services.say(call), await services.readers.server(server)
    notes = [say("League created.")]
    if call.answer(SEASON) == ON_DATE:
        notes.append(say("The season has no end date yet. Set it under **More …**."))
    rules = league_rules_layout(stored, say, note=" ".join((*notes, *_warnings(services, call, stored))))
    return Reply(view=card_layout(stored, to_all), is_public=True, then=Reply(view=rules))


@forms.on(SettingForm)
@only_organisers
async def change_setting(services: LeagueServices, call: Call, form: SettingForm) -> Reply:
    """Change a setting unless somebody else has changed the league while the form was open; show all settings again.

    The note says how many matches of the running season are affected.
    """
    old, say = _in_use(await services.leagues.get(server_of(call), form.league)), services.say(call)
    if settings_mark(old.league) != form.mark:
        raise Refused(LeagueEdited(old.name))
    setting, typed = setting_named(league_settings(say), form.setting), call.answer(VALUE)
    value = setting.asked.read([typed] if typed else [], old.league, await offer_of(services, call))
    league = replace(old.league, **{setting.attribute: value})
    if league == old.league:
        raise Refused(NothingToChange(old.name))
    before, person = await _count_eligible(services, old), await services.person(call)
    why = clean_line(call.answer(WHY))
    new = await services.league_editor.edit(old.number, league, based_on=old.league, by=person.number, why=why)
    note, now = say("League updated."), await _count_eligible(services, new)
    if now and old.league.scheme != new.league.scheme:
        note += " " + say.many(
            "Points recalculated for 1 match this season.",
            "Points recalculated for {count} matches this season.",
            now,
        )
    if now != before and old.season == new.season:
        note += " " + say("Matches that count this season: {now} (before: {before}).", now=now, before=before)
    return await _panel(services, call, new, "\n".join((note, *_warnings(services, call, new))))


@only_organisers
async def _panel(services: LeagueServices, call: Call, stored: StoredLeague, note: str = "") -> Reply:
    view = without_gone(services, call, settings_panel(stored, services.say(call), note))
    return Reply(view=view, replaces_pressed=call.is_press and call.is_whispered)


async def _count_eligible(services: LeagueServices, stored: StoredLeague) -> int:
    """Return how many matches count in the running season."""
    return (await services.match_history.count_counting(stored))[0]


def _warnings(services: LeagueServices, call: Call, stored: StoredLeague) -> list[str]:
    """Return the sentence that some matches would get no points; none if all get some."""
    say, scheme = services.say(call), stored.league.scheme
    if not isinstance(scheme, ByPlacing):
        return []
    sizes = stored.league.sizes(tuple(services.variants.presets.values()))
    missing = [str(size) for size in sizes if size not in scheme.points]
    if not missing:
        return []
    return [say("No points for {sizes} players: those matches won't count.", sizes=say.any_of(missing))]


@presses.on(PlayPress)
async def play(services: LeagueTableServices, call: Call, press: PlayPress) -> Reply:
    """Open a table whose match counts in the league, in the league's channel; here, the reply is its lobby."""
    stored = _in_use(await services.leagues.get(server_of(call), press.league))
    league, server = stored.league, stored.league.server
    settings = await services.server_settings.get(server)
    usual, presets = await find_variant(services, call, None), services.variants.presets
    if (found := counting_rules(league, usual, settings.length, presets)) is None:
        raise Refused(NoMatchCounts(stored.name))
    rules, game = found
    if league.channel in (None, call.channel, call.parent):
        chosen = Chosen(rules, game, settings.thread and can_open_thread(call))
        return await lobby_actions.open_chosen(services, call, chosen, only_one_here=True)
    channel = await channel_to_play(services, call, stored)
    chosen = Chosen(rules, game, settings.thread and services.api.may_open_thread(server, channel))
    table = await open_table(services, call, chosen, channel=channel, only_one_here=True)
    say = services.say(call)
    return Reply(text=say("Table {number} is open in {channel}.", number=table.number, channel=f"<#{channel}>"))


def _in_use(stored: StoredLeague) -> StoredLeague:
    """Return the league. Raise Refused(LeagueArchived)."""
    if stored.archived_at is not None:
        raise Refused(LeagueArchived(stored.name))
    return stored


class OnlyManagersChoose(Refusal):
    sentence = "Only members with Manage Server choose the organiser role."


class NoRoleChosen(Refusal):
    """There is a reason for another role, but neither a role nor that there is none."""

    role: Code = "role:"
    nobody: Code = "nobody:True"
    sentence = "Choose the organiser role with {role}, or {nobody} for none."


async def show(services: LeagueServices, call: Call, name: str | None) -> Reply:
    """Show the league with this name, or an archived one, with all its settings; without a name, list those of the server."""
    server, say = server_of(call), services.say(call)
    if name is None:
        view = leagues_layout([stored.league for stored in await services.leagues.all(server)], say)
    else:
        view = league_layout(await services.leagues.find(server, name, include_archived=True), say)
    return Reply(view=without_gone(services, call, view))


async def choose_organisers(services: LeagueServices, call: Call, role: int | None, *, nobody: bool, why: str) -> Reply:
    """Let a role organise the leagues, or `nobody` but those with Manage Server; without either, only show the choice.

    The reason may be empty.
    """
    server = server_of(call)
    if role is not None or nobody:
        if role is not None and nobody:
            raise Refused(OptionsContradict("role", "nobody"))
        if not call.caller.is_manager:
            raise Refused(OnlyManagersChoose())
        by = await services.person(call)
        await services.league_editor.set_organiser_role(server, role, by=by.number, why=clean_line(why))
    elif why:
        raise Refused(NoRoleChosen())
    chosen = await services.organiser_role(server)
    return Reply(text=organisers_text(server, chosen, services.say(call)))


def counting_rules(
    league: League, usual: Variant, preferred: Length | None, presets: Mapping[str, Variant]
) -> tuple[Variant, Variant] | None:
    """Return the rules of a table that counts in the league, and the game that they were made from; None if no game can.

    It is the server's `usual` game if that counts, and the shortest match that counts, or the `preferred` one if it is longer.
    """
    for game in _games(league, usual, presets):
        least, most = game.players
        preset = closest_preset(game, presets)
        if not any(has_points_for(league.scheme, size) for size in range(least, most + 1)):
            continue
        for rules in _lengths(league, game, preset, preferred):
            if reached_length(rules, preset, least).reaches(league.shortest):
                return rules, game
    return None


def _games(league: League, usual: Variant, presets: Mapping[str, Variant]) -> Iterator[Variant]:
    if league.games:
        yield from sorted(league.games, key=lambda game: game.name != usual.name)
    elif league.house_rules:
        yield usual
    else:
        yield closest_preset(usual, presets)


def _lengths(league: League, game: Variant, preset: Variant, preferred: Length | None) -> Iterator[Variant]:
    """Yield the rules of the game with each length that may count, the wanted one first."""
    if league.house_rules:
        wanted = preferred or Length.SHORT
        offered = offered_lengths(game, preset, own_end(game))
        for length in (wanted, league.shortest, Length.FULL):
            if length in offered and length.reaches(league.shortest):
                yield offered[length]
    yield game


UTC = "UTC"
_ZONES = {  # only languages whose speakers nearly all live in one zone
    "bg": "Europe/Sofia",
    "cs": "Europe/Prague",
    "da": "Europe/Copenhagen",
    "de": "Europe/Berlin",
    "el": "Europe/Athens",
    "en-GB": "Europe/London",
    "es-ES": "Europe/Madrid",
    "fi": "Europe/Helsinki",
    "hi": "Asia/Kolkata",
    "hr": "Europe/Zagreb",
    "hu": "Europe/Budapest",
    "it": "Europe/Rome",
    "ja": "Asia/Tokyo",
    "ko": "Asia/Seoul",
    "lt": "Europe/Vilnius",
    "nl": "Europe/Amsterdam",
    "no": "Europe/Oslo",
    "pl": "Europe/Warsaw",
    "ro": "Europe/Bucharest",
    "sv-SE": "Europe/Stockholm",
    "th": "Asia/Bangkok",
    "tr": "Europe/Istanbul",
    "vi": "Asia/Ho_Chi_Minh",
    "zh-TW": "Asia/Taipei",
}


def suggested_zone(locale: str | None) -> str:
    """Return the time zone for Discord's name of a language; UTC if the language doesn't mean one zone."""
    return UTC if locale is None else _ZONES.get(locale, UTC)
