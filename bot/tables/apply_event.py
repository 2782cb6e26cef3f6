"""A table after each of its events; an event is never refused, because it has already happened."""

from collections.abc import Iterable
from typing import TypeVar, assert_never

from msgspec.structs import replace

from bot.players.choice import Level
from bot.rummy.apply import apply
from bot.rummy.events import Awaited, CardsDealt, DealEnded, MatchBrokenOff, MatchEnded, MatchStarted, SeatLeft
from bot.rummy.events import Event as MatchEvent
from bot.rummy.match import Match
from bot.rummy.variant import differing_questions
from bot.rummy.view import public_form
from bot.tables import events, seat_events
from bot.tables.events import Event, TableOpened, TurnClock
from bot.tables.seat_events import ClockEvent, SeatEvent
from bot.tables.table import AWAY_TURN, Lobby, Phase, PlayedTurn, SeatChange, Seats, Table, Terms, Timing

_T = TypeVar("_T")


def fold(number: int, events: Iterable[Event]) -> Table:
    """Return the table that these events make, from TableOpened on."""
    table: Table | None = None
    for event in events:
        table = apply_event(number, table, event)
    assert table is not None, "a table begins with TableOpened"
    return table


def apply_event(number: int, table: Table | None, event: Event) -> Table:
    """Return the table after one more event. Never refuse: the event has already happened."""
    if isinstance(event, TableOpened):
        return _new_table(number, event)
    assert table is not None, "a table begins with TableOpened"
    version = table.version + 1
    lobby, seats = table.lobby, table.seats
    if isinstance(event, MatchEvent):
        return replace(_after_match_event(table, event), version=version)
    match event:
        case events.SatDown(person=person):
            joined = replace(lobby, agreed=(*lobby.agreed, table.terms), declined=lobby.declined - {person})
            return replace(table, lobby=joined, seats=replace(seats, people=(*seats.people, person)), version=version)
        case events.StoodUp(person=person, by=by):
            at = seats.people.index(person)
            declined = lobby.declined if lobby.reserved is not None else lobby.declined | {person}  # a reserved seat stays kept
            words = _without_word(lobby, person)
            removed = lobby.removed if by is None else lobby.removed | {person}
            agreed = _without(lobby.agreed, at)
            left = replace(lobby, agreed=agreed, declined=declined, removed=removed, given_words=words)
            return replace(table, lobby=left, seats=replace(seats, people=_without(seats.people, at)), version=version)
        case events.InvitationDeclined(person=person):
            return replace(table, lobby=replace(lobby, declined=lobby.declined | {person}), version=version)
        case events.SeatsFreed():
            return replace(table, lobby=replace(lobby, seats_freed=True), version=version, step=table.step + 1)
        case events.RulesChanged(by=person, variant=variant, preset=preset, own_end=own_end):
            count = lobby.rule_changes + 1
            questions = lobby.changed_questions | dict.fromkeys(differing_questions(variant, table.variant), count)
            changed = replace(lobby, rule_changes=count, changed_questions=questions)
            table = replace(table, preset=preset or table.preset, own_end=own_end or table.own_end)
            return _with_agreement(replace(table, variant=variant, lobby=changed, version=version), person)
        case events.RulesAgreed(person=person):
            return _with_agreement(replace(table, version=version), person)
        case events.SettingsChanged(thread=thread, shows_draws=shows_draws, hints=hints, asks_words=asks):
            lobby = replace(lobby, rule_changes=lobby.rule_changes + (hints != table.hints), asks_words=asks)
            return replace(table, thread=thread, shows_draws=shows_draws, hints=hints, lobby=lobby, version=version)
        case events.WordGiven(person=person, digest=digest):
            words = lobby.given_words
            if digest != words.get(person, ""):
                words = _without_word(lobby, person) | ({person: digest} if digest else {})
            return replace(table, lobby=replace(lobby, given_words=words), version=version)
        case events.ComputerSatDown(computer=computer, level=level):
            return _with_computers(table, seats.computers | {computer: level}, version)
        case events.ComputerStoodUp(computer=computer):
            others = {number: level for number, level in seats.computers.items() if number != computer}
            return _with_computers(table, others, version)
        case events.ClockChanged(by=person, clock=clock):
            counted = replace(lobby, rule_changes=lobby.rule_changes + 1)
            return _with_agreement(replace(table, clock=clock, lobby=counted, version=version), person)
        case events.LobbyClosed(why=why):
            return replace(table, lobby=replace(lobby, closing_reason=why), version=version)
        case events.PauseBegun(until=until):
            return replace(table, timing=replace(table.timing, next_deal_at=until), version=version)
        case events.ReadyPressed(person=person):
            return replace(table, ready_people=table.ready_people | {person}, version=version)
        case events.EndPressed(person=person):
            return replace(table, end_requests=table.end_requests | {person}, version=version)
        case _:
            return replace(after_seat_event(table, event), version=version)


