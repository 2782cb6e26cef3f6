"""What must be true of everything that was posted, said and seen, whatever was played and whatever went wrong.

The judge here is the log of events, read anew and simply: who has held which card since when, and which ones everybody saw.
"""

import hashlib
import json
import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from bot.rummy.deck.cards import CUCCU20, FIGURE_NAMES, NUMERALS, face, physical_card
from bot.rummy.events import (
    CardDiscarded,
    CardDrawn,
    CardsDealt,
    CardsLaidOff,
    DealEnded,
    DiscardTaken,
    JokerSwapped,
    MatchBrokenOff,
    MatchEnded,
    MatchStarted,
    MeldLaid,
    SeatLeft,
)
from bot.rummy.view import view_for
from bot.tables.table import Table, apply_event
from tests.e2e.support.club import Club, Seen, Witness
from tests.e2e.support.players import table_of
from tests.people import BUTTON, LINK, Json, labels, parts, said

_SHOWN = {
    "french52": re.compile(r"(?<![\w♣♦♥♠])(10|[2-9AJQK])([♣♦♥♠])"),
    # "I" may be the bot that speaks
    "cuccu40": re.compile(rf"(?<!\w)({'|'.join((*NUMERALS, *FIGURE_NAMES.values()))})(?!\w| (?:cannot|lack|do|may) )"),
}
_FACES = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"} | {name: numeral for numeral, name in FIGURE_NAMES.items()}
_JOKER = re.compile(r"🃏\u2060?(=(?:(?:10|[2-9AJQK])[♣♦♥♠]|\w+))?")
_CARD = re.compile(rf"(?:JK\d+|(?:10|[2-9AJQK])[CDHS]'*|(?:{'|'.join(CUCCU20)})'*)(?==|$)")


def shown_in(message: Json, deck: str = "french52") -> set[str]:
    """The face of every card that a person can read in a message: `JK` for a joker, whatever it stands for."""
    text = json.dumps(message, ensure_ascii=False).replace("_", " ").replace("\N{NO-BREAK SPACE}", " ")
    jokers = {"JK"} if _JOKER.search(text) else set()
    rest = _JOKER.sub("", text)
    return jokers | {"".join(_FACES.get(part, part) for part in found.groups()) for found in _SHOWN[deck].finditer(rest)}


def written_in(message: Json) -> set[str]:
    """Every card that a message carries in hidden ids and values of options."""
    written = set()
    for it in parts(message.get("components", [])):
        for value in (it.get("custom_id", ""), *(option["value"] for option in it.get("options", ()))):
            written |= {found[0] for word in value.split(":")[-1].split() if (found := _CARD.match(word))}
    return written


def cards_in(message: Json) -> set[str]:
    """Both, at a table with one French pack."""
    return shown_in(message) | written_in(message)


# What is in the channel.


def table_messages(club: Club, table: int, *channels: str) -> list[Json]:
    """The bot's messages about a table in these channels, as everybody sees them."""
    anybody = next(iter(club.members.values()))
    found = [message for channel in channels for message in anybody.messages(channel) if not message["flags"] & 64]
    return [message for message in found if table_of(message) in (None, table)]


def check_posted_once(club: Club, *, table: int = 1, places: tuple[str, ...] = ("rummy",), deleted: int = 0) -> None:
    """The channel holds the messages that the bot knows of and no others; every turn, deal and score once, in order."""
    surfaces = club.surfaces(table)
    known = {key: message for key, (_, message) in surfaces.items() if message and not key.startswith(("hand ", "place"))}
    there = [message["id"] for message in table_messages(club, table, *places)]
    assert sorted(there) == sorted(known.values()), f"{known}\n{next(iter(club.members.values()))}"
    order = sorted((key for key in known if key != "lobby"), key=lambda key: int(known[key] or 0))
    if not deleted:
        assert order == told_keys(club, table)


def told_keys(club: Club, table: int = 1) -> list[str]:
    """The messages that the events of a table deserve, in their order: worked out here on their own."""
    keys: list[str] = []
    now: Table | None = None
    events = club.timed_events(table)
    for (at, event), (then, following) in zip(events, [*events[1:], (0, None)], strict=True):
        now = apply_event(table, now, event)
        deal = now.match.deal if now.match else None
        match event:
            case CardsDealt(deal=number):
                keys += [f"deal {number}", f"turn {number}.1"]
            case CardDiscarded() | SeatLeft() if deal and deal.end is None and now.person_to_act() is not None:
                key = f"turn {deal.number}.{deal.turn.number}"
                ends = at == then and isinstance(following, DealEnded | MatchEnded | MatchBrokenOff)
                if key not in keys and not ends:
                    keys.append(key)
            case DealEnded():
                assert deal is not None
                keys.append(f"score {deal.number}")
            case MatchEnded() | MatchBrokenOff():
                keys.append("end")
            case _:
                pass
    return keys


