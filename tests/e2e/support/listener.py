"""A person who plays by slash commands alone, and knows only what a screen reader reads aloud of the bot's messages.

It reads without bold, underlines, large letters or buttons. `ORDER` is the fixed order of the parts of a hand: a line that
belongs to none of them, or comes too early, fails.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from bot.rummy.cards import CUCCU20, FIGURE_NAMES, NUMERALS, RANKS
from tests.e2e.support.cards import card_value, possible_neighbours
from tests.e2e.support.club import Witness
from tests.e2e.support.league_messages import ask
from tests.people import Json, said

_FRENCH = r"(?:(?:🃏=)?(?:10|[2-9AJQK])[♣♦♥♠]|🃏)"
_FIGURE = "|".join(FIGURE_NAMES.values())
_CUCCU = rf"(?:(?:🃏=)?(?:[IVX]+ (?:{_FIGURE})|[IVX]+|{_FIGURE}))"
_CARD = rf"(?:{_FRENCH}|{_CUCCU})"
_CARDS = rf"{_CARD}(?:[ ·|]+{_CARD})*"
_NAME = r"[A-Z][a-z]+"

ORDER: tuple[tuple[str, str], ...] = (
    ("title", rf"Your turn: (?:draw a card|you start without a draw|you (?:drew|took) (?P<new>{_CARD}))|Waiting for .+"),
    ("count", r"Your hand: (?P<count>\d+) cards? · (?P<points>\d+) points?"),
    ("melds of the hand", rf"Meld: (?P<meld>{_CARDS})"),
    ("other cards", rf"(?P<loose>{_CARDS})|No cards left"),
    ("barred", rf"You can't discard (?P<barred>{_CARDS}) this turn\."),
    ("all at once", r"In this deal, lay your whole hand in one go\. You may keep one card to discard\."),
    ("later melds", r"You can't lay the melds? above this turn\."),
    ("more melds", rf"(?:Also possible|Melds in it): (?P<more>{_CARDS})"),
    ("others", rf"(?P<other>{_NAME}) · (?:drew|took|laid|swapped|discarded|completed|shuffled|turned) ?.*"),
    ("time limit", r"(Time limit:|Ends) .+"),
    ("fingerprint", r"Shuffle: .+"),
    ("place", r"(?P<game>.+), table (?P<table>\d+) · .+ · <#\d+>"),
    ("heading of the buttons", r"Discard one:|Lay cards, or discard:"),
    (
        "melds of the table",
        rf"No melds\.|(?P<number>\d+) (?P<laid>{_CARDS}?) (?P<owner>{_NAME})(?: \(.+ from .+\))*",
    ),
    ("retired", r"Going under the next discard: .+"),
    (
        "piles",
        rf"(?:No discards|Top discard: (?P<top>{_CARD}))(?: · Stock: (?P<stock>\d+))? · Refills.*",
    ),
    ("hand sizes", rf"Cards: (?P<sizes>{_NAME} \d+(?: · {_NAME} \d+)*)"),
    ("scores", r"Points: (?P<scores>.+)"),
)
"""The parts of a hand in their order, each as the pattern of its lines."""


class NotInOrder(Exception):  # noqa: N818  (said of the line)
    """A line that is no part of a hand, or comes too early or too late."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a hand: the name of its part, its text, and what is in it by name."""

    part: str
    text: str
    facts: dict[str, str | None]


def aloud(message: Json) -> list[str]:
    """Return the lines of a message without its markup, as a screen reader gets them."""
    text = said(message).replace("\N{NO-BREAK SPACE}", " ").replace("\N{WORD JOINER}", "")
    plain = re.sub(r"\*\*|__|~~|`|^(?:-#|#{1,3}) ", "", text, flags=re.MULTILINE)
    return [re.sub(" +", " ", line).strip() for line in plain.splitlines() if line.strip()]


