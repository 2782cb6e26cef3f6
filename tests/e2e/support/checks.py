"""Checks of everything that the bot posted for table 1, whatever was played and whatever went wrong.

They read the stored events in their own, simple way, and share no code with the bot's delivery: who has held which card
since when, and which cards and seeds everyone has seen.
"""

import hashlib
import json
import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from bot.rummy.cards import face, physical_card
from bot.rummy.events import (
    CardDiscarded,
    CardDrawn,
    CardsDealt,
    CardsLaidOff,
    DealEnded,
    DiscardTaken,
    JokerSwapped,
    Knocked,
    MatchBrokenOff,
    MatchEnded,
    MatchStarted,
    MeldLaid,
)
from bot.rummy.match import is_decided
from bot.rummy.view import view_for
from bot.tables.apply_event import apply_event
from bot.tables.deals import seed_from
from bot.tables.events import Event
from bot.tables.seat_events import ClockShifted, PersonReminded, TurnPlayedFor
from bot.tables.table import Table
from bot.tables.time_requests import next_deadline
from tests.e2e.support.cards import shown_in, written_in
from tests.e2e.support.club import Club, Seen, Witness
from tests.e2e.support.hand_controls import unmarked
from tests.e2e.support.tables import table_messages
from tests.people import BUTTON, LINK, Json, labels, parts, said

_PRESENT = 21_000  # milliseconds


@dataclass(frozen=True, slots=True)
class Moment:
    """What is known from this time (epoch ms) on: the cards that everyone knows, and those that each person has held."""

    at: float
    deal: int
    step: int
    public: frozenset[str]
    own: dict[int, frozenset[str]]
    ended: bool


def moments(club: Club) -> Iterator[Moment]:
    """Yield, after each event, the deal's public cards so far and the cards that each person has held in it."""
    deal, public, own, now = 0, frozenset[str](), dict[int, frozenset[str]](), None
    for at, event in club.timed_events():
        now = apply_event(1, now, event)
        match event:
            case CardsDealt(deal=number, hands=hands, upcard=upcard):
                deal, public = number, frozenset({upcard} - {None})
                own = {now.seats.occupants[seat]: frozenset(hand) for seat, hand in enumerate(hands)}
            case CardDrawn(seat=seat, card=card):
                player = now.seats.occupants[seat]
                own = own | {player: own.get(player, frozenset()) | {card}}
            case MeldLaid(cards=cards) | CardsLaidOff(cards=cards) | Knocked(left=cards):
                public |= set(map(physical_card, cards))
            case JokerSwapped(card=card) | CardDiscarded(card=card) | DiscardTaken(card=card):
                public |= {card}
            case DealEnded(hands=hands, shown=shown):
                public = public.union(*hands, *(meld for melds in shown for meld in melds))
            case MatchEnded() | MatchBrokenOff() if now.is_abandoned and now.match is not None and now.match.deal is not None:
                public = public.union(*now.match.deal.hands)
            case _:
                pass
        yield Moment(at, deal, now.step, public, own, isinstance(event, DealEnded))


def check_secrecy(club: Club) -> None:
    """Check that nobody saw a card that was neither public nor theirs at that time, in any state of any message or list."""
    known = list(moments(club))
    assert known == sorted(known, key=lambda moment: moment.at)
    numbers = {club.person_of(person).name: person for person in club.table().seats.people}
    keys = {message: key for key, (_, message) in club.surfaces().items()}
    deck = club.table().variant.deck
    for name, person in club.members.items():
        for seen in person.seen:
            key = keys.get(seen.message.get("id", ""), "")
            _check_seen(name, numbers.get(name), seen, key, known, deck)


