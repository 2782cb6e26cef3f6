"""The definition of a league: which matches of its server count in it, and what they are worth."""

import re
import unicodedata
from typing import Annotated, ClassVar

from msgspec import Meta, Struct

from bot.league.days import fixed_clock, is_zone, read_day, start_of_day, write_day
from bot.league.match_facts import MatchResult
from bot.league.scheme import MATCH_SIZES, ByCards, ByWins, Ranking, Scheme
from bot.rummy.variant import Length, Variant, differing_questions
from bot.wording.sentence import Channel, Code, Day, Few, Refusal, Sentence, Shown, Typed

_UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200d\u2060-\u2064\u2800\ufe00-\ufe0f\U000e0100-\U000e01ef]"
)
"""Printable signs of which nothing is seen: joiners, selectors, and letters that are blank (NFKC writes some of them alike)."""


def name_key(name: str) -> str:
    """Return a text that is equal for names that differ only in case, width, spaces or what can't be seen."""
    return " ".join(_UNSEEN.sub("", unicodedata.normalize("NFKC", name)).split()).casefold()


def is_blank(text: str) -> bool:
    """Return True if nothing of the text can be seen."""
    return not any(sign.isprintable() for sign in name_key(text))


class ByHand(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A season ends when an organiser ends it."""


class OnDay(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The running season ends with this day, counted as in `days.py`; the next one by hand, or on another day."""

    day: int


class Weekly(Struct, frozen=True, tag=True, forbid_unknown_fields=True, omit_defaults=True):
    """A season ends with the week in which it began, or in which this rule was set. Weeks begin on `first_day`, 0 is Monday."""

    first_day: Annotated[int, Meta(ge=0, le=6)] = 0


class EveryTwoWeeks(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A season ends with a week, at least eight days after it began: with its second week if it began on a Monday."""


class Monthly(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A season ends with the month in which it began, or in which this rule was set."""


class Quarterly(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A season ends with the quarter of the year in which it began, or in which this rule was set."""


SeasonEnd = ByHand | OnDay | Weekly | EveryTwoWeeks | Monthly | Quarterly
SEASON_ENDS: dict[str, SeasonEnd] = {
    "by hand": ByHand(),
    "weekly": Weekly(),
    "weekly from tuesday": Weekly(1),
    "weekly from wednesday": Weekly(2),
    "weekly from thursday": Weekly(3),
    "weekly from friday": Weekly(4),
    "weekly from saturday": Weekly(5),
    "weekly from sunday": Weekly(6),
    "every two weeks": EveryTwoWeeks(),
    "monthly": Monthly(),
    "quarterly": Quarterly(),
}
"""The ends of a season that are typed as words."""


def read_season_end(text: str) -> SeasonEnd | None:
    """Return the end of a season that was typed as words or as its last day; None if it can't be understood."""
    if (found := SEASON_ENDS.get(" ".join(text.lower().split()))) is not None:
        return found
    day = read_day(text)
    return None if day is None else OnDay(day)


def write_season_end(season_end: SeasonEnd) -> str:
    """Return the text that means this end of a season."""
    if isinstance(season_end, OnDay):
        return write_day(season_end.day)
    return next(text for text, end in SEASON_ENDS.items() if end == season_end)


class League(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A league as its organisers have defined it.

    `server` and `channel` are Discord ids; if `channel` is None, matches in all channels count. `games` are the games that
    count; empty means all. If `house_rules` is False, only matches that follow every answer of their game count. With
    `requires_clock`, only matches whose turns had a clock count. `least` is how many matches a person needs to be ranked.
    `rated`: the matches count for the rating. `zone` is the IANA time zone of its days and weeks. `rematches` is how many
    matches of the same two people count in a day at tables of two, `larger_rematches` at larger tables. `daily` is how many
    matches of a person count in a day, None for any number. `shortest` is the length that a match must reach.
    `announcements` is the channel (a Discord id) that shows what organisers do; None in a league of an earlier version.
    Unless the `ranking` is by points, a person needs a third of the median of matches, too. `per_deal`: card points are those
    of an average deal, against the average of the table; False in seasons of earlier versions.
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
    larger_rematches: Annotated[int, Meta(ge=1)] = 12
    daily: Annotated[int, Meta(ge=1)] | None = None
    season_end: SeasonEnd = ByHand()
    requires_clock: bool = False
    shortest: Length = Length.SHORT
    announcements: int | None = None
    ranking: Ranking = Ranking.POINTS
    per_deal: bool = False

    @property
    def key(self) -> str:
        """The name as it is compared: two leagues of a server can't have the same key."""
        return name_key(self.name)

    def sizes(self, presets: tuple[Variant, ...] = ()) -> range:
        """Return the possible numbers of people in its matches; `presets` are all games, for a league that names none."""
        games = self.games or presets
        return range(2, 1 + max((game.players[1] for game in games), default=MATCH_SIZES[-1]))

    def fits(self, match: MatchResult) -> bool:
        """Return True if the match is played where and by the rules that the league asks for."""
        return why_match_does_not_fit(self, match) is None


class WhyNot(Sentence):
    """Why a match doesn't count in a league, whose name is told to who shows it. `code` stands for it in exports."""

    code: ClassVar[str]


class OtherServer(WhyNot):
    code = "other_server"
    sentence = "Doesn't count for {league}: it belongs to another server."


class OtherChannel(WhyNot):
    code = "other_channel"
    channel: Channel
    sentence = "Doesn't count for {league}: only matches in {channel} do."


class OtherGame(WhyNot):
    """The titles of the games that count."""

    code = "other_game"
    games: Annotated[tuple[str, ...], Shown.GAME, Few]
    sentence = "Doesn't count for {league}: only matches of {games} do."


class OtherRules(WhyNot):
    code = "house_rules"
    sentence = "Doesn't count for {league}: house rules, or another length."


class OtherValues(WhyNot):
    code = "card_values"
    sentence = "Doesn't count for {league}: house rules change the points of cards or of going rummy, or who pays."


class NoClock(WhyNot):
    code = "no_clock"
    sentence = "Doesn't count for {league}: it requires a clock."


def why_match_does_not_fit(league: League, match: MatchResult) -> WhyNot | None:
    """Return why the match doesn't fit the league; None if it does."""
    if match.server != league.server:
        return OtherServer()
    if league.channel is not None and match.channel != league.channel:
        return OtherChannel(league.channel)
    if (other := _why_game_does_not_fit(league, match)) is not None:
        return other
    return NoClock() if league.requires_clock and not match.has_clock else None


def _why_game_does_not_fit(league: League, match: MatchResult) -> WhyNot | None:
    house_rules = match.house_rules
    if league.games:
        game = next((game for game in league.games if game.name == match.variant.name), None)
        if game is None:
            return OtherGame(tuple(game.title for game in league.games))
        house_rules = differing_questions(match.variant, game)
    if house_rules and not league.house_rules:
        return OtherRules()
    changes_values = not _VALUES.isdisjoint(house_rules) or ("ace" in house_rules and match.variant.ace_points == "auto")
    return OtherValues() if changes_values and match.has_card_rules and isinstance(league.scheme, ByCards) else None


_VALUES = frozenset(
    (
        *("ace_points", "court_points", "joker_points", "figure_points", "rummy_add", "rummy_bonus", "scoring"),
        *("gin_scores", "spades_double", "games_at_once"),
    )
)
"""The questions of the rules that are answered by what a card, going rummy or gin is worth, how often, or who pays for it."""


MAX_NAME_LENGTH = 100
ALL_MATCHES = "*"
"""Typed instead of the name of a league: all matches of the server."""
MAX_MATCHES = 1000
"""The highest value of a setting that counts matches."""


class NameMissing(Refusal):
    sentence = "A league needs a name. Choose one."


class NameTooLong(Refusal):
    count: int
    sentence = "A league's name can have at most {count} characters. Shorten it."


class LeagueNameTaken(Refusal):
    name: Typed
    sentence = "This server already has a league called “{name}”. Choose another name."


class NoSuchZone(Refusal):
    zone: Typed
    sentence = "“{zone}” isn't a time zone. Write it like `Europe/Rome` or `UTC`."


class NoSummerTime(Refusal):
    zone: Typed
    offset: Code
    time: Code
    sentence = "“{zone}” means {offset} all year: it's {time} there now. Write a city, like `America/New_York`."


class DayIsOver(Refusal):
    day: Day
    sentence = "{day} has passed. Choose a later day."


class NameMeansAll(Refusal):
    name: Code = ALL_MATCHES
    sentence = "{name} stands for all matches. Choose another name."


def check_league(league: League, others: tuple[League, ...], *, now: int) -> list[Refusal]:
    """Return everything that is wrong with the league; `others` are the other leagues of its server, `now` is epoch ms."""
    faults: list[Refusal] = []
    if not league.key:
        faults.append(NameMissing())
    if league.key == ALL_MATCHES:
        faults.append(NameMeansAll())
    if len(league.name) > MAX_NAME_LENGTH:
        faults.append(NameTooLong(MAX_NAME_LENGTH))
    faults.extend(LeagueNameTaken(other.name) for other in others if other.key == league.key)
    if not is_zone(league.zone):
        faults.append(NoSuchZone(league.zone))
    elif fixed := fixed_clock(league.zone, now):
        faults.append(NoSummerTime(league.zone, *fixed))
    elif isinstance(league.season_end, OnDay) and start_of_day(league.season_end.day + 1, league.zone) <= now:
        faults.append(DayIsOver(league.season_end.day))
    return faults