def read_hand(texts: Iterable[str]) -> list[Line]:
    """Return the lines of a hand in a deal. Raise NotInOrder if they aren't in the order of `ORDER`."""
    lines, at = [], 0
    for text in texts:
        found = next(_parts_of(text, at), None)
        if found is None:
            raise NotInOrder(f"{text!r} after {ORDER[at][0]!r}")
        at, facts = found
        lines.append(Line(ORDER[at][0], text, facts))
    return lines


def _parts_of(text: str, at: int) -> Iterator[tuple[int, dict[str, str | None]]]:
    """Yield the places in the order, from this one on, of the parts that such a line belongs to."""
    for place in range(at, len(ORDER)):
        if found := re.fullmatch(ORDER[place][1], text):
            yield place, found.groupdict()


def cards_of(text: str) -> list[str]:
    """Return the cards of a row as they are read aloud, each of which can be typed."""
    return re.findall(_CARD, text)


OF_TABLE = tuple(part for part, _ in ORDER[-5:])
_LETTER = dict(zip("♣♦♥♠", "CDHS", strict=True))
_FACE = {name: face for face, name in FIGURE_NAMES.items()}


@dataclass
class Listener:
    """A player at the only table of a channel. The bot refuses none of their moves, because they know what they may do.

    `hands` are what was read to them of their hand in their turns, `commands` what they used.
    """

    person: Witness
    place: str = "rummy"
    hands: list[list[Line]] = field(default_factory=list)
    commands: set[str] = field(default_factory=set)
    _ready: str = ""
    _played: str = ""
    """The ids of the messages about the last deal that was over, and of the last hand that was played."""

    @property
    def heard(self) -> set[str]:
        """The parts of a hand that were read to them."""
        return {line.part for hand in self.hands for line in hand}

    async def play(self) -> list[str]:
        """Play until the match is over, and return what is read aloud then."""
        while True:
            message = await self.person.until(self._next_message, timeout=60)
            head = aloud(message)[0]
            if head.startswith("Your turn"):
                await self._play_turn(message)
            elif head.startswith("Deal "):
                self._ready = message["id"]
                await self._slash("table ready")
            else:
                return aloud(message)

    def _next_message(self) -> Json | None:
        """Return the newest direct message if it asks for something, or is about the end. Each turn has a new one."""
        if not self.person.dms:
            return None
        message = self.person.dms[-1]
        head = aloud(message)[0]
        is_played = head.startswith("Your turn") and message["id"] == self._played
        is_ready = head.startswith("Deal ") and message["id"] == self._ready
        return None if is_played or is_ready or head.startswith("Waiting for") else message

    async def _play_turn(self, message: Json) -> None:
        self._played = message["id"]
        hand = self._listen(message)
        if hand[0].text == "Your turn: draw a card":
            await self._compare_with_channel(hand)
            hand = await self._draw(hand)
        while hand and (move := self._laying_move(hand)) is not None:
            command, options = move
            hand = await self._move(command, **options)
        if hand:
            await self._discard(hand)

    def _listen(self, message: Json) -> list[Line]:
        """Listen to a hand on one's own turn; return nothing if the turn is over."""
        texts = aloud(message)
        if not texts[0].startswith("Your turn"):
            return []
        hand = read_hand(texts)
        self.hands.append(hand)
        (count,) = _facts(hand, "count")
        (sizes,) = _facts(hand, "sizes")
        held = len(_cards(hand, "meld")) + len(_cards(hand, "loose"))
        assert int(count) == held, hand
        assert f"{self.person.name} {held}" in sizes.split(" · "), hand
        return hand

    async def _compare_with_channel(self, hand: list[Line]) -> None:
        """Check that the channel and `/table show` say whose turn it is, and the same of the table as the hand."""
        table = [line.text for line in hand if line.part in OF_TABLE]
        turn = f"{self.person.name}'s turn"

        def is_shown() -> bool:
            public = [message for message in self.person.messages(self.place) if not message["flags"] & 64]
            lines = aloud(public[-1])
            return turn in lines and lines[-len(table) :] == table

        await self.person.until(is_shown)
        shown = aloud(await self._slash("table show"))
        assert "Your turn" in shown
        assert "\n".join(table) in "\n".join(shown)

    async def _draw(self, hand: list[Line]) -> list[Line]:
        held = [_code(card) for card in (*_cards(hand, "meld"), *_cards(hand, "loose"))]
        top = _cards(hand, "top")
        wants = bool(top) and possible_neighbours(_code(top[0]), held) >= 2
        drawn = await self._move("draw", **{"from": "discards" if wants else "stock"})
        (new,) = _cards(drawn, "new")
        assert new == top[0] or not wants
        return drawn

    def _laying_move(self, hand: list[Line]) -> tuple[str, dict[str, object]] | None:
        """Return the next swap, meld or lay-off; None if there is nothing more to lay in this turn."""
        parts, loose = [line.part for line in hand], _cards(hand, "loose")
        table = [
            (int(line.facts["number"] or 0), cards_of(line.facts["laid"] or "")) for line in hand if line.facts.get("laid")
        ]
        for number, cards in table:
            for own in (card.removeprefix("🃏=") for card in cards if card.startswith("🃏=")):
                if own in loose:
                    return "swap", {"card": own, "meld": number}
        melds = [line.facts["meld"] or "" for line in hand if line.part == "melds of the hand"]
        if melds and "later melds" not in parts:
            if "all at once" not in parts:
                return "meld", {"cards": melds[0]}
            if len(loose) < 2:
                return "meld", {"cards": " | ".join(melds)}
        for number, cards in table:
            for card in loose:
                if _fits(_code(card), [_code(one.removeprefix("🃏=")) for one in cards]):
                    return "layoff", {"cards": card, "meld": number}
        return None

    async def _discard(self, hand: list[Line]) -> None:
        cards, barred = _cards(hand, "loose") or _cards(hand, "meld"), _cards(hand, "barred")
        free = [card for card in cards if card not in barred] or cards
        held = list(map(_code, cards))
        card = min(free, key=lambda one: (possible_neighbours(_code(one), held), -card_value(_code(one))))
        assert await self._move("discard", card=card) == []

    async def _move(self, command: str, **options: object) -> list[Line]:
        """Use a command and listen to its answer: return the hand, or nothing if the turn is over."""
        answer = await self._slash(command, **options)
        head = aloud(answer)[0]
        is_hand = any(words in head for words in ("Your turn", "Waiting for", "is over", "win", "share first place"))
        assert is_hand, f"{command} {options}: {head}"
        return self._listen(answer)

    async def _slash(self, command: str, **options: object) -> Json:
        self.commands.add(command)
        return await ask(self.person, command, in_=self.place, **options)


