"""People who play a whole match by themselves, each in his way, from nothing but what the bot shows them.

They swap, meld and lay off what is offered, take the discard now and then, and throw the card that fits the others least.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from itertools import count

from bot.rummy.deck.cards import CUCCU20, FIGURE_NAMES, NUMERALS, RANKS
from tests.e2e.support.club import WAIT, Club, Witness
from tests.people import Json, NotOffered, Reply, parts

MOST_WITH_BUTTONS = 10
"""Of a channel's messages only the newest have buttons."""


def controls(message: Json) -> dict[str, list[str]]:
    """What a hand offers: for every `custom_id` of a button or select of moves its moves in written form."""
    found: dict[str, list[str]] = {}
    for it in parts(message.get("components", [])):
        kind, *state = it.get("custom_id", "").split(":")
        if kind == "m":
            found[it["custom_id"]] = [state[2]]
        elif kind == "s":
            found[it["custom_id"]] = [option["value"] for option in it["options"]]
    return found


def offered(message: Json) -> list[str]:
    """All moves that a hand offers, written."""
    return [move for moves in controls(message).values() for move in moves]


def table_of(message: Json) -> int | None:
    """The number of the table that a message's buttons belong to."""
    for it in parts(message.get("components", [])):
        custom_id = it.get("custom_id", "")
        if custom_id[:2] in ("m:", "s:", "t:"):
            return int(custom_id.split(":")[1])
    return None


def newest(messages: Iterable[Json], button: str) -> Json | None:
    """The newest message with a button whose custom_id ends so: `t:…:hand`."""
    for message in reversed(list(messages)):
        if any(it.get("custom_id", "").endswith(f":{button}") for it in parts(message["components"])):
            return message
    return None


def button(message: Json, what: str) -> str:
    """The custom_id of the message's button that ends so."""
    return next(id_ for it in parts(message["components"]) if (id_ := str(it.get("custom_id", ""))).endswith(f":{what}"))


def worth(card: str) -> int:
    """What a card counts, roughly: enough to choose by."""
    face = card.rstrip("'")
    if face in CUCCU20:
        return NUMERALS.index(face) + 1 if face in NUMERALS else 10
    return {"A": 1, "J": 10, "Q": 10, "K": 10, "JK": 15}.get(face[:-1]) or int(face[:-1])


def company(card: str, others: Iterable[str]) -> int:
    """How many of the others it may once lie beside in a meld; a joker is welcome everywhere."""
    if card.startswith("JK"):
        return 100
    return sum(_beside(card.rstrip("'"), other.rstrip("'")) for other in others if other != card)


def _beside(card: str, other: str) -> bool:
    if card == other or other.startswith("JK"):
        return False
    ranks = NUMERALS if card in CUCCU20 else RANKS
    rank, near = (card, other) if card in CUCCU20 else (card[:-1], other[:-1])
    if rank in ranks and near in ranks and abs(ranks.index(rank) - ranks.index(near)) < 3:
        return card in CUCCU20 or rank == near or card[-1] == other[-1]
    return card in FIGURE_NAMES and other in FIGURE_NAMES


def _with_sign(card: str) -> str:
    """`7♥`, `salta`"""
    if card.startswith("JK"):
        joker, _, stands = card.partition("=")
        return f"🃏{joker[2:]}={_with_sign(stands)}" if stands else f"🃏{joker[2:]}"
    face = card.rstrip("'")
    return FIGURE_NAMES.get(face, face).lower() if face in CUCCU20 else face[:-1] + SIGNS[face[-1]]


def _sign_first(card: str) -> str:
    """`♥7`, `13`"""
    if card.startswith("JK") or (card.rstrip("'") in CUCCU20 and card.rstrip("'") not in NUMERALS):
        return card
    face = card.rstrip("'")
    return str(NUMERALS.index(face) + 1) if face in NUMERALS else SIGNS[face[-1]] + face[:-1]