def apply_events(table: Table, events: Iterable[Event]) -> Table:
    """Return the table after some more events."""
    for event in events:
        table = apply_event(table.number, table, event)
    return table


def _after_match_event(table: Table, event: MatchEvent) -> Table:
    """Return the table after the event, still with the version from before."""
    played = _with_match_after(table, event)
    match event:
        case MatchStarted() | CardsDealt() | DealEnded() | MatchEnded() | MatchBrokenOff():
            timing = replace(played.timing, next_deal_at=None)
            played = replace(played, timing=timing, ready_people=frozenset(), step=table.step + 1)
            if isinstance(event, MatchStarted):
                return _with_seats(played, event)
            keeps_requests = not isinstance(event, CardsDealt) or table.timing.end_vote_until is not None
            if isinstance(event, CardsDealt):
                played = replace(played, seats=replace(table.seats, changes=()))
            return played if keeps_requests else replace(played, end_requests=frozenset())
        case SeatLeft():
            turned = table.match is not None and played.player_to_act() != table.player_to_act()
            return replace(played, step=table.step + turned)
        case _:
            return replace(played, step=table.step + 1)


def _with_match_after(table: Table, event: MatchEvent) -> Table:
    match = apply(table.match, event)
    after = replace(table, match=match, turns=_add_to_turns(table.turns, event, match))
    if table.timing.turn_clock is None or after.current_turn == table.current_turn:
        return after
    turn_clock = replace(table.timing.turn_clock, until=None, reminders_of_turn=0)
    return replace(after, timing=replace(table.timing, turn_clock=turn_clock, paused_for=None, nudge=None, nudges=0))


def _with_seats(table: Table, event: MatchStarted) -> Table:
    """Return the table of a match that has just started: who plays in each seat, and whether the match may count."""
    players = (*table.seats.people, *table.seats.computers)
    seats = replace(table.seats, occupants=tuple(players[place] for place in event.seating))
    return replace(table, seats=seats, may_count=not table.obstacles)


def _with_computers(table: Table, computers: dict[int, Level], version: int) -> Table:
    """Return the lobby with these computers; everyone but the host must agree if the match may count now, or no longer."""
    changed = replace(table, seats=replace(table.seats, computers=computers), version=version)
    if changed.terms == table.terms:
        return changed
    counted = replace(table.lobby, rule_changes=table.lobby.rule_changes + 1)
    return _with_agreement(replace(changed, lobby=counted), table.seats.people[0])


def _with_agreement(table: Table, person: int) -> Table:
    """Return the table after the person has agreed to its current terms."""
    agreed = [*table.lobby.agreed]
    agreed[table.seats.people.index(person)] = table.terms
    return replace(table, lobby=replace(table.lobby, agreed=tuple(agreed)))


def _without_word(lobby: Lobby, person: int) -> dict[int, str]:
    return {one: digest for one, digest in lobby.given_words.items() if one != person}


def _without(row: tuple[_T, ...], at: int) -> tuple[_T, ...]:
    return row[:at] + row[at + 1 :]