def _check_seen(name: str, number: int | None, seen: Seen, key: str, known: list[Moment], deck: str) -> None:
    faces, cards = shown_in(seen.message, deck), written_in(seen.message)
    if not faces and not cards:
        return
    past = known[: bisect_right(known, seen.at, key=lambda moment: moment.at)]
    assert past, f"{name} saw cards before any were dealt: {seen.message}"
    steps = {
        int(unmarked(id_).split(":")[2])
        for it in parts(seen.message.get("components", []))
        if (id_ := it.get("custom_id", ""))[:2] in ("m:", "d:", "s:", "a:")
    }
    deal = past[-1].deal
    if key.startswith(("round", "deal", "score")):
        deal = int(re.findall(r"\d+", key)[0])
    elif steps:
        deal = next(moment.deal for moment in known if moment.step == max(steps))
    latest = next((moment for moment in reversed(past) if moment.deal == deal), None)
    assert latest is not None, f"{name} saw a message of a deal before it was dealt: {seen.message}"
    may = latest.public | latest.own.get(number or 0, frozenset())
    if not faces <= set(map(face, may)) and not key and not steps and deal > 1:
        before = [moment for moment in past if moment.deal == deal - 1 and not moment.ended][-1]
        may |= before.public | before.own.get(number or 0, frozenset())
    text = said(seen.message) if "content" in seen.message else str(seen.message)
    secret = (faces - set(map(face, may))) | (cards - may)
    assert not secret, f"{name} saw {sorted(secret)} in {key or 'an ephemeral message'}:\n{text}"


async def check_seeds(club: Club) -> None:
    """Check that the channel shows each deal's fingerprint, and **Check shuffle** the seed, but only after the deal."""
    log = club.timed_events()
    dealt = [(at, event) for at, event in log if isinstance(event, CardsDealt)]
    starts = next(event for _, event in log if isinstance(event, MatchStarted))
    everything = [(name, seen.at, json.dumps(seen.message)) for name, person in club.members.items() for seen in person.seen]
    channel, chain, surfaces = table_messages(club, 1, "rummy"), club.table().lobby.chain, club.surfaces(1)
    assert chain is not None
    assert not any(chain.fingerprint[:32] in json.dumps(message) for message in channel), "it is behind Check shuffle"
    for at, deal in dealt:
        assert deal.made_of is not None
        before = surfaces["lobby" if deal.deal == 1 else f"score {deal.deal - 1}"]
        mixed_in = str(deal.made_of.channel), str(deal.made_of.message)
        assert mixed_in in (tuple(map(str, before)), ("0", "0"))
        commitment = hashlib.sha256(bytes.fromhex(deal.seed)).hexdigest()
        ends = [when for when, event in log if isinstance(event, DealEnded | MatchBrokenOff | MatchEnded) and when >= at]
        for name, when, text in everything:
            assert starts.seed not in text
            assert chain.last not in text
            if deal.seed in text or deal.made_of.link in text:
                assert ends, f"{name} saw the seed of deal {deal.deal} in play"
                assert when >= ends[0], f"{name} saw the seed of deal {deal.deal} too early"
        assert sum(commitment[:32] in json.dumps(message) for message in channel) == 1
        assert not any(commitment[:33] in json.dumps(message) for message in channel), "the rest is behind Check shuffle"
        if ends:
            button = f"t:1:{deal.deal}:fairness"
            message = next((message for message in channel if button in json.dumps(message)), None)
            message = message or await _replayed(club, channel, deal.deal)
            answer = (await club["Finn"].press(message, button)).message
            is_honest = deal.seed == seed_from(deal.made_of)  # most tests choose their seeds
            assert ("Checked: this deal was decided before the first card ✓" in said(answer)) == is_honest
            shown = said((await club["Finn"].press(answer, "Details")).message)
            assert deal.seed in shown
            assert commitment in shown
            assert deal.made_of is not None
            assert deal.made_of.link in shown
            assert chain.fingerprint in shown
            assert str(deal.made_of.message or "without a message's ID") in shown


async def _replayed(club: Club, channel: list[Json], deal: int) -> Json:
    """Return the message in which Finn replays a deal."""
    end = next(message for message in channel if "t:1:replay" in json.dumps(message))
    message = (await club["Finn"].press(end, "Replay")).message
    for _ in range(deal - 1):
        message = (await club["Finn"].press(message, "Next deal")).message
    return message


