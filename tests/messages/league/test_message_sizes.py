"""No message about leagues is larger than Discord allows, however many people there are and whatever they are called."""

import random
from dataclasses import replace as with_
from functools import partial

import pytest
from msgspec.structs import replace

from bot.competition.corrections import CorrectionEffects
from bot.competition.eligibility import LeagueEligibility
from bot.competition.match_history import HistoryPage
from bot.competition.refusals import NoSuchLeague
from bot.competition.standings import StandingsTable
from bot.interactions.tournament.decisions import offered_buttons
from bot.league.corrections import Correction, SwapPeople, apply_corrections
from bot.league.eligibility import Voided
from bot.league.league import League, OtherGame
from bot.league.organiser_actions import (
    Corrected,
    LeagueArchived,
    LeagueEdited,
    LogLine,
    LogPage,
    ProtestAnswered,
    Protested,
    ScheduleMade,
    SeasonEnded,
    SettingChange,
    Undone,
)
from bot.league.seasons import Awards, ClosestMatch, PeopleAward, Season, StoredLeague, Term
from bot.league.standings import Effect, Move, Standing
from bot.league.tournament.events import TournamentKind, TournamentPlan
from bot.league.tournament.tournament import Tournament, TournamentRound
from bot.messages.league.eligibility_text import eligibility_lines, lobby_lines
from bot.messages.league.matches import correction_answer, finished_match_layout, history_layout
from bot.messages.league.organiser_log import announced_together, announcement_layout, organiser_log_layout
from bot.messages.league.pages import HistoryPress, LogPress, StandingsPress
from bot.messages.league.standings import Leaderboard, leaderboard_layout
from bot.messages.names import Names
from bot.messages.sentences import sentence_text
from bot.messages.table.channel.match_end import match_end_text
from bot.messages.table.render_context import WhereItCounts
from bot.messages.tournament.card import TournamentContext, card_layout, manage_layout, round_layout
from bot.rummy.events import DealEnded, EndedBy
from bot.rummy.view import view_for
from bot.tables.ports import Person
from tests.league.folds import history_lines
from tests.league.random_season import season_of
from tests.messages.league import action_examples
from tests.messages.league.action_examples import every_line
from tests.messages.shown_text import ENGLISH, text_length
from tests.messages.table.played_tables import PlayedTable, context_for
from tests.rummy.presets import variant

LONG_PEOPLE = {number: Person(number, number, f"{number} **{'[' * 90}", "en-US", None) for number in range(1, 1000)}


LONG = Names(LONG_PEOPLE)


EFFECTS = tuple(Effect("*" * 100, 99, 999, tuple(Move(person, None, 999) for person in (1, 2, 3))) for _ in range(9))
CHANGES = tuple(SettingChange(one.setting, "*" * 400, "*" * 400) for one in action_examples.CHANGES)
LONG_LINES = [
    LogLine(1, 1, 1, what, "*" * 300, EFFECTS, is_own=True, unannounced=tuple(range(10**18, 10**18 + 9)))
    for what in (
        LeagueEdited("*" * 100, CHANGES),
        ScheduleMade("*" * 100, 32, replaces=True),
        Corrected(7, SwapPeople(1, 2)),
        ProtestAnswered(7, 3),
    )
    for _ in range(3)
]

LONG_UNDOING = (
    SeasonEnded("*" * 100, "*" * 100),
    Undone(1, SeasonEnded("*" * 100, "*" * 100), 2),
    Undone(1, LeagueArchived("*" * 100), 2),
    Undone(1, ScheduleMade("*" * 100, 32, replaces=True), 2),
)

LEAGUES = [LeagueEligibility("_" * 100, why) for why in (None, Voided(), OtherGame(("_" * 100,) * 30)) for _ in range(9)]


def test_a_long_match_with_many_corrections_fits_into_a_message() -> None:
    match = max(season_of(1, matches=40), key=lambda match: len(match.seats))
    made = [Correction(match.number, SwapPeople(*[seat.person for seat in match.people()][:2]), 3, 1, "*" * 300)] * 31
    (right,) = apply_corrections([match], made)
    for deals in (1, 50):
        long = replace(right, deals=match.deals * deals)
        view = finished_match_layout(long, LONG_PEOPLE, LEAGUES, ENGLISH, has_cards=True, played=match, made=made)
        assert text_length(view) <= 4000
        assert "/league log" in str(view.to_components()), "where the rest stands"


def test_the_reply_to_a_correction_in_many_leagues_fits_into_a_message() -> None:
    terms = tuple(Term(number, League(server=10, name="*" * 100), Season(3, 5, 9, "*" * 100)) for number in range(40))
    made = Correction(7, SwapPeople(1, 2), 3, 1, "*" * 300)
    for effects in (CorrectionEffects((), terms), CorrectionEffects(EFFECTS * 9, terms, is_rated=True)):
        assert len(correction_answer(made, effects, LONG_PEOPLE, ENGLISH)) <= 2000