def _new_table(number: int, event: TableOpened) -> Table:
    preset, clock = event.preset or event.variant, event.clock or events.NO_CLOCK
    computers = {} if event.again is None else event.again.levels
    terms = Terms(event.variant, clock, may_count=not (computers or clock.pauses))
    return Table(
        number=number,
        server=event.server,
        channel=event.channel,
        thread=event.thread,
        variant=event.variant,
        preset=preset,
        opened_at=event.at,
        lobby=Lobby((terms,), event.reserved, event.again, chain=event.chain, asks_words=event.asks_words, day=event.day),
        seats=Seats((event.host,), computers),
        version=1,
        clock=clock,
        own_end=event.own_end or (preset.match_target, preset.match_deals),
        parent=event.parent,
        hints=event.hints or (event.is_private and event.day is None),
        is_private=event.is_private,
    )


def after_seat_event(table: Table, event: SeatEvent) -> Table:
    """Return the table after the event, still with the version from before."""
    match event:
        case seat_events.SeatTakenOver(seat=seat, computer=computer, level=level):
            return _occupied(table, replace(table.seats, computers=table.seats.computers | {computer: level}), seat, computer)
        case seat_events.SeatTaken(seat=seat, person=person):
            others = tuple(one for one in table.seats.people if one != person)
            joined = replace(table, lobby=replace(table.lobby, agreed=(table.terms,) * (len(others) + 1)))
            return _occupied(joined, replace(table.seats, people=(*others, person)), seat, person)
        case seat_events.MarksFixed(marks=marks):
            return replace(table, seats=replace(table.seats, fixed_marks=marks))
        case seat_events.PersonRemoved(person=person, by=by):
            return replace(table, seats=replace(table.seats, removed=table.seats.removed | {person: by}))
        case seat_events.BrokenOffBy():
            return replace(table, broken_off=event)
        case seat_events.TableAbandoned(by_season=by_season):
            return replace(table, is_abandoned=True, closed_by_season=by_season)
        case seat_events.EndVoteOver():
            timing = replace(table.timing, end_vote_until=None)
            return replace(table, timing=timing, end_requests=frozenset())
        case seat_events.TurnPlayedFor():
            turns = table.turns
            if turns:  # nobody waits for a person who is away
                turns = (*turns[:-1], replace(turns[-1], is_played_for=True, was_away=table.plays_by_itself()))
            return replace(table, timing=_timing_after(table.timing, event), turns=turns)
        case _:
            return replace(table, timing=_timing_after(table.timing, event, table.person_to_act()))


def _timing_after(timing: Timing, event: ClockEvent, person_to_act: int | None = None) -> Timing:
    clock = timing.turn_clock
    match event:
        case seat_events.TurnBegun(at=at, until=until, idle_until=idle_until):
            is_same_time = clock is not None and until is not None and clock.until == until  # somebody has moved in the turn
            reminders = clock.reminders if clock is not None and is_same_time else 0
            of_turn = 0 if clock is None else clock.reminders_of_turn
            begun = TurnClock(at, until, idle_until, reminders, of_turn, person_to_act)
            return replace(timing, turn_clock=begun, spent=timing.spent_until(at))
        case seat_events.BankUsed(person=person, left=left):
            return replace(timing, banks=timing.banks | {person: left})
        case seat_events.PersonReminded():
            assert clock is not None
            counted = replace(clock, reminders=clock.reminders + 1, reminders_of_turn=clock.reminders_of_turn + 1)
            return replace(timing, turn_clock=counted)
        case seat_events.PersonNudged():
            return replace(timing, nudge=event, nudges=timing.nudges + 1)
        case seat_events.TurnPlayedFor(person=person):
            missed = timing.missed_turns | {person: timing.missed_turns.get(person, 0) + 1}
            timeouts = timing.timeouts | {person: timing.timeouts.get(person, 0) + 1}
            if timing.season_until is not None and timing.is_away(person):
                timing = replace(timing, spent=timing.spent | {person: timing.spent.get(person, 0) + AWAY_TURN})
            return replace(timing, missed_turns=missed, timeouts=timeouts)
        case seat_events.TablePaused(person=person):
            return replace(timing, paused_for=person)
        case seat_events.CameBack(person=person):
            return _without_missed(timing, person)
        case seat_events.ClockShifted(at=at, by=by):
            vote, season, spent = timing.end_vote_until, timing.season_until, timing.spent_until(at - by)
            timing = replace(timing, season_until=None if season is None else season + by, spent=spent)
            if clock is not None:
                until = None if clock.until is None else clock.until + by
                clock = replace(clock, since=at, until=until, idle_until=clock.idle_until + by)
            return replace(timing, turn_clock=clock, end_vote_until=None if vote is None else vote + by)
        case seat_events.SeasonOver(ended=ended, until=until):
            since_then = None if clock is None else replace(clock, since=max(clock.since, ended))
            return replace(timing, turn_clock=since_then, season_until=until)
        case seat_events.EndVoteBegun(until=until):
            return replace(timing, end_vote_until=until)
        case _:
            assert_never(event)