async def check_commitment_first(club: Club) -> None:
    """Check in the log of requests that each deal's commitment was posted before any hand of that deal was sent."""
    log = await club.requests()
    dms = {club[name].channel_id("dm") for name in club.members}
    for at, event in club.timed_events():
        if not isinstance(event, CardsDealt):
            continue
        shown = hashlib.sha256(bytes.fromhex(event.seed)).hexdigest()[:32]
        posted = next(e for e in log if e["method"] == "POST" and shown in json.dumps(e["body"]) and e["status"] == 200)
        for entry in log[: log.index(posted)]:
            is_hand = (
                entry["method"] == "POST"
                and entry["route"] == "/channels/{channel_id}/messages"
                and entry["path"].split("/")[2] in dms
            )
            assert not (is_hand and entry["at"] * 1000 >= at), f"a hand was sent before the commitment of deal {event.deal}"


def check_posted_once(club: Club, *, places: tuple[str, ...] = ("rummy",), table: int = 1) -> None:
    """Check that the channel has the messages that the bot knows and no others: each turn, deal and score once, in order.

    Pages that were over before they could be posted share a message.
    """
    surfaces = club.surfaces(table)
    elsewhere = ("hand ", "place", "replaced ")
    known = {key: message for key, (_, message) in surfaces.items() if message and not key.startswith(elsewhere)}
    there = [message["id"] for message in table_messages(club, table, *places)]
    assert sorted(there) == sorted(set(known.values())), f"{known}\n{next(iter(club.members.values()))}"
    expected = expected_keys(club, table)
    assert sorted(key for key in known if key != "lobby" and key.split()[0] not in ("mention", "nudge")) == sorted(expected)
    assert sorted(expected, key=lambda key: int(known[key] or 0)) == expected


def expected_keys(club: Club, table: int) -> list[str]:
    """Return the keys of the messages that a table's events call for, in order: a new one for every round."""
    keys: list[str] = []
    turns = 0  # of the round
    for _, now, event, is_new_turn in with_new_turns(club, table):
        deal = now.match.deal if now.match else None
        if isinstance(event, DealEnded | MatchEnded | MatchBrokenOff) and keys and keys[-1].startswith("round "):
            number = int(keys[-1].partition(".")[2])
            if number not in [turn.number for turn in now.turns]:
                keys.pop()  # the deal ended before anything happened in that round
        match event:
            case CardsDealt(deal=number):
                keys += [f"deal {number}", f"round {number}.1"]
                turns = 1
            case DealEnded() if not is_decided(now.match):  # the end shows the deal that decides the match
                keys.append(f"score {deal.number}")
            case MatchEnded() | MatchBrokenOff():
                keys.append("end")
            case _ if is_new_turn:
                players = len(now.match.staying_seats()) if now.match else 0
                turns = turns + 1 if turns < (4 if players == 2 else players) else 1
                if turns == 1:
                    keys.append(f"round {deal.number}.{deal.turn.number}")
            case _:
                pass
    return keys


def with_new_turns(club: Club, table: int = 1) -> Iterator[tuple[int, Table, Event, bool]]:
    """Yield when each event of a table was stored, the table after it, the event, and whether another turn begins with it."""
    now: Table | None = None
    turn = (0, 0)
    events = club.timed_events(table)
    for (at, event), (then, following) in zip(events, [*events[1:], (0, None)], strict=True):
        now = apply_event(table, now, event)
        deal = now.match.deal if now.match else None
        ends = at == then and isinstance(following, DealEnded | MatchEnded | MatchBrokenOff)
        is_turn = deal is not None and now.player_to_act() is not None and not ends
        current = (deal.number, deal.turn.number) if deal is not None and is_turn else turn
        yield at, now, event, current != turn
        turn = current


def check_only_newest_has_buttons(club: Club) -> None:
    """Check that only a table's newest message in the channel has buttons, apart from the lobby's link and Fairness."""
    messages = table_messages(club, 1, "rummy")
    for message in messages[:-1]:
        buttons = [it for it in parts(message["components"]) if it["type"] == BUTTON and it["style"] != LINK]
        assert all(button["custom_id"].endswith(":fairness") for button in buttons), said(message)


def check_dms(club: Club, *names: str) -> None:
    """Check that each person has exactly one direct message for each of their tables: the hand."""
    for name in names:
        number = club.person_number(name)
        rows = club.query("SELECT message FROM surfaces WHERE key = ? AND message IS NOT NULL", f"hand {number}")
        lasting = [message["id"] for message in club[name].dms if not message["flags"] & 64]  # not the notes after a press
        assert sorted(str(row[0]) for row in rows) == sorted(lasting), club[name]