def check_buttons_only_on_the_last(club: Club, *, table: int = 1, place: str = "rummy") -> None:
    """In the channel only the newest message of a table has buttons; the lobby has its link."""
    messages = table_messages(club, table, place)
    for message in messages[:-1]:
        assert not [it for it in parts(message["components"]) if it["type"] == BUTTON and it["style"] != LINK], said(message)


def check_dms(club: Club, *names: str) -> None:
    """Everybody has one hand before him for each table he sits at, and nothing else."""
    for name in names:
        number = club.person_number(name)
        rows = club.query("SELECT message FROM surfaces WHERE key = ? AND message IS NOT NULL", f"hand {number}")
        assert sorted(str(row[0]) for row in rows) == sorted(message["id"] for message in club[name].dms), club[name]


def check_pings(club: Club, *, table: int = 1, closed: tuple[str, ...] = ()) -> None:
    """Everybody was called once for each turn of his, and once for each hand that came without one."""
    expected = dict.fromkeys(club.table(table).people, 0)
    noticed: set[int] = set()
    now: Table | None = None
    keys = set(told_keys(club, table))
    for event in club.events(table):
        now, opened = apply_event(table, now, event), False
        deal = now.match.deal if now.match else None
        whose = now.person_to_act()
        if isinstance(event, CardsDealt):
            for person in now.seated_people():
                if club.person_of(person).name not in closed:
                    expected[person] += person != whose
                elif person not in noticed:
                    noticed.add(person)
                    expected[person] += person != whose
            opened = True
        elif isinstance(event, CardDiscarded | SeatLeft) and deal is not None:
            key = f"turn {deal.number}.{deal.turn.number}"
            opened = key in keys and f"turn {now.version} {key}" not in keys
        if opened and whose is not None and deal is not None:
            key = f"turn {deal.number}.{deal.turn.number}"
            if key in keys:
                keys.discard(key)
                expected[whose] += 1
    called = {person: len(club.person_of(person).pings) for person in expected}
    assert called == expected


# What is secret.


@dataclass(frozen=True, slots=True)
class Moment:
    """What is known from this time on (epoch ms): in which deal, by everybody, and by each seat besides."""

    at: float
    deal: int
    step: int
    public: frozenset[str]
    own: tuple[frozenset[str], ...]
    ended: bool


def moments(club: Club, table: int = 1) -> Iterator[Moment]:
    """After each event: the public cards of the deal so far, and the cards each seat has held in it."""
    deal, public, own, now = 0, frozenset[str](), tuple[frozenset[str], ...](), None
    for at, event in club.timed_events(table):
        now = apply_event(table, now, event)
        match event:
            case CardsDealt(deal=number, hands=hands, upcard=upcard):
                deal, public, own = number, frozenset({upcard} - {None}), tuple(frozenset(hand) for hand in hands)
            case CardDrawn(seat=seat, card=card):
                own = tuple(cards | {card} if seat == at_ else cards for at_, cards in enumerate(own))
            case MeldLaid(cards=cards) | CardsLaidOff(cards=cards):
                public |= set(map(physical_card, cards))
            case JokerSwapped(card=card) | CardDiscarded(card=card) | DiscardTaken(card=card):
                public |= {card}
            case DealEnded(hands=hands):
                public = public.union(*hands)
            case _:
                pass
        yield Moment(at, deal, now.step, public, own, isinstance(event, DealEnded))


def check_secrecy(club: Club, *, table: int = 1) -> None:
    """Nobody has seen, in any state of any message or list, a card that was neither his nor everybody's at that time."""
    known = list(moments(club, table))
    assert known == sorted(known, key=lambda moment: moment.at)
    seats = {club.person_of(person).name: club.table(table).seat_of(person) for person in club.table(table).people}
    keys = {message: key for key, (_, message) in club.surfaces(table).items()}
    deck = club.table(table).variant.deck
    for name, person in club.members.items():
        for seen in person.seen:
            key = keys.get(seen.message.get("id", ""), "")
            _check_seen(name, seats.get(name), seen, key, known, deck)


