"""Checks that nobody sees a hidden card: views don't depend on hidden cards, and no public form and no print names one."""

import random
import re
from itertools import chain

from msgspec.structs import replace

from bot.rummy.cards import CUCCU20, FRENCH52, Card, face, physical_card
from bot.rummy.events import CardDrawn, CardsDealt, Event, MatchStarted, StockRecycled
from bot.rummy.match import Deal, Match
from bot.rummy.view import View, public_form, view_for
from tests.rummy.gauntlet.position import json
from tests.rummy.transcript_words import deal_of

_QUOTED = re.compile(rb'"([A-Z0-9]+\'*(?:=[A-Z0-9]+)?)"')
_WRITTEN = re.compile(r"(?<!\w)[A-Z0-9]+'*(?:=[A-Z0-9]+)?(?!\w)")
_IN_QUOTES = re.compile(r"'([A-Z0-9=]+)'")
_FACES = {*FRENCH52, *CUCCU20, "JK"}


def cards_named(text: bytes) -> set[Card]:
    """Return the cards that are values in a JSON text."""
    named = {physical_card(Card(word.decode())) for word in _QUOTED.findall(text)}
    return {card for card in named if face(card) in _FACES and card != "JK"}


def cards_written(text: str) -> set[Card]:
    """Return the cards that a printed text names. Python's quotes around a card don't make it a duplicate."""
    named = {physical_card(Card(word)) for word in _WRITTEN.findall(_IN_QUOTES.sub(r" \1 ", text))}
    return {card for card in named if face(card) in _FACES and card != "JK"}


def every_print(value: object) -> str:
    """Return all texts that a log, a traceback or a failed test might make of a value."""
    return "\n".join((str(value), repr(value), f"{value}", f"{value!r}", f"{[value]}"))


def check_printed(match: Match, *values: object) -> None:
    """Check that neither the match nor these values print a card of a hand or the stock, or the seed of the deal."""
    deal = match.deal
    hidden = set() if deal is None else {*chain.from_iterable(deal.hands), *deal.stock}
    for value in (match, deal, *values):
        text = every_print(value)
        assert not cards_written(text) & hidden, f"{text} names {cards_written(text) & hidden}"
        assert deal is None or deal.seed not in text, f"{text} names the seed"


def check_secrets(match: Match, dice: random.Random) -> None:
    """Check that redealing the cards that a viewer cannot see leaves the view unchanged, to the letter."""
    for viewer in (None, *range(match.seats)):
        view = view_for(match, viewer)
        seen = json(view)
        assert json(view_for(redeal(match, viewer, dice), viewer)) == seen, f"the view of {viewer} depends on hidden cards"
        named = cards_named(json(_without_known_faces(view)))
        hidden = hidden_from(match, viewer)
        assert not named & hidden, f"the view of {viewer} names {named & hidden}"
        check_printed(match, view, view.deal)


def hidden_from(match: Match, viewer: int | None) -> set[Card]:
    """Return the cards of the deal in play that this viewer does not see now, except those that the moves may name."""
    deal = deal_of(match)
    if deal.end is not None or match.is_over:
        return set()
    hidden = set(deal.stock)
    for seat, hand in enumerate(deal.hands):
        if seat != viewer:
            hidden |= set(hand) - known_cards(deal, seat)
    ended = chain.from_iterable((*one.hands, *one.melds, *chain.from_iterable(one.shown)) for one in match.ended_deals)
    return hidden - set(map(physical_card, chain.from_iterable(ended)))


def known_cards(deal: Deal, seat: int) -> set[Card]:
    """Return cards of the hand with the faces that everyone knows it holds: the card just taken, else any of the copies."""
    hand = sorted(deal.hands[seat], key=lambda card: card != deal.turn.taken_card)
    for each in deal.known_hands[seat]:
        hand.remove(next(card for card in hand if face(card) == each))
    return set(deal.hands[seat]) - set(hand)


def _without_known_faces(view: View) -> View:
    """Return the view without the faces of known cards, which look like the first copies of those cards."""
    return view if view.deal is None else replace(view, deal=replace(view.deal, known_hands=()))


def redeal(match: Match, viewer: int | None, dice: random.Random) -> Match:
    """Return the same match with the cards that this viewer cannot see dealt again at random.

    The others keep the cards that everyone has seen them take.
    """
    deal = deal_of(match)
    if deal.end is not None or match.is_over:
        return match
    others = [seat for seat in range(match.seats) if seat != viewer]
    known = {card for seat in others for card in known_cards(deal, seat)}
    pool = [card for seat in others for card in deal.hands[seat] if card not in known] + list(deal.stock)
    dice.shuffle(pool)
    hands = list(deal.hands)
    for seat in others:
        hands[seat] = tuple(card if card in known else pool.pop() for card in deal.hands[seat])
    drawn = deal.turn.drawn_card
    if drawn in deal.hands[deal.turn.seat] and drawn not in hands[deal.turn.seat]:
        drawn = hands[deal.turn.seat][-1]
    return replace(match, deal=replace(deal, hands=tuple(hands), stock=tuple(pool), turn=replace(deal.turn, drawn_card=drawn)))


def check_public(before: Match | None, event: Event) -> None:
    """Check that the public form and the print of an event name no hidden card and no seed."""
    exported = json(public_form(event))
    assert str(event) == str(public_form(event)), f"{event} prints more than everyone may know"
    printed = every_print(event)
    match event:
        case MatchStarted(seed=seed):
            secrets: set[Card] = set()
        case CardsDealt(seed=seed, upcard=upcard, hands=hands, stock=stock):
            secrets = {*chain.from_iterable(hands), *stock} - {upcard}
        case CardDrawn(card=card):
            seed, secrets = "", {card}
        case StockRecycled(stock=stock):
            seed, secrets = "", set(stock)
        case _:
            assert public_form(event) == event
            return
    for named in (cards_named(exported), cards_written(printed)):
        assert not named & secrets, f"{event} shows {named & secrets}"
    assert not seed or (seed.encode() not in exported and seed not in printed), f"{event} shows the seed"