def check_pings(club: Club, *, closed: tuple[str, ...] = ()) -> None:
    """Check that each person was pinged once for each of their turns that they play themselves, once for each reminder, and at
    most once for each hand outside a turn. Nobody is pinged for the turns of computers. A turn may ping nobody that begins soon
    after a press on the hand.

    The hand of a new deal is not sent if the player's first turn comes before it could be. Players in `closed` take no direct
    messages: they are pinged once for that, instead of for each hand, unless their first turn comes before that.
    """
    expected = dict.fromkeys(club.table().seats.people, 0)
    spare = dict.fromkeys(expected, 0)
    noticed: set[int] = set()
    for at, now, event, is_new_turn in with_new_turns(club):
        whose = now.person_to_act()
        if isinstance(event, CardsDealt):
            for person in now.seated_people():
                if club.person_of(person).name not in closed:
                    expected[person] += person != whose
                    spare[person] += person != whose
                elif person not in noticed:
                    noticed.add(person)
                    expected[person] += person != whose
                    spare[person] += person != whose
        if is_new_turn and whose is not None and not now.plays_by_itself():
            expected[whose] += 1
            spare[whose] += any(pressed <= at <= pressed + _PRESENT for pressed in club.person_of(whose).pressed_at)
        if isinstance(event, PersonReminded):
            expected[event.person] += 1
    pinged = {person: len(club.person_of(person).pings) for person in expected}
    assert all(expected[one] - spare[one] <= count <= expected[one] for one, count in pinged.items()), (pinged, expected)


def check_deadlines(club: Club, table: int) -> int:
    """Check that nobody was reminded or played for before their time or twice, and nothing 10 s late; return how often.

    The time that a takeover has given back (`ClockShifted`) counts as everywhere.
    """
    kept: list[object] = []
    now: Table | None = None
    for at, event in club.timed_events(table):
        due = None if now is None else next_deadline(now)
        if now is not None and due is not None and not isinstance(event, ClockShifted):
            assert at <= due + 10_000, f"{event}: {at - due} ms late"
            if isinstance(event, PersonReminded | TurnPlayedFor) and not now.plays_by_itself():
                assert due <= at, f"{event}: {due - at} ms early"
                kept.append((type(event), now.current_turn))
        now = apply_event(table, now, event)
    assert len(kept) == len(set(kept)), kept
    return len(kept)


def check_no_error(club: Club) -> None:
    """Check that no bot process has logged an error."""
    bad = [line for line in club.bot_log.splitlines() if '"level": "error"' in line or "Traceback" in line]
    assert not bad, "\n".join(bad)


async def check_all(club: Club, *, closed: tuple[str, ...] = ()) -> None:
    """Run all checks of a match in #rummy."""
    check_posted_once(club)
    check_only_newest_has_buttons(club)
    check_pings(club, closed=closed)
    check_secrecy(club)
    await check_seeds(club)
    await check_commitment_first(club)


def check_leaderboard(club: Club, person: Witness, message: Json) -> None:
    """Check that the standings name everyone at the table."""
    match = club.table().match
    text = said(message)
    for number in club.table().seats.people:
        assert club.person_of(number).name in text
    assert view_for(match, None).placings is not None
    assert not labels(message)


async def check_match_ended(club: Club, names: tuple[str, ...], deals: int) -> None:
    """Check that the match had this many deals, and that its result is stored and shown."""
    events = club.events()
    assert sum(isinstance(event, DealEnded) for event in events) == deals
    assert isinstance(events[-1], MatchEnded)
    stored = [result["ended"] for result in club.results()]
    assert stored == [club.timed_events()[-1][0]], "the result is stored with the last event"
    assert len(club.seats_by_person()) == len(names)
    reply = await club["Ann"].slash("leaderboard")
    check_leaderboard(club, club["Ann"], reply.message)
    end = club["Ann"].messages("rummy")[-2]  # before her own standings
    match = club.table().match
    for number in club.table().seats.people:
        seat = club.table().seats.seat_of(number)
        assert str(match.scores[seat]) in said(end)
        assert club.person_of(number).name in said(end)
