"""A league as it is typed: the options of `/league create` and `/league edit`, read into the league that they ask for."""

from collections.abc import Iterator
from dataclasses import dataclass
from zoneinfo import available_timezones

from msgspec.structs import replace

from bot.competition.refusals import LeagueRefused, OptionsContradict, SeasonEndNotUnderstood
from bot.interactions.services import Interaction, Services
from bot.league.days import read_day
from bot.league.league import ByHand, League, Monthly, OnDay, SeasonEnd
from bot.league.scheme.scheme import ByPlacing
from bot.league.scheme.scheme_text import read_scheme
from bot.messages.text import clean_line
from bot.rummy.variant.variant import Variant

ALL = "all"
BY_HAND, MONTHLY = "by hand", "monthly"


@dataclass(frozen=True, slots=True)
class LeagueOptions:
    """What was typed; None leaves it as it is."""

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


async def league_from(services: Services, interaction: Interaction, league: League, wishes: LeagueOptions) -> League:
    """The league with what was typed.

    Raises SchemeRefused, Refused(NoSuchVariant), LeagueRefused(SeasonEndNotUnderstood) and LeagueRefused(OptionsContradict).
    """
    channel = league.channel if wishes.channel is None else wishes.channel
    if wishes.everywhere:
        if wishes.channel is not None:
            raise LeagueRefused(OptionsContradict("channel", "everywhere"))
        channel = None
    return replace(
        league,
        name=league.name if wishes.name is None else clean_line(wishes.name),
        scheme=league.scheme if wishes.points is None else read_scheme(wishes.points, league.scheme),
        games=league.games if wishes.games is None else await _games(services, interaction, wishes.games),
        house_rules=league.house_rules if wishes.house_rules is None else wishes.house_rules,
        channel=channel,
        least=league.least if wishes.least is None else wishes.least,
        rated=league.rated if wishes.rated is None else wishes.rated,
        zone=league.zone if wishes.zone is None else wishes.zone.strip(),
        rematches=league.rematches if wishes.rematches is None else wishes.rematches,
        season_end=league.season_end if wishes.ends is None else read_end(wishes.ends),
    )


def read_end(text: str) -> SeasonEnd:
    """When a season ends. Raises LeagueRefused(SeasonEndNotUnderstood)."""
    match text.strip().lower():
        case "by hand":
            return ByHand()
        case "monthly":
            return Monthly()
        case _:
            day = read_day(text)
            if day is None:
                raise LeagueRefused(SeasonEndNotUnderstood(text))
            return OnDay(day)


def without_points(league: League, presets: tuple[Variant, ...]) -> tuple[int, ...]:
    """The sizes of matches that can be played in the league, and for which its scheme has no points."""
    if not isinstance(league.scheme, ByPlacing):
        return ()
    return tuple(size for size in league.sizes(presets) if size not in league.scheme.points)


async def _games(services: Services, interaction: Interaction, typed: str) -> tuple[Variant, ...]:
    names = [name for name in (part.strip() for part in typed.split(",")) if name]
    if [name.lower() for name in names] in ([], [ALL]):
        return ()
    found = [await services.variants.find(interaction.guild_id, name) for name in names]
    return tuple({game.name: game for game in found}.values())


def zones(typed: str) -> Iterator[str]:
    """Names of time zones that say this; what begins so comes first."""
    text = typed.strip().lower().replace(" ", "_")
    found = [name for name in available_timezones() if (text in name.lower() and "/" in name) or name == "UTC"]
    yield from sorted(found, key=lambda name: (not name.lower().startswith(text), name.startswith("Etc/"), name))