SIGNS = dict(zip("CDHS", "♣♦♥♠", strict=True))
STYLES: tuple[Callable[[str], str], ...] = (str, str.lower, _with_sign, _sign_first)


@dataclass
class Player:
    """One person's way through a match at one table. `way` is slash, dm or hand (My hand, all of it in the channel)."""

    club: Club
    person: Witness
    way: str
    place: str = "rummy"
    table: int = 1
    regrets: int = 0  # how often he will take back what he laid, and lay it again
    _draws: "count[int]" = field(default_factory=lambda: count(1))
    _answered: int = 0  # how many calls he has followed

    async def play(self, over: asyncio.Event) -> None:
        """Until the match is over."""
        turn: Callable[[], Awaitable[None]] = {"slash": self._by_slash, "dm": self._by_dm, "hand": self._by_my_hand}[self.way]
        while not over.is_set():
            await turn()
            if self.way != "slash":
                await self._say_ready()
            await self._something_new(over)

    async def _something_new(self, over: asyncio.Event) -> None:
        """Wait for news; now and then look again anyway, as people do."""
        waiting = [asyncio.create_task(self._news()), asyncio.create_task(over.wait())]
        _, pending = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED, timeout=0.5)
        for task in pending:
            task.cancel()

    async def _news(self) -> None:
        self.person._news.clear()
        await self.person._news.wait()

    # The ways.

    async def _by_dm(self) -> None:
        for message in self.person.dms:
            if table_of(message) == self.table and controls(message):
                await self._work_through(message)
                return

    async def _by_my_hand(self) -> None:
        if not self._called():
            return
        message = newest(self.person.messages(self.place), "hand")
        if message is None:
            return
        reply = await self._tried(self.person.press(message, f"t:{self.table}:hand"))
        if reply is not None and reply.message:
            self._answered = self._calls()
            await self._work_through(reply.message)

    async def _by_slash(self) -> None:
        if not self._called():
            return
        reply = await self._tried(self.slash("hand"))
        if reply is None or not reply.message:
            return
        self._answered = self._calls()
        while moves := offered(reply.message):
            answer = await self._tried(self.typed(self.choose(moves)))
            if answer is None or not answer.message:
                self._answered = -1  # the answer was lost: look again
                return
            reply = answer

    def _calls(self) -> int:
        return len(self.person.pings)

    def _called(self) -> bool:
        return self._answered < self._calls()

    # The turn.

    async def _work_through(self, message: Json) -> None:
        """Press and choose on this message until it offers nothing more."""
        while moves := offered(message):
            reply = await self._tried(self.pressed(message, self.choose(moves)))
            if reply is None or reply.outcome != "update":
                self._answered = -1
                return
            message = reply.message

    async def _tried(self, act: Awaitable[Reply]) -> Reply | None:
        """The answer; None where Discord's client says that nothing came of it, or that the button has just gone."""
        try:
            reply = await act
        except NotOffered:
            return None
        return None if reply.outcome == "failed" else reply

    def choose(self, moves: list[str]) -> str:
        """What he does of what is offered."""
        if "draw stock" in moves:
            return "take" if "take" in moves and next(self._draws) % 3 == 0 else "draw stock"
        if "take back" in moves and self.regrets:
            self.regrets -= 1
            return "take back"
        for kind in ("swap", "meld", "layoff"):
            for move in moves:
                if move.startswith(kind):
                    return move
        cards = [move.split()[1] for move in moves if move.startswith("discard")]
        return f"discard {min(cards, key=lambda card: (company(card, cards), -worth(card)))}"

    async def pressed(self, message: Json, move: str) -> Reply:
        """Press the button, or choose from the select, that carries this move."""
        there = controls(self.person.now(message))
        custom_id = next((id_ for id_, moves in there.items() if move in moves), None)
        if custom_id is None:
            raise NotOffered(f"{move} has just gone")
        if custom_id.startswith("m:"):
            return await self.person.press(message, custom_id)
        return await self.person.choose(message, custom_id, move)

    async def typed(self, move: str) -> Reply:
        """The slash command for a move, the cards typed now so, now so."""
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
                raise AssertionError(f"no command for {move}")

    def _as_people_type(self, meld: str) -> str:
        """`7H 8H 9H` now so, now so; the words `as run` as they are."""
        cards, way, kind = meld.partition(" as ")
        style = STYLES[next(self._draws) % len(STYLES)]
        between = " " if len(cards) % 2 else ", "
        return between.join(map(style, cards.split())) + way + kind

    async def slash(self, command: str, **options: object) -> Reply:
        return await self.person.slash(command, in_=self.place, **options)

    async def _say_ready(self) -> None:
        message = newest(self.person.messages(self.place)[-MOST_WITH_BUTTONS:], "ready")
        if message is not None and message["id"] != getattr(self, "_ready_at", None):
            self._ready_at = message["id"]
            await self._tried(self.person.press(message, button(message, "ready")))


