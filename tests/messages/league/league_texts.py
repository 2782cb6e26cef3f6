"""Every text about leagues. Names and other data contain no letters, so every letter must come from the catalogue."""

from collections.abc import Iterator
from dataclasses import replace as with_
from fractions import Fraction

from discord import ui
from msgspec import structs
from msgspec.structs import replace

from bot.competition.eligibility import CountedMatch, LeagueEligibility
from bot.competition.match_history import HistoryPage
from bot.competition.standings import StandingsTable, all_matches
from bot.league import corrections
from bot.league.corrections import Remove
from bot.league.eligibility import NotPlayed, Voided
from bot.league.league import (
    ByHand,
    EveryTwoWeeks,
    League,
    Monthly,
    OnDay,
    Quarterly,
    Weekly,
    WhyNot,
)
from bot.league.match_facts import MatchResult
from bot.league.organiser_actions import LogLine, LogPage, Protested, TournamentWaits
from bot.league.ratings import Rating, build_ladder
from bot.league.scheme import USUAL_PLACE_POINTS, ByCards, ByWins, Ranking, Scheme, TieBreaker
from bot.league.seasons import Awards, ClosestMatch, PeopleAward, Season, StoredLeague
from bot.league.standings import Standing
from bot.league.stats import BestDeal, Stats
from bot.messages.league.action_lines import organiser_name
from bot.messages.league.eligibility_text import (
    corrected_lines,
    eligibility_lines,
    lobby_lines,
    result_lines,
    round_lines,
)
from bot.messages.league.export import all_matches_name, readme_text
from bot.messages.league.league_settings import league_settings
from bot.messages.league.leagues import (
    card_layout,
    league_layout,
    league_rules_layout,
    leagues_layout,
    new_league_form,
    organisers_text,
    season_table_sentence,
    setting_form,
    settings_panel,
)
from bot.messages.league.matches import finished_match_layout, history_layout
from bot.messages.league.organiser_log import (
    CorrectPress,
    ProtestPress,
    announcement_layout,
    correction_form,
    organiser_log_layout,
    protest_form,
)
from bot.messages.league.pages import HistoryPress, LadderPress, LogPress, StandingsPress, UndoPress
from bot.messages.league.standings import Leaderboard, leaderboard_layout
from bot.messages.league.stats import ladder_layout, stats_layout
from bot.messages.names import Names, names_of
from bot.messages.pictures.picture import TEXT_ONLY, PictureChoice
from bot.messages.pictures.rating_chart import RatingPoint
from bot.messages.sentences import sentence_text
from bot.messages.settings import setting_named
from bot.messages.words import Words
from bot.rummy.events import PointsFor
from bot.rummy.variant import Length
from bot.tables.events import Reservation
from bot.tables.ports import Person
from tests.league.folds import compute_stats, history_lines
from tests.league.random_season import season_of
from tests.messages.league.action_examples import every_line, every_protest
from tests.messages.league.confirmation_examples import confirmation_layouts
from tests.messages.sentence_examples import examples_of, kinds_of
from tests.messages.tournament.examples import tournament_layouts, tournament_sentences
from tests.rummy.presets import variant

DAY = 86_400_000
PEOPLE = {number: Person(number, 100 + number, str(number) * 3, "en-US", None) for number in range(1, 40)}
NAMES = Names(PEOPLE)
FORMER_PLAYER = Person(1, None, "", "", None)
LEAGUE = League(server=10, name="77", games=(replace(variant(), title="55"),))
SEASON = Season(3, 5 * DAY)


def league_texts(say: Words) -> Iterator[str | ui.LayoutView]:
    """Yield every text about leagues, standings, finished matches and tournaments."""
    yield from (
        *confirmation_layouts(say, PEOPLE),
        *_leagues(say),
        *_leaderboards(say),
        *_ladders(say),
        *_histories(say),
        *tournament_layouts(say, PEOPLE),
    )
    yield from tournament_sentences(say, PEOPLE)
    yield from _sentences(say)


def _leagues(say: Words) -> Iterator[ui.LayoutView | ui.Modal]:
    kinds = [
        LEAGUE,
        replace(
            LEAGUE,
            games=(),
            house_rules=False,
            requires_clock=True,
            shortest=Length.FULL,
            channel=5,
            announcements=6,
            least=3,
            rated=True,
            rematches=2,
            season_end=Monthly(),
            zone="5",
        ),
        replace(LEAGUE, season_end=OnDay(7), rematches=1, shortest=Length.ONE),
        *(
            replace(LEAGUE, season_end=season_end)
            for season_end in (ByHand(), EveryTwoWeeks(), Quarterly(), *map(Weekly, range(7)))
        ),
    ]
    for league in kinds:
        yield league_layout(StoredLeague(1, league, SEASON, 5 * DAY), say)
        yield settings_panel(StoredLeague(1, league, SEASON, 5 * DAY, ends_at=9 * DAY), say, "9")
    yield from _cards(say)
    yield leagues_layout(kinds, say)
    yield leagues_layout([], say)
    yield leagues_layout([replace(LEAGUE, scheme=scheme) for scheme in (ByCards(()), USUAL_PLACE_POINTS)], say)
    yield leagues_layout([LEAGUE] * 200, say)