def _without_missed(timing: Timing, person: int) -> Timing:
    missed = {one: count for one, count in timing.missed_turns.items() if one != person}
    return replace(timing, missed_turns=missed, paused_for=None if timing.paused_for == person else timing.paused_for)


def _occupied(table: Table, seats: Seats, seat: int, player: int) -> Table:
    """Return the table with another player in one of these seats. What the one before has asked for is forgotten."""
    before = seats.occupants[seat]
    is_turn = table.match is not None and table.match.seat_to_act() == seat
    finished, current = (table.turns[:-1], table.turns[-1:]) if table.phase == Phase.DEAL else (table.turns, ())
    turn = current[-1].number if current else None
    change = SeatChange(seat, before, player, turn, before, seats.removed.get(before))
    timing = _without_missed(table.timing, before)
    if is_turn and timing.turn_clock is not None:
        timing = replace(timing, turn_clock=replace(timing.turn_clock, until=None))
    return replace(
        table,
        seats=replace(
            seats,
            occupants=(*seats.occupants[:seat], player, *seats.occupants[seat + 1 :]),
            left=seats.left | {before: seat},
            changes=_with_change(seats.changes, change),
        ),
        timing=timing,
        turns=(*_mark_played_by(finished, seat, before), *current),
        ready_people=table.ready_people - {before},
        end_requests=table.end_requests - {before},
        step=table.step + is_turn,
    )


def _add_to_turns(turns: tuple[PlayedTurn, ...], event: MatchEvent, match: Match) -> tuple[PlayedTurn, ...]:
    """Return the turns after one more event; `match` is the match after it. A new deal begins with its first turn only."""
    deal, seat = match.deal, match.seat_to_act()
    if isinstance(event, CardsDealt):
        assert deal is not None
        assert seat is not None
        return (PlayedTurn(deal.turn.number, seat),)
    if not turns or deal is None:
        return turns
    *before, last = turns
    if isinstance(event, DealEnded | MatchEnded | MatchBrokenOff):
        return turns if last.events else tuple(before)
    if match.awaits == Awaited.DEAL:  # somebody leaves between two deals
        return turns
    grown = (*before, replace(last, events=(*last.events, public_form(event))))
    if seat is None or deal.turn.number == last.number:
        return grown
    return (*grown, PlayedTurn(deal.turn.number, seat))


def _mark_played_by(turns: tuple[PlayedTurn, ...], seat: int, player: int) -> tuple[PlayedTurn, ...]:
    """Return finished turns after another player has got the seat: these were played by the one before."""
    return tuple(replace(turn, player=player) if turn.seat == seat and turn.player is None else turn for turn in turns)


def _with_change(changes: tuple[SeatChange, ...], change: SeatChange) -> tuple[SeatChange, ...]:
    """Return the changes with one more, which is joined to one of the same seat in the same pause."""
    same = next((one for one in changes if change.turn is None is one.turn and one.seat == change.seat), None)
    if same is None:
        return (*changes, change)
    others = (one for one in changes if one is not same)
    return (*others, replace(change, before=same.before))
