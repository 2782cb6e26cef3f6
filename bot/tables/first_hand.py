"""The first hand: a written deal that teaches rami. Nothing of it is stored: each step is a table that exists beforehand."""

from msgspec import Struct, toml
from msgspec.structs import replace

from bot.players.choice import Level
from bot.rummy.cards import Card
from bot.rummy.decide import decide
from bot.rummy.moves import DealCards, Move, SeatMove, StartMatch, read_move
from bot.rummy.variant import Variant
from bot.tables.apply_event import apply_events, fold
from bot.tables.events import NO_CLOCK, ComputerSatDown, TableOpened
from bot.tables.table import Table
from bot.wording.sentence import Refusal

LEARNER, ROSA = 0, -1
"""The learner's seat, and the number of their opponent, a computer whose moves are written down."""
_ANYONE = 1  # a person


class OtherMove(Refusal):
    """The learner tries another move than that of the step; the words are those of the step."""

    step: int


class Step(Struct, frozen=True):
    """The table at a step of the first hand, and the move that leads on; None before the first one, and at the end."""

    table: Table
    move: SeatMove | None = None
    raised: tuple[Card, ...] = ()

    def table_of(self, person: int, server: int, channel: int) -> Table:
        """Return the table with this person as the learner, in this place."""
        seats = replace(self.table.seats, people=(person,), occupants=(person, ROSA))
        return replace(self.table, server=server, channel=channel, seats=seats)


class _WrittenStep(Struct, frozen=True, forbid_unknown_fields=True):
    raised: tuple[Card, ...]
    move: str
    rosa: tuple[str, ...] = ()


class _Written(Struct, frozen=True, forbid_unknown_fields=True):
    hand_size: int
    seats: tuple[tuple[int, ...], int]
    seed: str
    steps: tuple[_WrittenStep, ...]


def play_first_hand(text: str, rami: Variant) -> tuple[Step, ...]:
    """Return the steps from the first look at the cards to the end. Raise IllegalMove for a move that the rules forbid."""
    written = toml.decode(text, type=_Written)
    variant = replace(rami, hand_size=written.hand_size, match_target="none", match_deals=1)
    opened = TableOpened(0, 0, _ANYONE, variant, thread=False, at=0, preset=rami, clock=NO_CLOCK, is_private=True)
    table = fold(0, (opened, ComputerSatDown(ROSA, Level.EASY)))
    table = _after(table, None, StartMatch(variant, 2, written.seed, written.seats))
    table = _after(table, None, DealCards(written.seed))
    steps = [Step(table)]
    for step in written.steps:
        move = read_move(step.move)
        steps.append(Step(table, move, step.raised))
        table = _after(table, LEARNER, move)
        for answer in step.rosa:
            table = _after(table, 1 - LEARNER, read_move(answer))
    return (*steps, Step(table))


def _after(table: Table, seat: int | None, move: Move) -> Table:
    return apply_events(table, decide(table.match, seat, move))
