"""The options of `/league create` and `/league edit`, and how they change a league."""

from dataclasses import dataclass

from msgspec.structs import replace

from bot.competition.refusals import OptionsContradict
from bot.interactions.call import Call
from bot.interactions.services import Services
from bot.league.days import read_day, write_day
from bot.league.league import SEASON_ENDS, League, OnDay, SeasonEnd
from bot.league.scheme.scheme import ByPlacing
from bot.league.scheme.scheme_text import read_scheme
from bot.messages.text import clean_line
from bot.rummy.variant.length import Length
from bot.rummy.variant.variant import Variant
from bot.wording.sentence import Refusal, Refused, Typed

ALL_GAMES = "all"


class SeasonEndNotUnderstood(Refusal):
    """The text does not say when seasons end."""

    text: Typed
    sentence = (
        "“{text}” isn't a valid season end. Use `by hand`, `weekly`, `every two weeks`, `monthly`, `quarterly` "
        "or a date like 2026-12-31."
    )


@dataclass(frozen=True, slots=True)
class LeagueOptions:
    """The options as they were typed; None changes nothing."""

    name: str | None = None
    points: str | None = None
    games: str | None = None
    house_rules: bool | None = None
    channel: int | None = None
    everywhere: bool | None = None
    least: int | None = None
    rated: bool | None = None
    zone: str | None = None
    rematches: int | None = None
    ends: str | None = None
    requires_clock: bool | None = None
    shortest: str | None = None
    larger_rematches: int | None = None
    announcements: int | None = None


async def apply_options(services: Services, call: Call, league: League, options: LeagueOptions) -> League:
    """Return the league as the options change it.

    Raise Refused.
    """
    channel = league.channel if options.channel is None else options.channel
    if options.everywhere:
        if options.channel is not None:
            raise Refused(OptionsContradict("channel", "everywhere"))
        channel = None
    return replace(
        league,
        name=league.name if options.name is None else clean_line(options.name),
        scheme=league.scheme if options.points is None else read_scheme(options.points, league.scheme),
        games=league.games if options.games is None else await _read_games(services, call, options.games),
        house_rules=league.house_rules if options.house_rules is None else options.house_rules,
        channel=channel,
        least=league.least if options.least is None else options.least,
        rated=league.rated if options.rated is None else options.rated,
        zone=league.zone if options.zone is None else options.zone.strip(),
        rematches=league.rematches if options.rematches is None else options.rematches,
        larger_rematches=league.larger_rematches if options.larger_rematches is None else options.larger_rematches,
        requires_clock=league.requires_clock if options.requires_clock is None else options.requires_clock,
        shortest=league.shortest if options.shortest is None else Length(options.shortest),
        announcements=league.announcements if options.announcements is None else options.announcements,
        season_end=league.season_end if options.ends is None else _read_season_end(options.ends),
    )


def season_end_as_typed(season_end: SeasonEnd) -> str:
    """Return the text that means this end of a season."""
    if isinstance(season_end, OnDay):
        return write_day(season_end.day)
    return next(text for text, end in SEASON_ENDS.items() if end == season_end)


def sizes_without_points(league: League, presets: tuple[Variant, ...]) -> tuple[int, ...]:
    """Return how many people can play a match in this league for which its scheme has no points."""
    if not isinstance(league.scheme, ByPlacing):
        return ()
    return tuple(size for size in league.sizes(presets) if size not in league.scheme.points)


async def _read_games(services: Services, call: Call, typed: str) -> tuple[Variant, ...]:
    names = [name for name in (part.strip() for part in typed.split(",")) if name]
    if [name.lower() for name in names] in ([], [ALL_GAMES]):
        return ()
    found = [await services.variants.find(call.server, name) for name in names]
    return tuple({game.name: game for game in found}.values())


def _read_season_end(text: str) -> SeasonEnd:
    if (found := SEASON_ENDS.get(" ".join(text.lower().split()))) is not None:
        return found
    day = read_day(text)
    if day is None:
        raise Refused(SeasonEndNotUnderstood(text))
    return OnDay(day)
