"""Every message and form of a tournament, of each kind and in every state. Names contain no letters."""

import dataclasses
from collections.abc import Iterator, Mapping

from discord import ui
from msgspec.structs import replace

from bot.interactions.tournament.decisions import (
    DECISIONS,
    Extend,
    FormDecision,
    Withdraw,
    decision_form,
    offered_buttons,
)
from bot.league.match_facts import MatchResult, SeatFacts
from bot.league.tournament.course import still_in
from bot.league.tournament.events import TournamentKind, TournamentPlan
from bot.league.tournament.pairing import knockout_round
from bot.league.tournament.tournament import Tournament, TournamentRound
from bot.messages.pictures.picture import TEXT_ONLY, PictureChoice
from bot.messages.tournament.card import (
    TournamentContext,
    card_layout,
    corrected_tournament_text,
    left_text,
    manage_layout,
    own_match_text,
    round_layout,
)
from bot.messages.tournament.forms import (
    EditAgainPress,
    TournamentAnswers,
    TournamentForm,
    press_again,
    refused_form_layout,
    tournament_form,
)
from bot.messages.tournament.news import (
    again_layout,
    last_day_layout,
    more_mentions_layout,
    moved_round_layout,
    notice_layout,
    unopposed_layout,
    winner_layout,
)
from bot.messages.tournament.rounds import rounds_layout
from bot.messages.words import Words
from bot.rummy.variant import Variant
from bot.tables.events import Pace
from bot.tables.ports import Person
from tests.rummy.presets import variant

GAME = replace(variant(), title="55")
PAIRS = replace(GAME, players=(2, 2))
SECOND = 1000
KINDS = ((TournamentKind.SWISS, 4, 1), (TournamentKind.ROUND_ROBIN, 0, 1), (TournamentKind.KNOCKOUT, 0, 1))


def knockout(people: int, rounds: int, *, on: int = 1, game: Variant = PAIRS, is_decided: bool = True) -> Tournament:
    """Return a knockout of people numbered from 1 in which organisers gave every table to one of its people.

    At the tables of the last round nobody has won yet, but at the first one, unless `is_decided`.
    """
    plan = TournamentPlan(game, TournamentKind.KNOCKOUT, 0, on)
    now = Tournament(1, 10, 20, None, "77", plan, people=dict.fromkeys(range(1, people + 1), 0))
    least, most = now.sizes
    for nth in range(rounds):
        paired = knockout_round(still_in(now, {}), least=least, most=most, on=2 if on == 2 else 1)
        winners = {place: table[place % len(table)] for place, table in enumerate(paired.tables)}
        if nth == rounds - 1 and not is_decided:
            winners = {0: winners[0]} if len(winners) > 1 else {}
        now = replace(now, rounds=(*now.rounds, TournamentRound(paired.tables, paired.byes, 5 * SECOND, winners=winners)))
    return now


def tournaments() -> Iterator[Tournament]:
    """Yield tournaments of each kind: new, in their check-ins, played, over."""
    for kind, rounds, on in (*KINDS, (TournamentKind.KNOCKOUT, 0, 2)):
        for pace in Pace:
            yield Tournament(1, 10, 20, None, "77", TournamentPlan(GAME, kind, rounds, on, pace))
    plan = TournamentPlan(GAME, TournamentKind.SWISS, 4, 1, "live", 9 * SECOND)
    new = Tournament(1, 10, 20, None, "77", plan, people=dict.fromkeys(range(1, 8), 0))
    yield replace(new, people={1: 0})
    yield new
    check_in = replace(new, check_in=1, begins=9 * SECOND, here=frozenset({1}))
    yield check_in
    yield replace(check_in, here=frozenset(), over_at=9 * SECOND)
    played = TournamentRound(((1, 2, 3), (4, 5, 6)), (7,), 9 * SECOND, opened={0: 3})
    begun = replace(new, rounds=(played,))
    yield begun
    yield replace(begun, rounds=(replace(played, opened={0: 9}),))
    yield replace(new, plan=replace(plan, most=7), waiting=(8, 9))
    yield replace(begun, plan=replace(plan, days=7))
    yield replace(new, plan=replace(plan, days=7, start=None))
    yield replace(begun, check_in=2, begins=9 * SECOND, here=frozenset({1, 2}), left=frozenset({7}))
    over = replace(played, winners={0: 1}, absent={1: (4, 5)}, removed=frozenset({4}))
    yield replace(new, plan=replace(plan, weekly="9"))
    yield replace(new, check_in=1, begins=9 * SECOND, here=frozenset(new.people))
    yield replace(new, plan=replace(plan, kind=TournamentKind.DUPLICATE))
    yield replace(begun, replaced={7: 1})
    yield replace(begun, rounds=(replace(played, winners={0: 1}),))
    yield replace(begun, rounds=(replace(played, absent={0: (1,)}),))
    yield replace(begun, rounds=(over, TournamentRound(((1, 2),), (), 9 * SECOND, extra=True)))
    yield replace(begun, rounds=(over,), people=dict.fromkeys(range(1, 10), 0))
    yield replace(begun, people=dict.fromkeys(range(1, 10), 0))
    yield replace(begun, plan=replace(plan, rounds=1), people=dict.fromkeys(range(1, 10), 0))
    yield replace(begun, rounds=(over, over), over_at=9 * SECOND)
    yield replace(begun, plan=replace(plan, rounds=1, cut=4, apart=((1, 2),)), rounds=(over, over))
    for people, rounds in ((3, 2), (13, 1), (16, 4), (32, 1), (128, 2)):
        one = knockout(people, rounds, is_decided=rounds != 1)
        yield replace(one, over_at=9 * SECOND) if people == 16 else one
    yield knockout(128, 2, game=GAME, on=2)
    equals = knockout(16, 1, game=GAME, on=2)
    yield replace(equals, rounds=(*equals.rounds, TournamentRound(((1, 2),), (), 9 * SECOND, extra=True)))