def _check_seen(name: str, seat: int | None, seen: Seen, key: str, known: list[Moment], deck: str) -> None:
    faces, cards = shown_in(seen.message, deck), written_in(seen.message)
    if not faces and not cards:
        return
    past = known[: bisect_right(known, seen.at, key=lambda moment: moment.at)]
    assert past, f"{name} saw cards before any were dealt: {seen.message}"
    steps = {
        int(id_.split(":")[2])
        for it in parts(seen.message.get("components", []))
        if (id_ := it.get("custom_id", ""))[:2] in ("m:", "s:")
    }
    deal = past[-1].deal
    if key.startswith(("turn", "deal", "score")):
        deal = int(re.findall(r"\d+", key)[0])
    elif steps:
        deal = next(moment.deal for moment in known if moment.step == max(steps))
    latest = next((moment for moment in reversed(past) if moment.deal == deal), None)
    assert latest is not None, f"{name} saw a message of a deal before it was dealt: {seen.message}"
    may = latest.public | (latest.own[seat] if seat is not None else frozenset())
    if not faces <= set(map(face, may)) and not key and not steps and deal > 1:
        before = [moment for moment in past if moment.deal == deal - 1 and not moment.ended][-1]
        may |= before.public | (before.own[seat] if seat is not None else frozenset())
    text = said(seen.message) if "content" in seen.message else str(seen.message)
    secret = (faces - set(map(face, may))) | (cards - may)
    assert not secret, f"{name} saw {sorted(secret)} in {key or 'a message of his own'}:\n{text}"


def check_seeds(club: Club, *, table: int = 1) -> None:
    """Every deal's commitment was shown in the channel before any hand of it, its seed after its end, and they agree."""
    log = club.timed_events(table)
    dealt = [(at, event) for at, event in log if isinstance(event, CardsDealt)]
    starts = next(event for _, event in log if isinstance(event, MatchStarted))
    everything = [(name, seen.at, json.dumps(seen.message)) for name, person in club.members.items() for seen in person.seen]
    channel = [json.dumps(message) for message in table_messages(club, table, "rummy")]
    for at, deal in dealt:
        commitment = hashlib.sha256(bytes.fromhex(deal.seed)).hexdigest()
        ends = [when for when, event in log if isinstance(event, DealEnded | MatchBrokenOff | MatchEnded) and when >= at]
        for name, when, text in everything:
            assert starts.seed not in text
            if deal.seed in text:
                assert ends, f"{name} saw the seed of deal {deal.deal} in play"
                assert when >= ends[0], f"{name} saw the seed of deal {deal.deal} too early"
        assert sum(commitment in text for text in channel) == 1
        if ends and any(isinstance(event, DealEnded | MatchBrokenOff) for _, event in log):
            assert any(deal.seed in text for text in channel), f"the seed of deal {deal.deal} was not revealed"


async def check_commitment_first(club: Club, *, table: int = 1) -> None:
    """In the order of requests: a deal's commitment is posted, and answered, before any hand of that deal."""
    log = await club.requests()
    dms = {club[name].channel_id("dm") for name in club.members}
    for at, event in club.timed_events(table):
        if not isinstance(event, CardsDealt):
            continue
        commitment = hashlib.sha256(bytes.fromhex(event.seed)).hexdigest()
        posted = next(e for e in log if e["method"] == "POST" and commitment in json.dumps(e["body"]) and e["status"] == 200)
        for entry in log[: log.index(posted)]:
            is_hand = (
                entry["method"] == "POST"
                and entry["route"] == "/channels/{channel_id}/messages"
                and entry["path"].split("/")[2] in dms
            )
            assert not (is_hand and entry["at"] * 1000 >= at), f"a hand was sent before the commitment of deal {event.deal}"


def check_no_error(club: Club) -> None:
    """Nothing in the log of a bot process says that something failed."""
    bad = [line for line in club.bot_log.splitlines() if '"level": "error"' in line or "Traceback" in line]
    assert not bad, "\n".join(bad)


async def check_all(club: Club, *, table: int = 1, closed: tuple[str, ...] = ()) -> None:
    """Everything above, after an undisturbed match in #rummy."""
    check_posted_once(club, table=table)
    check_buttons_only_on_the_last(club, table=table)
    check_pings(club, table=table, closed=closed)
    check_secrecy(club, table=table)
    check_seeds(club, table=table)
    await check_commitment_first(club, table=table)


def check_leaderboard(club: Club, person: Witness, message: Json, table: int = 1) -> None:
    """The standings show the points of everybody at the table."""
    match = club.table(table).match
    assert match is not None
    text = said(message)
    for number in club.table(table).people:
        assert club.person_of(number).name in text
    assert view_for(match, None).placings is not None
    assert not labels(message)
