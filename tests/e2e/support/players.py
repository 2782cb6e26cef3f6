"""Players who play a whole match by themselves, and use only what the bot shows them.

They swap, meld and lay off whatever is offered, sometimes take the discard, and discard the card that fits the others least.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from itertools import count

from bot.rummy.cards import CUCCU20, FIGURE_NAMES, NUMERALS
from tests.e2e.support.cards import card_value, possible_neighbours
from tests.e2e.support.club import Club, Witness
from tests.e2e.support.hand_controls import button_id, controls, newest_with, offered_moves, table_number
from tests.people import Json, NotOffered, Reply, labels

MOST_WITH_BUTTONS = 10
"""The number of a channel's newest messages in which a player looks for buttons."""


def _with_sign(card: str) -> str:
    """Return a card with its suit sign last: `7♥`, `salta`."""
    if card.startswith("JK"):
        joker, _, stands = card.partition("=")
        return f"🃏{joker[2:]}={_with_sign(stands)}" if stands else f"🃏{joker[2:]}"
    face = card.rstrip("'")
    return FIGURE_NAMES.get(face, face).lower() if face in CUCCU20 else face[:-1] + SIGNS[face[-1]]


def _sign_first(card: str) -> str:
    """Return a card with its suit sign first: `♥7`, `13`."""
    if card.startswith("JK") or (card.rstrip("'") in CUCCU20 and card.rstrip("'") not in NUMERALS):
        return card
    face = card.rstrip("'")
    return str(NUMERALS.index(face) + 1) if face in NUMERALS else SIGNS[face[-1]] + face[:-1]


SIGNS = dict(zip("CDHS", "♣♦♥♠", strict=True))
STYLES: tuple[Callable[[str], str], ...] = (str, str.lower, _with_sign, _sign_first)