def _facts(hand: list[Line], name: str) -> Iterator[str]:
    return (fact for line in hand if (fact := line.facts.get(name)) is not None)


def _cards(hand: list[Line], name: str) -> list[str]:
    return [card for fact in _facts(hand, name) for card in cards_of(fact)]


def _code(card: str) -> str:
    """Return `7H` for `7♥`, `XIII` for `XIII Salta`, `JK1` for a joker."""
    if card.startswith("🃏"):
        return "JK1"
    if card[-1] in _LETTER:
        return card[:-1] + _LETTER[card[-1]]
    return _FACE.get(card, card.split()[0])


def _fits(card: str, meld: list[str]) -> bool:
    """Return whether a card surely fits a meld on the table: a set that lacks it, or a run that it makes longer."""
    if card.startswith("JK"):
        return False
    line = NUMERALS if card in CUCCU20 else RANKS
    ranks, suits = zip(*((one, "") if one in CUCCU20 else (one[:-1], one[-1]) for one in meld), strict=True)
    rank, suit = (card, "") if card in CUCCU20 else (card[:-1], card[-1])
    if card in CUCCU20 and {card, *meld} <= {*FIGURE_NAMES}:
        return card not in meld
    if len(set(ranks)) == 1:
        return rank == ranks[0] and suit not in suits
    if rank not in line or set(suits) != {suit} or not set(ranks) <= {*line}:
        return False
    places = [line.index(one) for one in ranks]
    return line.index(rank) in (min(places) - 1, max(places) + 1)