def tournament_layouts(say: Words, people: Mapping[int, Person]) -> Iterator[ui.LayoutView | ui.Modal]:
    """Yield every message and form."""
    yield tournament_form(TournamentAnswers("77", "55"), {"55": GAME}, "9", say, TournamentForm())
    yield refused_form_layout("7", press_again(EditAgainPress(), [["77"]]), say)
    played, plan = TournamentRound(((1, 2),), (), 9 * SECOND), TournamentPlan(GAME, TournamentKind.SWISS, days=7)
    days = TournamentContext(Tournament(1, 10, 20, None, "77", plan, rounds=(played,)), {}, people, {})
    yield decision_form(days, Extend, say)
    yield manage_layout(days, offered_buttons(days, say), say)
    awarded = replace(knockout(4, 1), plan=plan)
    yield decision_form(TournamentContext(awarded, {}, people, {}), Withdraw, say)
    for context in contexts(people):
        one = context.tournament
        yield card_layout(context, say)
        yield manage_layout(context, offered_buttons(context, say), say)
        for number in range(1, max(one.check_in, len(one.rounds)) + 1):
            yield round_layout(context, number, say)
            yield moved_round_layout(context, number, 5, 6, say)
        yield winner_layout(context, say)
        yield from (rounds_layout(context, page, say) for page in range(3))
    yield card_layout(dataclasses.replace(days, waits=True), say)
    yield last_day_layout(days, [1, 2], say)
    yield unopposed_layout(days, 1, [1, 2], say)
    yield again_layout(days, 0, say)
    yield round_layout(days, 2, say)
    yield from (notice_layout(days, 1, rounds, "7", say) for rounds in ((0, 0, 0), (2, 0, 0), (0, 2, 0), (0, 0, 1)))
    yield notice_layout(days, 1, (0, 0, 0), "", say, has_moved=True)
    yield more_mentions_layout(("<@9>", "<@10>"), say)
    yield from (decision_form(context, one, say) for one in DECISIONS.values() if issubclass(one, FormDecision))


def tournament_sentences(say: Words, people: Mapping[int, Person]) -> Iterator[str]:
    """Yield what **My match** answers, and what the correction of a match means."""
    for context in contexts(people):
        yield corrected_tournament_text(context.tournament, 3, say)
        yield left_text(context.tournament, say)
        yield from (own_match_text(context, person, say) for person in (1, 2, 4, 7, 39))


def contexts(people: Mapping[int, Person]) -> Iterator[TournamentContext]:
    known = dict(people) | {
        number: Person(number, 100 + number, str(number) * 3, "en-US", None) for number in range(1, 129) if number not in people
    }
    seats = tuple(SeatFacts(person, person, 0, left=False) for person in (1, 2, 3))
    results: Mapping[int, MatchResult] = {9: MatchResult(10, GAME, seats, (), 9 * SECOND, number=9)}
    for one in tournaments():
        for choice in (PictureChoice(), TEXT_ONLY):
            yield TournamentContext(one, results, known, {3: 5}, choice, card=(5, 6), seated={3: (1,)})