async def open_table(club: Club, *names: str, in_: str = "rummy", **options: object) -> Json:
    """The first one opens a table, the others press Join; the lobby's message."""
    host, *guests = (club[name] for name in names)
    reply = await host.slash("table new", in_=in_, **options)
    assert reply.outcome in ("message", "deferred"), reply
    lobby = await host.until(lambda: newest(host.messages(in_), "join"))
    for guest in guests:
        await guest.until(lambda guest=guest: newest(guest.messages(in_), "join"))
        answer = await guest.press(lobby, "Join")
        assert answer.outcome == "update", answer
    return host.now(lobby)


async def start_match(club: Club, *names: str, in_: str = "rummy", **options: object) -> Json:
    """The same, and the host presses Start; returns when the first turn stands in the channel."""
    lobby = await open_table(club, *names, in_=in_, **options)
    number = table_of(lobby)
    assert number is not None
    answer = await club[names[0]].press(lobby, "Start")
    assert answer.outcome in ("deferred_update", "update"), answer
    await club.told(number)
    return lobby


async def play_match(
    club: Club, ways: dict[str, str], *, place: str = "rummy", table: int = 1, seconds: float = 240.0, regrets: int = 0
) -> None:
    """Everybody plays, each in his way, until the match is over."""
    over = asyncio.Event()
    players = [Player(club, club[name], way, place, table, regrets) for name, way in ways.items()]
    tasks = [asyncio.create_task(player.play(over), name=player.person.name) for player in players]
    try:
        async with asyncio.timeout(seconds):
            while not club.query("SELECT closed FROM tables WHERE number = ?", table)[0][0]:
                for task in tasks:
                    if task.done():
                        task.result()
                await asyncio.sleep(0.05)
    except TimeoutError:
        raise AssertionError(f"The match did not end:\n{club.table(table)}\n{players[0].person}") from None
    finally:
        over.set()
        await asyncio.wait(tasks, timeout=WAIT)
        for task in tasks:
            task.cancel()
    for task in tasks:
        if not task.cancelled():
            task.result()
    await club.told(table)


async def turn(club: Club, *, way: str = "dm", table: int = 1, place: str = "rummy") -> Witness:
    """One whole turn of whoever is on turn; who it was."""
    person = club.on_turn(table)
    player = Player(club, person, way, place, table)
    before = club.table(table)
    player._answered = -1
    await {"slash": player._by_slash, "dm": player._by_dm, "hand": player._by_my_hand}[way]()
    after = club.table(table)
    assert after.version > before.version, f"{person.name} could not play:\n{person}"
    await club.told(table)
    return person


async def draw(person: Witness, message: Json | None = None) -> Reply:
    """He presses the button that draws from the stock, under this message or in his direct messages."""
    hand = message or next(message for message in person.dms if "draw stock" in offered(message))
    return await person.press(hand, next(id_ for id_, moves in controls(hand).items() if moves == ["draw stock"]))
