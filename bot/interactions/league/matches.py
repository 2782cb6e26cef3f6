"""Finished matches: their pages and cards, corrections and protests, and the log of organisers."""

from collections.abc import Mapping, Sequence

from discord import Member, User

from bot.competition.corrections import Protest, effects_of, protests_in
from bot.competition.eligibility import eligibility_in_leagues
from bot.competition.match_history import MatchRecord
from bot.competition.refusals import OptionsContradict, PersonUnknown
from bot.interactions.call import Call, LeagueServices, Reply, server_of
from bot.interactions.league.find_named import PUT_BACK, find_match_person, find_person, without_gone
from bot.interactions.permissions import is_organiser, may_see_place, only_organisers
from bot.interactions.routes import forms, presses
from bot.league.corrections import Change, PutBack, Remove, SwapBack, SwapPeople
from bot.league.match_facts import MatchResult
from bot.messages.components import are_numbers
from bot.messages.league.matches import MATCHES_ON_A_PAGE, correction_answer, finished_match_layout, history_layout
from bot.messages.league.organiser_log import (
    CHANGE,
    LINES_ON_A_PAGE,
    TEXT,
    CorrectPress,
    ProtestPress,
    announcement_layout,
    correction_form,
    organiser_log_layout,
    possible_corrections,
    protest_form,
)
from bot.messages.league.pages import HistoryPress, LogPress, MatchSelect
from bot.messages.names import names_of
from bot.messages.text import clean_line
from bot.messages.tournament.card import corrected_tournament_text
from bot.wording.sentence import Option, Refusal, Refused


async def history(services: LeagueServices, call: Call, user: Member | User | None) -> Reply:
    """Return the newest matches of a user; for None, of the person who asks."""
    server_of(call)  # refuses direct messages
    person = await find_person(services, call, user)
    return await _history_page(services, call, HistoryPress(person.number))


@presses.on(HistoryPress)
async def _history_page(services: LeagueServices, call: Call, press: HistoryPress) -> Reply:
    """Return a page of the matches of a person, or of all matches of the server."""
    server = server_of(call)
    page = await services.match_history.page(server, press.person or None, press.page, size=MATCHES_ON_A_PAGE)
    if not page.total and press.person not in (0, (await services.person(call)).number):
        raise Refused(PersonUnknown())  # a history must not reveal people of other servers
    view = history_layout(page, services.people_in(call), press, services.say(call))
    return Reply(view=view, replaces_pressed=call.is_whispered)


class NoMatchFinished(Refusal):
    sentence = "No finished matches yet. Casual ones don't appear here. Open a table with `/play`."


@presses.on(MatchSelect)
async def _chosen_match(services: LeagueServices, call: Call, _press: MatchSelect) -> Reply:
    """Show the chosen match of a history."""
    if not are_numbers(call.value):
        raise call.not_understood()
    return await match(services, call, int(call.value))


async def match(services: LeagueServices, call: Call, number: int | None) -> Reply:
    """Return a finished match, or for None the last one of the person who asks; its cards only if they may see them.

    Raise Refused.
    """
    if number is None:
        last = await services.match_history.page(server_of(call), (await services.person(call)).number, 0, size=1)
        if not last.lines:
            raise Refused(NoMatchFinished())
        number = last.lines[0].match
    found = await services.match_history.match(server_of(call), number)
    protests = protests_in(await services.ledgers.lines_about(server_of(call), number))
    has_cards = await may_see_cards(services, call, found.original)
    reader = await services.person(call)
    view = finished_match_layout(
        found.match,
        services.people_in(call),
        eligibility_in_leagues(found.match, found.verdicts),
        services.say(call),
        has_cards=has_cards,
        played=found.original,
        made=found.corrections,
        protests=protests,
        presses=await possible_presses(services, call, found, protests),
        pictures=services.pictures.of_person(reader)["pictures"],
    )
    return Reply(view=view)