def test_a_page_of_an_ended_season_with_awards_and_other_leagues_fits_into_a_message() -> None:
    league, people = League(server=10, name="*" * 100, least=3), tuple(range(1, 36))
    rows = [Standing(None, person, 1, 60, 1, None) for person in people]
    season = Season(2, 0, 9, "*" * 100)
    stored = StoredLeague(1, league, season, 5)
    awards = Awards(people, PeopleAward(people, 4), PeopleAward(people, 2), ClosestMatch(5, (1, 2), 1))
    table = StandingsTable(league, season, rows, 1, stored, is_final=True, awards=awards)
    board = Leaderboard(table, LONG_PEOPLE, StandingsPress(1, 2, page=1), "*" * 100, reader=30, other_leagues=("*" * 100,) * 9)
    assert text_length(leaderboard_layout(board, ENGLISH)) <= 4000


def test_the_end_of_a_long_match_in_many_leagues_fits_into_a_message() -> None:
    points = (-1005, 505, 500)
    ended = DealEnded(EndedBy.BLOCKED, None, False, ((),) * 3, points)
    played = PlayedTable(variant(scoring="payment", match_target="none", match_deals=1), random.Random(1)).seat(3)
    table = played.play(lambda _dice, _match, moves: moves[0], moves=3).table
    assert table.match is not None
    view = replace(view_for(table.match, None), ended_deals=(ended,) * 300, scores=points, placings=(3, 1, 2))
    context = with_(
        context_for(table, ENGLISH),
        names=Names({person: LONG_PEOPLE[person] for person in table.seats.people}, table),
        counts=WhereItCounts(partial(lobby_lines, LEAGUES)),
    )
    assert len(match_end_text(view, context)) <= 3800


def test_every_list_fits_into_a_message() -> None:
    found = history_lines(season_of(1, matches=200))
    for view in (history_layout(HistoryPage(tuple(found[:10]), 0, len(found)), LONG_PEOPLE, HistoryPress(0), ENGLISH),):
        assert text_length(view) <= 4000
    for what in (*(one.what for one in LONG_LINES), *LONG_UNDOING):
        page = LogPage((with_(LONG_LINES[0], what=what),) * 10, 1000, 20)
        assert text_length(organiser_log_layout(page, LONG_PEOPLE, LogPress(1), ENGLISH)) <= 4000
    for lines in (LONG_LINES, [next(every_line())] * 10):
        assert (
            text_length(organiser_log_layout(LogPage(tuple(lines[:10]), 1000, 20), LONG_PEOPLE, LogPress(1), ENGLISH)) <= 4000
        )
        together = lines[: announced_together(lines, LONG_PEOPLE, ENGLISH)]
        assert text_length(announcement_layout(together, LONG_PEOPLE, ENGLISH)) <= 4000
    for line in LONG_LINES:
        assert text_length(announcement_layout([line], LONG_PEOPLE, ENGLISH)) <= 4000
    protests = [LogLine(one, 1, one, Protested(10**9), "*") for one in range(1, 21)]
    assert len(list(announcement_layout(protests, LONG_PEOPLE, ENGLISH).walk_children())) <= 40, "what Discord takes"
    counts = [LeagueEligibility("*" * 100, why) for why in (None, Voided()) for _ in range(100)]
    assert len("\n".join(eligibility_lines(counts, ENGLISH, LONG))) <= 1210
    assert len(sentence_text(NoSuchLeague("*" * 100, ("*" * 100,) * 50), ENGLISH, LONG)) <= 2000


@pytest.mark.parametrize("here", [0, 64, 128])
def test_a_tournament_of_128_people_with_long_names_fits_into_each_message(here: int) -> None:
    people = dict.fromkeys(range(1, 129), 0)
    tables = tuple(tuple(range(first, first + 4)) for first in range(1, 65, 4))
    plan = TournamentPlan(variant("rami"), TournamentKind.SWISS, 4)
    new = Tournament(1, 1, 1, 1, "*" * 60, plan, people)
    checking_in = replace(new, check_in=1, here=frozenset(range(1, here + 1)))
    played = replace(new, rounds=(TournamentRound(tables, tuple(range(65, 129)), 0),))
    won = replace(played, rounds=(replace(played.rounds[0], absent=dict(enumerate(tables))),), over_at=1)
    awarded = replace(won, rounds=(replace(won.rounds[0], winners={nth: people[0] for nth, people in enumerate(tables)}),))
    for one in (new, checking_in, played, won, awarded):
        context = TournamentContext(one, {}, LONG_PEOPLE, {})
        shown = [card_layout(context, ENGLISH), manage_layout(context, offered_buttons(context, ENGLISH), ENGLISH)]
        shown += [round_layout(context, 1, ENGLISH)] if one is not new else []
        for layout in shown:
            assert text_length(layout) <= 4000
    known = {number: with_(one, discord_id=10**18 + number) for number, one in LONG_PEOPLE.items()}
    checked = round_layout(TournamentContext(replace(checking_in, here=frozenset()), {}, known, {}), 1, ENGLISH)
    assert str(checked.to_components()).count("<@") >= 100, "as many as Discord pings by their ids"
    assert text_length(checked) <= 4000