def _cards(say: Words) -> Iterator[ui.LayoutView | ui.Modal]:
    """Yield the cards and rules of leagues of every scheme, in use and archived, and the forms that set them up."""
    schemes: list[Scheme] = [ByWins(tuple(TieBreaker)), ByCards(()), USUAL_PLACE_POINTS]
    for scheme in schemes:
        stored = StoredLeague(1, replace(LEAGUE, scheme=scheme), SEASON, 5 * DAY)
        for one in (stored, replace(stored, archived_at=9 * DAY)):
            yield card_layout(one, say)
            yield league_layout(one, say)
            yield league_rules_layout(one, say, note="9")
    yield from (setting_form(1, replace(LEAGUE, channel=5), setting, say) for setting in league_settings(say))
    yield setting_form(1, LEAGUE, setting_named(league_settings(say), "channel"), say)
    yield new_league_form("", say)


def standing_rows(count: int) -> list[Standing]:
    """Return standings of each kind: risen, fallen, unchanged, new, without a place."""
    befores = (place + (place % 3) - 1 or None for place in range(1, count))
    placed = [Standing(place, place, 50 - place, 130 * place, place, before) for place, before in enumerate(befores, start=1)]
    return [*placed, Standing(None, count, 1, 60, 1, None)]


def _leaderboards(say: Words) -> Iterator[ui.LayoutView]:
    for least, over in ((1, None), (3, 9 * DAY), (1, 9 * DAY)):
        league, season = replace(LEAGUE, least=least), replace(SEASON, end=over, name="66" if over else "")
        stored = StoredLeague(1, league, season, 5 * DAY)
        for page in (0, 1):
            standings = StandingsTable(league, season, standing_rows(35), 1, stored)
            yield leaderboard_layout(
                Leaderboard(standings, PEOPLE, StandingsPress(1, page=page), "99", reader=30, other_leagues=("66",) * 9), say
            )
    for awards in (
        Awards((2,), PeopleAward((2, 3), 4), PeopleAward((3,), 2), ClosestMatch(5, (2, 3), 1)),
        Awards((2, 3), None, PeopleAward(tuple(range(2, 9)), 3), ClosestMatch(5, (2, 3), 7)),
        Awards((2,), closest=ClosestMatch(5, (2, 3), 150, per_deal=True)),
        Awards(tuple(range(2, 30)), None, None, ClosestMatch(5, (2, 3), 0)),
    ):
        ended = StandingsTable(league, season, standing_rows(35), 1, stored, is_final=True, awards=awards)
        undo = UndoPress("season", 1, 3, 9 * DAY)
        yield leaderboard_layout(Leaderboard(ended, PEOPLE, StandingsPress(1, 3), "99", undo=undo, undo_until=9 * DAY), say)
    for final in (False, True):
        yield leaderboard_layout(
            Leaderboard(StandingsTable(all_matches(10).league, SEASON, [], 1, is_final=final), PEOPLE, StandingsPress(0), "99"),
            say,
        )
    rated = [with_(row, rating=1500 + row.person) for row in standing_rows(35)]
    for rows, running in ((rated, 1), (standing_rows(9), 2), ([], 3)):
        waiting = StandingsTable(replace(league, ranking=Ranking.RATING), season, rows, 1, stored, running=running)
        yield leaderboard_layout(Leaderboard(waiting, PEOPLE, StandingsPress(1, 3), "99"), say)
    empty = StandingsTable(LEAGUE, SEASON, [], 1, StoredLeague(1, LEAGUE, SEASON, 5 * DAY))
    yield leaderboard_layout(Leaderboard(empty, PEOPLE, StandingsPress(1), "99"), say)
    ending = StandingsTable(LEAGUE, SEASON, standing_rows(2), 1, replace(stored, ends_at=9 * DAY))
    yield leaderboard_layout(Leaderboard(ending, PEOPLE, StandingsPress(1), "99"), say)
    standings = StandingsTable(replace(LEAGUE, least=2), SEASON, standing_rows(2), 1, stored, since=6 * DAY, game="55")
    yield leaderboard_layout(Leaderboard(standings, PEOPLE, StandingsPress(1), "99", rendered_at=8 * DAY), say)


def _ladders(say: Words) -> Iterator[ui.LayoutView]:
    ratings = {person: Rating(25 + person / 3, 9 - person / 5, person) for person in range(2, 40)}
    for deck, rows in (("french52", build_ladder(ratings)), ("cuccu40", build_ladder({2: ratings[30]})), ("", [])):
        for page, is_rated in ((0, True), (2, False)):
            yield ladder_layout(rows, PEOPLE, LadderPress(deck, page=page), "99", 30, say, has_rated_league=is_rated)