async def log(services: LeagueServices, call: Call, league: str | None) -> Reply:
    """Return what organisers did last in the whole server, or in the league with this name."""
    server, leagues = server_of(call), services.leagues
    stored = None if league is None else await leagues.find(server, league, include_archived=True)
    return await _log_page(services, call, LogPress(0 if stored is None else stored.number))


@presses.on(LogPress)
async def _log_page(services: LeagueServices, call: Call, press: LogPress) -> Reply:
    """Return a page of the log of the whole server, or of a league."""
    server = server_of(call)
    if press.league:
        await services.leagues.get(server, press.league)
    skipped, private = press.page * LINES_ON_A_PAGE, await is_organiser(services, call, server)
    page = await services.ledgers.log_page(server, press.league or None, skipped, LINES_ON_A_PAGE, private=private)
    view = organiser_log_layout(page, services.people_in(call), press, services.say(call))
    return Reply(view=without_gone(services, call, view), replaces_pressed=call.is_whispered)


async def may_see_cards(services: LeagueServices, call: Call, played: MatchResult) -> bool:
    """Return True if the person may see the cards: they had a seat, or may see the place of the table.

    Nobody may while other tables of a tournament's round play the same deals. `played` is the match without corrections. Its
    result is for everyone in the server, as the standings follow from it.
    """
    if await services.tournaments.hides_cards(played.server, (played.number,)):
        return False
    if had_seat(played, (await services.person(call)).number):
        return True
    place = (await services.ledgers.places((played.number,))).get(played.number, 0)
    return await may_see_place(services, call, played.server, {place}, place)


def had_seat(played: MatchResult, person: int) -> bool:
    return any(seat.person == person and not seat.computer for seat in played.seats)


class SecondNotNamed(Refusal):
    other: Option = "other"
    sentence = "Name the second player with {other}."


@only_organisers
async def correct_match(services: LeagueServices, call: Call, match: int, change: Change, why: str) -> Reply:
    """Correct a match; the reply is the line in the log, and what has changed by it. Its tournament shows it. Raise Refused."""
    server, by = server_of(call), await services.person(call)
    await services.season_ends.end_due_seasons()
    before = await services.match_history.match(server, match)
    correction, running = await services.corrections.correct(server, match, change, by=by.number, why=why)
    services.courier.show_again(match)  # while the table is still this process's
    effects = effects_of(running, before, await services.match_history.match(server, match))
    lines = [correction_answer(correction, effects, services.people_in(call), services.say(call))]
    for tournament in await services.tournaments.with_match(server, match):
        await services.tournament_posts.show(tournament, all_rounds=True)
        await services.tournament_posts.tell(tournament, tournament, correction.why, before.match)
        lines.append(f"-# {corrected_tournament_text(tournament, match, services.say(call))}")
    return Reply(text="\n".join(lines))


_OF_TWO: Mapping[str, type[SwapPeople | SwapBack]] = {"swap": SwapPeople, "swap back": SwapBack}
_OF_ONE: Mapping[str, type[Remove | PutBack]] = {"remove": Remove, PUT_BACK: PutBack}
"""The changes of people by the names that a command has for them."""


@only_organisers
async def correct_people(
    services: LeagueServices, call: Call, match: int, change: str, why: str, player: str, other: str | None
) -> Reply:
    """Swap, swap back, remove or put back people of a match; only the swaps take a second person. Raise Refused."""
    one = await find_match_person(services, call, match, player)
    if other is None and change in _OF_TWO:
        raise Refused(SecondNotNamed())
    if other is not None and change in _OF_ONE:
        raise Refused(OptionsContradict(f"change:{change}", "other"))
    if other is None:
        return await correct_match(services, call, match, _OF_ONE[change](one), why)
    made = _OF_TWO[change](one, await find_match_person(services, call, match, other))
    return await correct_match(services, call, match, made, why)