@dataclass
class Player:
    """A person who plays a match at one table. `way` is slash, dm, or hand (everything in the channel, with My hand)."""

    club: Club
    person: Witness
    way: str
    place: str = "rummy"
    table: int = 1
    regrets: int = 0  # how many times they take back a meld and lay it again
    _draws: "count[int]" = field(default_factory=lambda: count(1))
    _pings_followed: int = 0

    async def play(self, over: asyncio.Event) -> None:
        """Play until the match is over."""
        while not over.is_set():
            await self._play_turn()
            if self.way != "slash":
                await self._press_ready()
            await self._wait_for_news(over)

    async def take_turn(self) -> None:
        """Play the turn without waiting for a ping."""
        self._pings_followed = -1
        await self._play_turn()

    async def _play_turn(self) -> None:
        turn: Callable[[], Awaitable[None]] = {"slash": self._by_slash, "dm": self._by_dm, "hand": self._by_my_hand}[self.way]
        await turn()

    async def _wait_for_news(self, over: asyncio.Event) -> None:
        """Wait for an event or half a second."""
        waiting = [asyncio.create_task(self._news()), asyncio.create_task(over.wait())]
        _, pending = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED, timeout=0.5)
        for task in pending:
            task.cancel()

    async def _news(self) -> None:
        self.person._news.clear()
        await self.person._news.wait()

    # The three ways.

    async def _by_dm(self) -> None:
        for message in self.person.dms:
            if table_number(message) == self.table and controls(message):
                await self._work_through(message)
                return

    async def _by_my_hand(self) -> None:
        if not self._has_new_ping():
            return
        message = newest_with(self.person.messages(self.place), "hand")
        if message is None:
            return
        pings = len(self.person.pings)  # before: the hand that is shown may be from before a ping that arrives meanwhile
        reply = await self.attempt(self.person.press(message, f"t:{self.table}:hand"))
        if reply is not None and reply.message:
            self._pings_followed = pings
            await self._work_through(reply.message)

    async def _by_slash(self) -> None:
        if not self._has_new_ping():
            return
        pings = len(self.person.pings)
        reply = await self.attempt(self.slash("hand"))
        if reply is None or not reply.message:
            return
        self._pings_followed = pings
        while moves := offered_moves(reply.message):
            answer = await self.attempt(self.type_move(self.choose_move(moves)))
            if answer is None or not answer.message:
                self._pings_followed = -1  # the answer was lost: look again
                return
            reply = answer

    def _has_new_ping(self) -> bool:
        return self._pings_followed < len(self.person.pings)

    # The turn.

    async def _work_through(self, message: Json) -> None:
        """Play the moves that this message offers until it offers none."""
        while moves := offered_moves(message):
            reply = await self.attempt(self.press_move(message, self.choose_move(moves)))
            if reply is None or reply.outcome != "update":
                self._pings_followed = -1
                return
            message = reply.message

    async def attempt(self, act: Awaitable[Reply]) -> Reply | None:
        """Return the reply; None if Discord's client shows a failure or the button has just disappeared."""
        try:
            reply = await act
        except NotOffered:
            return None
        return None if reply.outcome == "failed" else reply

    def choose_move(self, moves: list[str]) -> str:
        """Return the offered move that this player makes."""
        if "draw stock" in moves:
            return "take" if "take" in moves and next(self._draws) % 3 == 0 else "draw stock"
        if "take back" in moves and self.regrets:
            self.regrets -= 1
            return "take back"
        for kind in ("pass", "knock", "swap", "meld", "layoff", "done"):
            for move in moves:
                if move.startswith(kind):
                    return move
        cards = [move.split()[1] for move in moves if move.startswith("discard")]
        return f"discard {min(cards, key=lambda card: (possible_neighbours(card, cards), -card_value(card)))}"

    async def press_move(self, message: Json, move: str) -> Reply:
        """Press the button of this move, or choose it from its select. If the hand asks whether to discard, press it again."""
        reply = await self._press_once(message, move)
        if reply.outcome == "update" and any(id_.startswith("d:") for id_ in controls(reply.message)):
            return await self._press_once(reply.message, move)
        return reply

    async def _press_once(self, message: Json, move: str) -> Reply:
        there = controls(self.person.now(message))
        custom_id = next((id_ for id_, moves in there.items() if move in moves), None)
        if custom_id is None and "Other …" in labels(self.person.now(message)):
            message = (await self.person.press(message, "Other …")).message
            custom_id = next((id_ for id_, moves in controls(message).items() if move in moves), None)
        if custom_id is None:
            raise NotOffered(f"{move} has just disappeared")
        if custom_id.startswith(("m:", "d:")):
            return await self.person.press(message, custom_id)
        return await self.person.choose(message, custom_id, move)

    async def type_move(self, move: str) -> Reply:
        """Use the slash command for a move, with the cards in changing spellings."""
        match move.split():
            case ["draw", "stock"]:
                return await self.slash("draw", **{"from": "stock"})
            case ["take"]:
                return await self.slash("draw", **{"from": "discards"})
            case ["take", "back"]:
                return await self.slash("takeback")
            case ["meld", *_]:
                melds = move.removeprefix("meld ").split(" | ")
                return await self.slash("meld", cards=" | ".join(map(self._as_people_type, melds)))
            case ["layoff", *cards, meld]:
                return await self.slash("layoff", cards=self._as_people_type(" ".join(cards)), meld=int(meld))
            case ["swap", card, meld]:
                return await self.slash("swap", card=self._as_people_type(card), meld=int(meld))
            case ["discard", card]:
                return await self.slash("discard", card=self._as_people_type(card))
            case _:
                return await self.slash("move", move=move)

    def _as_people_type(self, meld: str) -> str:
        """Return the cards of a meld in the next spelling, and the words `as run` unchanged."""
        cards, way, kind = meld.partition(" as ")
        style = STYLES[next(self._draws) % len(STYLES)]
        between = " " if len(cards) % 2 else ", "
        return between.join(map(style, cards.split())) + way + kind

    async def slash(self, command: str, **options: object) -> Reply:
        return await self.person.slash(command, in_=self.place, **options)

    async def _press_ready(self) -> None:
        message = newest_with(self.person.messages(self.place)[-MOST_WITH_BUTTONS:], "ready")
        if message is not None and message["id"] != getattr(self, "_ready_at", None):
            self._ready_at = message["id"]
            await self.attempt(self.person.press(message, button_id(message, "ready")))
