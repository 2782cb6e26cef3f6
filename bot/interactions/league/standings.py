"""Standings, ladders and statistics, by command and by the buttons that turn their pages."""

from collections.abc import Sequence
from dataclasses import dataclass

from discord import Member, User
from msgspec import structs

from bot.competition.refusals import OptionsContradict
from bot.competition.standings import all_matches, numbered_league
from bot.interactions.call import Call, LeagueServices, Reply, server_of
from bot.interactions.daily import read_streaks
from bot.interactions.league.find_named import choose_league, find_person, find_season_number
from bot.interactions.permissions import check_place, only_organisers
from bot.interactions.rate_limits import Limited
from bot.interactions.routes import presses
from bot.interactions.table.variants import find_variant
from bot.league.league import ALL_MATCHES
from bot.league.ratings import most_rated_deck, shown_points
from bot.league.seasons import StoredLeague
from bot.messages.league.pages import LadderPress, StandingsPress
from bot.messages.league.standings import Leaderboard, leaderboard_layout
from bot.messages.league.stats import ladder_layout, stats_layout
from bot.messages.pictures.picture import PictureGallery
from bot.messages.pictures.rating_chart import RatingPoint
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


async def leaderboard(services: LeagueServices, call: Call, options: LeaderboardOptions) -> Reply:
    """Return the first page of the standings or the ladder that the options mean. Raise Refused."""
    if options.are_for_ladder:
        return await _ladder_page(services, call, _read_ladder(options))
    leagues = await services.leagues.all(server_of(call), include_archived=True)
    return await _leaderboard_page(services, call, await _read_standings(services, call, options, leagues), leagues)


@presses.on(StandingsPress)
async def _turn_page(services: LeagueServices, call: Call, press: StandingsPress) -> Reply:
    leagues = await services.leagues.all(server_of(call), include_archived=True)
    return await _leaderboard_page(services, call, press, leagues)


async def _leaderboard_page(
    services: LeagueServices, call: Call, press: StandingsPress, leagues: Sequence[StoredLeague]
) -> Reply:
    """Return a page of the standings, with the row of the person who asks. `leagues` are all of the server."""
    server = server_of(call)
    standings = await services.standings.table(
        server,
        numbered_league(leagues, press.league) if press.league else None,
        season=press.season,
        variant=press.variant,
        since=press.since,
    )
    page = Leaderboard(
        standings,
        services.people_in(call),
        press,
        services.api.server_name(server),
        reader=(await services.person(call)).number,
        other_leagues=tuple(one.name for one in leagues if one.archived_at is None and one.number != press.league),
    )
    return Reply(view=leaderboard_layout(page, services.say(call)), replaces_pressed=call.is_whispered)


@presses.on(LadderPress)
async def _ladder_page(services: LeagueServices, call: Call, press: LadderPress) -> Reply:
    """Return a page of the server's ladder, with the row of the person who asks."""
    server = server_of(call)
    deck, rows = await services.match_history.ladder(server, press.deck)
    leagues = await services.leagues.all(server)
    view = ladder_layout(
        rows,
        services.people_in(call),
        structs.replace(press, deck=deck),
        services.api.server_name(server),
        (await services.person(call)).number,
        services.say(call),
        has_rated_league=any(stored.league.rated for stored in leagues),
    )
    return Reply(view=view, replaces_pressed=call.is_whispered)


@only_organisers
async def post_live_standings(services: LeagueServices, call: Call, options: LeaderboardOptions) -> Reply:
    """Post standings in this channel that are kept up to date. Raise Refused."""
    server, say = server_of(call), services.say(call)
    press = await _read_standings(services, call, options, await services.leagues.all(server, include_archived=True))
    await check_place(services, call, thread=False)
    await services.league_posts.post_standings(server, call.channel, press, call.id)
    return Reply(text=say("Posted. It updates until you delete it."))


def _read_ladder(options: LeaderboardOptions) -> LadderPress:
    """Return the first page of the ladder that the options mean. Raise Refused for an option of the standings."""
    given = {"league": options.league, "variant": options.variant, "since": options.since, "season": options.season}
    others = [name for name, value in given.items() if value is not None] + ["live"] * options.live
    if others:
        raise Refused(OptionsContradict(f"by:{BY_RATING}", others[0]))
    return LadderPress(options.cards or "")


async def _read_standings(
    services: LeagueServices, call: Call, options: LeaderboardOptions, leagues: Sequence[StoredLeague]
) -> StandingsPress:
    """Return the first page of the standings that the options mean. Raise Refused."""
    _check_together(options)
    stored = None
    if options.league != ALL_MATCHES:
        stored = choose_league(leagues, call, options.league, must_exist=options.season is not None)
    variant = "" if options.variant is None else (await find_variant(services, call, options.variant)).name
    league = all_matches(server_of(call)).league if stored is None else stored.league
    since = None if options.since is None else services.leagues.read_day(league, options.since)
    season = await find_season_number(services, stored, options.season)
    return StandingsPress(0 if stored is None else stored.number, season or 0, since, variant)


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


async def stats_page(services: LeagueServices, call: Call, user: Member | User | None, *others: Member | User | None) -> Reply:
    """Return the stats of a user (None: the person who asks) and of the `others` that aren't None.

    People with a line in the chart come first. Raise Refused, also in a direct message and for too many pictures.
    """
    server, say = server_of(call), services.say(call)
    users = (user, *(other for other in others if other is not None))
    people = [(await find_person(services, call, one)).number for one in users]
    stats, ratings = await services.match_history.compare(server, people)
    deck = most_rated_deck(ratings)
    lines = {one.person: await _rating_line(services, server, deck, one.person) for one in stats}
    stats.sort(key=lambda one: not lines[one.person])
    look = services.pictures.of_person(await services.person(call))
    chosen, now = look["pictures"], services.now()
    daily = {one.person: await read_streaks(services.days, one.person, now) for one in stats}
    named = services.people_in(call)
    view = stats_layout(stats, ratings, named, say, deck=deck, lines=lines, pictures=chosen, now=now, daily=daily)
    if any(isinstance(item, PictureGallery) for item in view.walk_children()):
        services.count(Limited.PICTURE, call)
    return Reply(view=view)


async def _rating_line(services: LeagueServices, server: int, deck: str, person: int) -> list[RatingPoint]:
    """Return the person's rating after each rated match."""
    history = await services.match_history.rating_history(server, deck, person) if deck else []
    return [RatingPoint(at, shown_points(rating)) for at, rating in history]
