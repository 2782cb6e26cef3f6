"""Checks that nobody saw a card or a seed before they were allowed to.

They read the stored events: who has held which card since when, and which cards everyone has seen.
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
    MatchBrokenOff,
    MatchEnded,
    MatchStarted,
    MeldLaid,
)
from bot.tables.apply_event import apply_event
from tests.e2e.support.club import Club
from tests.e2e.support.shown_cards import shown_in, written_in
from tests.e2e.support.tables import table_messages
from tests.e2e.support.witness import Seen
from tests.people import parts, said


@dataclass(frozen=True, slots=True)
class Moment:
    """What is known from this time (epoch ms) on: the cards that everyone knows, and those that each person has held."""

    at: float
    deal: int
    step: int
    public: frozenset[str]
    own: dict[int, frozenset[str]]
    ended: bool


def moments(club: Club, table: int = 1) -> Iterator[Moment]:
    """Yield, after each event, the deal's public cards so far and the cards that each person has held in it."""
    deal, public, own, now = 0, frozenset[str](), dict[int, frozenset[str]](), None
    for at, event in club.timed_events(table):
        now = apply_event(table, now, event)
        match event:
            case CardsDealt(deal=number, hands=hands, upcard=upcard):
                deal, public = number, frozenset({upcard} - {None})
                own = {now.occupant(seat): frozenset(hand) for seat, hand in enumerate(hands)}
            case CardDrawn(seat=seat, card=card):
                player = now.occupant(seat)
                own = own | {player: own.get(player, frozenset()) | {card}}
            case MeldLaid(cards=cards) | CardsLaidOff(cards=cards):
                public |= set(map(physical_card, cards))
            case JokerSwapped(card=card) | CardDiscarded(card=card) | DiscardTaken(card=card):
                public |= {card}
            case DealEnded(hands=hands):
                public = public.union(*hands)
            case MatchEnded() | MatchBrokenOff() if now.is_abandoned and now.match is not None and now.match.deal is not None:
                public = public.union(*now.match.deal.hands)
            case _:
                pass
        yield Moment(at, deal, now.step, public, own, isinstance(event, DealEnded))


def check_secrecy(club: Club, *, table: int = 1) -> None:
    """Check that nobody saw a card that was neither public nor theirs at that time, in any state of any message or list."""
    known = list(moments(club, table))
    assert known == sorted(known, key=lambda moment: moment.at)
    numbers = {club.person_of(person).name: person for person in club.table(table).people}
    keys = {message: key for key, (_, message) in club.surfaces(table).items()}
    deck = club.table(table).variant.deck
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
        int(id_.split(":")[2])
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


async def check_seeds(club: Club, *, table: int = 1) -> None:
    """Check that the channel shows each deal's fingerprint, and Fairness the seed, but only after the end of the deal."""
    log = club.timed_events(table)
    dealt = [(at, event) for at, event in log if isinstance(event, CardsDealt)]
    starts = next(event for _, event in log if isinstance(event, MatchStarted))
    everything = [(name, seen.at, json.dumps(seen.message)) for name, person in club.members.items() for seen in person.seen]
    channel = table_messages(club, table, "rummy")
    for at, deal in dealt:
        commitment = hashlib.sha256(bytes.fromhex(deal.seed)).hexdigest()
        ends = [when for when, event in log if isinstance(event, DealEnded | MatchBrokenOff | MatchEnded) and when >= at]
        for name, when, text in everything:
            assert starts.seed not in text
            if deal.seed in text:
                assert ends, f"{name} saw the seed of deal {deal.deal} in play"
                assert when >= ends[0], f"{name} saw the seed of deal {deal.deal} too early"
        assert sum(commitment[:32] in json.dumps(message) for message in channel) == 1
        assert not any(commitment[:33] in json.dumps(message) for message in channel), "the rest is behind Fairness"
        if ends:
            button = f"t:{table}:{deal.deal}:fairness"
            message = next(message for message in channel if button in json.dumps(message))
            shown = said((await club["Finn"].press(message, button)).message)
            assert deal.seed in shown
            assert commitment in shown


async def check_commitment_first(club: Club, *, table: int = 1) -> None:
    """Check in the log of requests that each deal's commitment was posted before any hand of that deal was sent."""
    log = await club.requests()
    dms = {club[name].channel_id("dm") for name in club.members}
    for at, event in club.timed_events(table):
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
