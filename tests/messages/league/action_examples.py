"""Lines of the log of every kind, and protests in every state. Names and other data contain no letters."""

from collections.abc import Iterator
from itertools import pairwise

from msgspec.structs import replace

from bot.competition.corrections import Protest
from bot.league.corrections import PutBack, Reinstate, Remove, SwapBack, SwapPeople, Void
from bot.league.organiser_actions import (
    Action,
    BrokenOff,
    Corrected,
    LeagueArchived,
    LeagueCreated,
    LeagueEdited,
    LogLine,
    PlayerRemoved,
    ProtestAnswered,
    Protested,
    RoleChosen,
    ScheduleMade,
    SeasonEnded,
    SettingChange,
    TableWaits,
    TimeAdded,
    TournamentWaits,
    Undone,
)
from bot.league.standings import Effect, Move
from bot.league.tournament.events import TournamentChanged, TournamentKind, TournamentPlan
from tests.rummy.presets import variant

DAY = 86_400_000
TEXTS = ("larger_rematches", "shortest", "name", "scheme", "games", "least", "rematches", "zone", "season_end", "777")
SCHEMES = ("wins", "3: 5 3 1; 2: 2 0", "3: 6 3 1; 4: 5 3 1 0; ties: none", "card points", "card points; ties: wins", "wins")
SWITCHES = ("house_rules", "requires_clock", "rated")
CHANGES = (
    *(SettingChange(name, "5", "6") for name in TEXTS),
    *(SettingChange(name, not after, after) for name in SWITCHES for after in (True, False)),
    *(SettingChange("shortest", before, after) for before, after in (("one", "short"), ("full", "one"))),
    *(SettingChange("scheme", before, after) for before, after in pairwise(SCHEMES)),
    SettingChange("channel", None, 5),
    *(SettingChange("daily", before, after) for before, after in ((None, "5"), ("5", None))),
    SettingChange("announcements", 5, 6),
)
GAME = replace(variant(), title="55")
OLD_PLAN = TournamentPlan(replace(GAME, title="56"), TournamentKind.KNOCKOUT, pace="none", start=5000, days=7)
MOVES = (Move(2, None, 1), Move(3, 2, None), Move(4, 3, 2))
EFFECTS = (Effect("77", 1, 1, MOVES[:1]), Effect("88", 2, 3, MOVES), Effect("99", 3, 0))


def every_action() -> Iterator[Action]:
    """Yield an action of each kind, and in each form that has a sentence of its own."""
    yield LeagueCreated("77")
    yield LeagueEdited("77", CHANGES)
    yield from (SeasonEnded("77", season) for season in ("66", "6.6"))
    yield LeagueArchived("77")
    yield Undone(1, SeasonEnded("77", "6.6"))
    for whose in (None, 2, 3):
        for what in (
            SeasonEnded("77", "66"),
            LeagueArchived("77"),
            ScheduleMade("77", 5, replaces=True),
            TimeAdded("77", 2, 3),
        ):
            yield Undone(1, what, whose)
    yield from (ScheduleMade("77", 5, replaces=one) for one in (False, True))
    yield from (TimeAdded("77", 2, days) for days in (1, 3))
    yield from (RoleChosen(*roles) for roles in ((None, 5), (5, 6), (5, None)))
    yield from (BrokenOff(7), TableWaits(7), TournamentWaits(7, "77", 5), PlayerRemoved(7, 3))
    yield from (Corrected(7, one) for one in (Void(), Reinstate(), SwapPeople(1, 2), SwapBack(1, 2), Remove(2), PutBack(3)))
    yield Protested(7)
    yield ProtestAnswered(7, 3)
    yield TournamentChanged(1, "77", "78", TournamentPlan(GAME, TournamentKind.SWISS, 3), OLD_PLAN)


def every_line() -> Iterator[LogLine]:
    """Yield a line for each action, with and without a reason and effects."""
    for number, what in enumerate(every_action(), start=1):
        yield LogLine(number, DAY, 2, what, "5")
        yield LogLine(100 + number, DAY, 2, what, "", EFFECTS, is_own=True, unannounced=(5, 6))


def every_protest() -> Iterator[Protest]:
    for why in ("5", ""):
        line = LogLine(1, DAY, 2, Protested(7), why)
        yield Protest(line)
        yield Protest(line, LogLine(2, DAY, 3, ProtestAnswered(7, 2), "6"))