async def possible_presses(
    services: LeagueServices, call: Call, record: MatchRecord, protests: Sequence[Protest]
) -> list[ProtestPress | CorrectPress]:
    """Return the buttons for the reader of a match: a player's first protest, an organiser's answers, and corrections."""
    match, person = record.original.number, (await services.person(call)).number
    can_protest = person in record.players and all(one.line.by != person for one in protests)
    found: list[ProtestPress | CorrectPress] = [ProtestPress(match)] if can_protest else []
    if await is_organiser(services, call, record.original.server):
        found += [*(ProtestPress(match, one.line.by) for one in protests if one.answer is None), CorrectPress(match)]
    return found


@presses.on(CorrectPress)
@only_organisers
async def open_correction(services: LeagueServices, call: Call, press: CorrectPress) -> Reply:
    """Open the form in which a match is corrected."""
    say, found = services.say(call), (await services.match_history.match(server_of(call), press.match)).match
    names = names_of(services.people_in(call), {seat.person for seat in found.seats if not seat.computer}, say)
    return Reply(form=correction_form(found, names, say))


@forms.on(CorrectPress)
@only_organisers
async def send_correction(services: LeagueServices, call: Call, press: CorrectPress) -> Reply:
    """Correct a match as it was chosen in the form."""
    found = await services.match_history.match(server_of(call), press.match)
    change = possible_corrections(found.match).get(call.answer(CHANGE))
    if change is None:
        raise call.not_understood()
    return await correct_match(services, call, press.match, change, clean_line(call.answer(TEXT)))


@presses.on(ProtestPress)
async def open_form(services: LeagueServices, call: Call, press: ProtestPress) -> Reply:
    """Open the form of a protest or of an answer, if the person may send it. Raise Refused."""
    if press.person is not None:
        return await _open_answer(services, call, press.match, press.person)
    await services.protests.check(server_of(call), press.match, by=(await services.person(call)).number)
    return Reply(form=protest_form(press, "", services.say(call)))


@only_organisers
async def _open_answer(services: LeagueServices, call: Call, match: int, person: int) -> Reply:
    why = await services.protests.find_open(server_of(call), match, person)
    return Reply(form=protest_form(ProtestPress(match, person), why, services.say(call)))


@forms.on(ProtestPress)
async def send_form(services: LeagueServices, call: Call, press: ProtestPress) -> Reply:
    """Protest against a match, or answer a protest as an organiser. Raise Refused."""
    if press.person is not None:
        return await _answer(services, call, press.match, press.person)
    say, by = services.say(call), (await services.person(call)).number
    await services.protests.protest(server_of(call), press.match, clean_line(call.answer(TEXT)), by=by)
    shown, log = f"`/match match:{press.match}`", "`/league log`"
    text = say("Organisers will see your protest in {log}. Look for their answer in {match}.", log=log, match=shown)
    return await _with_match(services, call, press.match, text)


@only_organisers
async def _answer(services: LeagueServices, call: Call, number: int, person: int) -> Reply:
    by, say, server = (await services.person(call)).number, services.say(call), server_of(call)
    await services.protests.answer(server, number, clean_line(call.answer(TEXT)), by=by, person=person)
    text = say("Everyone can read your answer in {log} and {match}.", log="`/league log`", match=f"`/match match:{number}`")
    if not call.is_of_message or call.is_whispered:
        return await _with_match(services, call, number, text)
    protests = protests_in(await services.ledgers.lines_about(server, number))
    announced = [one.line for one in protests if one.line.by == person]
    view = announcement_layout(announced, services.people_in(call), await services.readers.server(server), is_answered=True)
    return Reply(view=view, text=text, replaces_pressed=True)


async def _with_match(services: LeagueServices, call: Call, number: int, text: str) -> Reply:
    """Return the reply; the message of `/match` whose button opened the form is shown again without that button."""
    view = (await match(services, call, number)).view if call.is_whispered else None
    return Reply(view=view, text=text, replaces_pressed=call.is_whispered)
