"""The options of `/leaderboard`, and the standings that they mean."""

from dataclasses import dataclass

from bot.competition.refusals import OptionsContradict
from bot.competition.standings import default_league
from bot.interactions.call import Call, server_of
from bot.interactions.league.find_league import find_league, find_season_number
from bot.interactions.services import Services
from bot.league.league_checks import ALL_MATCHES
from bot.messages.league.buttons import LadderPress, StandingsPress
from bot.wording.sentence import Refused

BY_POINTS, BY_RATING = "points", "rating"


@dataclass(frozen=True, slots=True)
class LeaderboardOptions:
    """The options as they were typed."""

    league: str | None
    variant: str | None
    since: str | None
    season: str | None
    live: bool
    by: str | None = None
    cards: str | None = None

    @property
    def are_for_ladder(self) -> bool:
        return self.by == BY_RATING or (self.by is None and self.cards is not None)


def read_ladder(options: LeaderboardOptions) -> LadderPress:
    """Return the first page of the ladder that the options mean. Raise Refused for an option of the standings."""
    given = {"league": options.league, "variant": options.variant, "since": options.since, "season": options.season}
    others = [name for name, value in given.items() if value is not None] + ["live"] * options.live
    if others:
        raise Refused(OptionsContradict(f"by:{BY_RATING}", others[0]))
    return LadderPress(options.cards or "")


async def read_standings(services: Services, call: Call, options: LeaderboardOptions) -> StandingsPress:
    """Return the first page of the standings that the options mean. Raise Refused."""
    _check_together(options)
    leagues, server = services.leagues, server_of(call)
    stored = None
    if options.league != ALL_MATCHES:
        stored = await find_league(services, call, options.league, must_exist=options.season is not None)
    variant = "" if options.variant is None else (await services.variants.find(call.server, options.variant)).name
    league = default_league(server) if stored is None else stored.league
    since = None if options.since is None else leagues.read_day(league, options.since)
    season = await find_season_number(services, stored, options.season)
    return StandingsPress(0 if stored is None else stored.number, season or 0, 0, since, variant)


def _check_together(options: LeaderboardOptions) -> None:
    """Raise Refused(OptionsContradict) for a ladder or its cards, which can't be posted live.

    Raise it for an ended season with an option that is only for the running one, too.
    """
    if options.are_for_ladder:
        raise Refused(OptionsContradict(f"by:{BY_RATING}", "live"))
    if options.cards is not None:
        raise Refused(OptionsContradict(f"by:{BY_POINTS}", "cards"))
    if options.season is None:
        return
    for other, is_given in (("since", options.since is not None), ("live", options.live)):
        if is_given:
            raise Refused(OptionsContradict("season", other))
    if options.league == ALL_MATCHES:
        raise Refused(OptionsContradict("season", f"league:{ALL_MATCHES}"))