def varied_matches() -> list[MatchResult]:
    """Return matches with computers, with players who left, one voided, and one with a player removed."""
    found = [replace(match, variant=replace(match.variant, title="55")) for match in season_of(3, matches=90)]
    found[-1] = replace(found[-1], voided=True)
    found[1] = corrections.apply_change(found[1], Remove(found[1].people()[0].person))
    return found


def _histories(say: Words) -> Iterator[ui.LayoutView | ui.Modal]:
    matches = varied_matches()
    for press in (HistoryPress(0), HistoryPress(2), HistoryPress(0, page=2)):
        lines = history_lines(matches, press.person or None)
        page = max(0, min(press.page, (len(lines) - 1) // 10))
        yield history_layout(HistoryPage(tuple(lines[page * 10 : page * 10 + 10]), page, len(lines)), PEOPLE, press, say)
    yield history_layout(HistoryPage((), 0, 0), PEOPLE, HistoryPress(2), say)
    for match in matches:
        for has_cards in (True, False):
            yield finished_match_layout(match, PEOPLE, [LeagueEligibility("77")], say, has_cards=has_cards)
    gin = next(match for match in matches if match.deals)
    deals = tuple(replace(deal, parts=((PointsFor.GIN, 25),)) for deal in gin.deals)
    gin = replace(gin, deals=deals, seats=tuple(replace(facts, points=facts.points + 25) for facts in gin.seats))
    yield finished_match_layout(gin, PEOPLE, [LeagueEligibility("77")], say, has_cards=True)
    lines = tuple(every_line())
    for line in lines:
        yield announcement_layout([line], PEOPLE, say)
    yield announcement_layout([LogLine(one, 5, one, Protested(7), "5") for one in (2, 3)], PEOPLE, say)
    waits = tuple(line for line in lines if isinstance(line.what, TournamentWaits))
    for page in (
        *(LogPage(some, len(lines), 0) for some in (lines[:10], waits)),
        LogPage(lines[-3:], 99, 30),
        LogPage((), 0, 0),
    ):
        yield organiser_log_layout(page, PEOPLE, LogPress(0), say)
    yield from (protest_form(press, "77", say) for press in (ProtestPress(7), ProtestPress(7, 2)))
    removed = structs.replace(matches[0].seats[0], removed=True)
    yield correction_form(matches[0], NAMES, say)
    yield correction_form(structs.replace(matches[0], voided=True, seats=(removed, *matches[0].seats[1:])), NAMES, say)
    for protest in every_protest():
        yield finished_match_layout(
            matches[0], PEOPLE, [], say, has_cards=False, protests=[protest], presses=[ProtestPress(7), CorrectPress(7)]
        )
    ratings = {
        ("french52", person): Rating(25.0, sigma, 20 + person) for person, sigma in enumerate((8.0, 4.5, 3.2, 1.0), start=1)
    }
    ratings |= {("cuccu40", 1): Rating(25.0, 8.0, 3)}
    four = [compute_stats(matches, person) for person in (1, 2, 3, 4)]
    lines = {person: [RatingPoint(at * 86_400_000, 1500 + at * person) for at in range(2)] for person in (1, 2, 3, 4)}
    for pictures in (PictureChoice(), TEXT_ONLY):
        yield stats_layout(four, ratings, PEOPLE, say, deck="french52", lines=lines, pictures=pictures)
    yield stats_layout([compute_stats(matches, 2)], ratings, PEOPLE, say)
    yield stats_layout([compute_stats(matches, 39)], ratings, PEOPLE, say)
    for count in (1, 2):
        one = Stats(2, count, count, (count,), count, count, BestDeal(1, 1, count), Fraction(1), {}, abandoned=count)
        yield stats_layout([with_(one, paused_until=5)], {}, PEOPLE, say)


def _sentences(say: Words) -> Iterator[str]:
    names = NAMES
    former = names_of({1: FORMER_PLAYER}, (1,), say)
    yield from (former.person(1), organiser_name(1, former, say))
    yield from (season_table_sentence(channel, say) for channel in (None, 5))
    reasons = [why for kind in kinds_of(WhyNot) for why in examples_of(kind)]
    yield from (sentence_text(why, say, names, league="77") for why in reasons)
    yield from eligibility_lines([LeagueEligibility("", NotPlayed((2,), (3,)))], say, names)
    yield from lobby_lines(
        [LeagueEligibility("77"), LeagueEligibility("88", Voided()), LeagueEligibility("99", sizes=(2, 4), season_end=5)],
        say,
        names,
    )
    yield from eligibility_lines([LeagueEligibility("77", season_end=5)], say, names)
    yield from round_lines("77", Reservation(0, (2, 3), tournament=5, round=2), say, names)
    for league in ("", "77"):
        yield from result_lines(CountedMatch(changes=((league, ((2, Fraction(1, 2)),)),)), say, names)
    for voided in (False, True):
        yield from corrected_lines(structs.replace(varied_matches()[0], voided=voided), say, names)
    yield from (readme_text(say), all_matches_name(say))
    yield from (organisers_text(10, role, say) for role in (None, 10, 11))
