"""Pages of standings, histories, matches and the log of organisers, by command and by the buttons that turn them."""

from dataclasses import dataclass

from discord import Member, User
from msgspec import structs

from bot.competition.eligibility import eligibility_in_leagues
from bot.competition.protests import protests_in
from bot.competition.refusals import OptionsContradict, PersonUnknown
from bot.competition.standings import default_league
from bot.delivery.picture_choices import PictureChoices
from bot.interactions.call import Call, server_of
from bot.interactions.league.card_access import may_see_cards
from bot.interactions.league.find_league import find_league, find_season_number
from bot.interactions.league.find_person import find_person
from bot.interactions.league.organisers import server_of_organiser
from bot.interactions.league.protest_actions import possible_presses
from bot.interactions.permissions import check_permissions
from bot.interactions.reply import Reply
from bot.interactions.routes import presses
from bot.interactions.services import Services
from bot.league.league_checks import ALL_MATCHES
from bot.messages.league.buttons import HistoryPress, LadderPress, LogPress, StandingsPress
from bot.messages.league.finished_match import finished_match_layout
from bot.messages.league.history import MATCHES_ON_A_PAGE, history_layout
from bot.messages.league.ladder import LadderPage, ladder_layout
from bot.messages.league.organiser_log import LINES_ON_A_PAGE, organiser_log_layout
from bot.messages.league.standings import Leaderboard, leaderboard_layout
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


async def leaderboard(services: Services, call: Call, options: LeaderboardOptions) -> Reply:
    """Return the first page of the standings or the ladder that the options mean. Raise Refused."""
    if options.are_for_ladder:
        return await _ladder_page(services, call, _read_ladder(options))
    return await _leaderboard_page(services, call, await _read_standings(services, call, options))


@presses.on(StandingsPress)
async def _leaderboard_page(services: Services, call: Call, press: StandingsPress) -> Reply:
    """Return a page of the standings, with the row of the person who asks."""
    server = server_of(call)
    standings = await services.standings.of_league(
        server, press.league, season=press.season, variant=press.variant, since=press.since
    )
    page = Leaderboard(
        standings,
        services.people,
        press,
        services.api.server_name(server),
        reader=(await services.person(call)).number,
        other_leagues=tuple(one.name for one in await services.leagues.all(server) if one.number != press.league),
    )
    return Reply(view=leaderboard_layout(page, services.say(call)), replaces_pressed=call.is_whispered)


@presses.on(LadderPress)
async def _ladder_page(services: Services, call: Call, press: LadderPress) -> Reply:
    """Return a page of the server's ladder, with the row of the person who asks."""
    server = server_of(call)
    ladder = await services.match_history.ladder(server, press.deck)
    leagues = await services.leagues.all(server)
    page = LadderPage(
        ladder,
        services.people,
        structs.replace(press, deck=ladder.deck),
        services.api.server_name(server),
        (await services.person(call)).number,
        has_rated_league=any(stored.league.rated for stored in leagues),
    )
    return Reply(view=ladder_layout(page, services.say(call)), replaces_pressed=call.is_whispered)


async def post_live_standings(services: Services, call: Call, options: LeaderboardOptions) -> Reply:
    """Post standings in this channel that are kept up to date; only for organisers. Raise Refused."""
    press = await _read_standings(services, call, options)
    server, say = await server_of_organiser(services, call), services.say(call)
    check_permissions(call, thread=False)
    await services.live_standings.post(server, call.channel, press, call.id)
    return Reply(text=say("These standings update automatically (at most once a minute) until you delete the message."))


async def history(services: Services, call: Call, user: Member | User | None) -> Reply:
    """Return the newest matches of a user; for None, of the person who asks."""
    server_of(call)  # refuses direct messages
    person = await find_person(services, call, user)
    return await _history_page(services, call, HistoryPress(person.number))


@presses.on(HistoryPress)
async def _history_page(services: Services, call: Call, press: HistoryPress) -> Reply:
    """Return a page of the matches of a person, or of all matches of the server."""
    server = server_of(call)
    page = await services.match_history.page(server, press.person or None, press.page, size=MATCHES_ON_A_PAGE)
    if not page.total and press.person not in (0, (await services.person(call)).number):
        raise Refused(PersonUnknown())  # a history must not reveal people of other servers
    return Reply(view=history_layout(page, services.people, press, services.say(call)), replaces_pressed=call.is_whispered)


async def match(services: Services, call: Call, number: int) -> Reply:
    """Return a finished match; its cards only if the person may see them."""
    found = await services.match_history.match(server_of(call), number)
    protests = protests_in(await services.organiser_log.of_match(number))
    has_cards = await may_see_cards(services, call, found.original)
    reader = await services.person(call)
    view = finished_match_layout(
        found.match,
        services.people,
        eligibility_in_leagues(found.match, found.verdicts),
        services.say(call),
        has_cards=has_cards,
        played=found.original,
        made=found.corrections,
        protests=protests,
        presses=await possible_presses(services, call, found, protests),
        pictures=PictureChoices(services.api, services.server_settings).of_person(reader)["pictures"],
    )
    return Reply(view=view)


async def log(services: Services, call: Call, league: str | None) -> Reply:
    """Return what organisers did last in the whole server, or in the league with this name."""
    server, leagues = server_of(call), services.leagues
    stored = None if league is None else await leagues.find(server, league, include_archived=True)
    return await _log_page(services, call, LogPress(0 if stored is None else stored.number))


@presses.on(LogPress)
async def _log_page(services: Services, call: Call, press: LogPress) -> Reply:
    """Return a page of the log of the whole server, or of a league."""
    server = server_of(call)
    stored = await services.leagues.get(server, press.league) if press.league else None
    page = await services.organiser_log.page(
        server, None if stored is None else stored.number, press.page * LINES_ON_A_PAGE, LINES_ON_A_PAGE
    )
    return Reply(
        view=organiser_log_layout(page, services.people, press, services.say(call)), replaces_pressed=call.is_whispered
    )


def _read_ladder(options: LeaderboardOptions) -> LadderPress:
    """Return the first page of the ladder that the options mean. Raise Refused for an option of the standings."""
    given = {"league": options.league, "variant": options.variant, "since": options.since, "season": options.season}
    others = [name for name, value in given.items() if value is not None] + ["live"] * options.live
    if others:
        raise Refused(OptionsContradict(f"by:{BY_RATING}", others[0]))
    return LadderPress(options.cards or "")


async def _read_standings(services: Services, call: Call, options: LeaderboardOptions) -> StandingsPress:
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
