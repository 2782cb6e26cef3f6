"""What a league is: which matches of its server count in it, and for what."""

from dataclasses import dataclass
from typing import Annotated, Protocol

from msgspec import Meta, Struct

from bot.league.scheme import ByWins, Scheme
from bot.league.scheme_text import MATCH_SIZES
from bot.rummy.variant.variant import Variant, differing_questions


class ByHand(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A season ends when an organiser says so."""


class OnDay(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The season ends with this day, counted as in `days.py`; the next one by hand, or on another day."""

    day: int


class Monthly(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A season ends with the month in which it began, or in which this was decided."""


SeasonEnd = ByHand | OnDay | Monthly


class League(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`server` and `channel` are Discord ids; without a channel the league is open in all.

    `games`: those that count; none named is every game. Without `house_rules`, only matches that are played by a game as it
    is, in every answer. `least`: so many matches have to be played for a place. `rated`: its matches count for the rating.
    `zone`: in whose days and weeks it lives (IANA). `rematches`: so many matches of the same people count in a day.
    """

    server: int
    name: str
    scheme: Scheme = ByWins()
    channel: int | None = None
    games: tuple[Variant, ...] = ()
    house_rules: bool = True
    least: Annotated[int, Meta(ge=1)] = 1
    rated: bool = False
    zone: str = "UTC"
    rematches: Annotated[int, Meta(ge=1)] = 5
    season_end: SeasonEnd = ByHand()

    @property
    def key(self) -> str:
        """Two leagues of a server may not have the same."""
        return " ".join(self.name.split()).casefold()

    def sizes(self, presets: tuple[Variant, ...] = ()) -> range:
        """How many people its matches can have; `presets`: the games there are, where it names none."""
        games = self.games or presets
        return range(2, 1 + max((game.players[1] for game in games), default=MATCH_SIZES[-1]))

    def fits(self, match: "Playable") -> bool:
        """Whether a match (or a table in its lobby) is of this league, by where and what is played."""
        return misfit(self, match) is None


class Playable(Protocol):
    """What is asked of a match, or of a table before it has become one."""

    @property
    def server(self) -> int: ...
    @property
    def home(self) -> int: ...
    @property
    def variant(self) -> Variant: ...
    @property
    def house_rules(self) -> tuple[str, ...]: ...


@dataclass(frozen=True, slots=True)
class OtherServer:
    pass


@dataclass(frozen=True, slots=True)
class OtherChannel:
    """The league is open in this one only."""

    channel: int


@dataclass(frozen=True, slots=True)
class OtherGame:
    """The titles of the games that count."""

    games: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OtherRules:
    """It was played by house rules; these questions are answered otherwise than in the game that counts."""

    questions: tuple[str, ...]


Misfit = OtherServer | OtherChannel | OtherGame | OtherRules


def misfit(league: League, match: Playable) -> Misfit | None:
    """Why the match is not of this league; None if it is."""
    if match.server != league.server:
        return OtherServer()
    if league.channel is not None and match.home != league.channel:
        return OtherChannel(league.channel)
    if not league.games:
        return None if league.house_rules or not match.house_rules else OtherRules(match.house_rules)
    game = next((game for game in league.games if game.name == match.variant.name), None)
    if game is None:
        return OtherGame(tuple(game.title for game in league.games))
    if league.house_rules:
        return None
    questions = differing_questions(match.variant, game)
    return OtherRules(questions) if questions else None
