"""The form that sets a tournament up, and fields of those in which an organiser decides something."""

import dataclasses
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from discord import ButtonStyle, SelectDefaultValue, SelectDefaultValueType, ui
from msgspec.structs import replace

from bot.competition.eligibility import LeagueEligibility
from bot.league.tournament.events import TournamentKind, TournamentPlan
from bot.league.tournament.tournament import table_sizes
from bot.messages.components import (
    BLUE,
    LONGEST_DESCRIPTION,
    LONGEST_OPTION,
    MOST_OPTIONS,
    ButtonId,
    Form,
    Option,
    PressButton,
    fits_custom_id,
    layout,
    rows_of,
    select_field,
    text_field,
)
from bot.messages.league.eligibility_text import eligibility_lines
from bot.messages.names import Names
from bot.messages.table.clock import pace_label, pace_name
from bot.messages.text import clean_line, cut_to_length, join_parts
from bot.messages.tournament.card import TournamentContext
from bot.messages.tournament.plan import TournamentPress, kind_texts
from bot.messages.words import Words
from bot.rummy.variant import Length, Variant
from bot.tables.events import Pace
from bot.tables.refusals import ButtonNotUnderstood
from bot.wording.sentence import Refused


class TournamentReasonForm(ButtonId, frozen=True):
    """What an organiser decides, mostly with a reason."""

    pattern: ClassVar[str] = "nf:{tournament}:{action}"
    tournament: int
    action: str


class TournamentForm(ButtonId, frozen=True):
    """The form of `/tournament`, or that of one that hasn't begun."""

    pattern: ClassVar[str] = "nn:{tournament}"
    tournament: int = 0


class EditAgainPress(ButtonId, frozen=True):
    """Opens a form that was refused again, with its `answers`."""

    pattern: ClassVar[str] = "na:{tournament}:{answers}"
    tournament: int = 0
    answers: str = ""


NAME, GAME, KIND, CLOCK, START = "name", "game", "kind", "clock", "start"
WHO, OTHER, ROUND, TABLE, AWARD, TYPED = "who", "other", "round", "table", "award", "typed"
APART = "apart"
LONGEST_NAME, LONGEST_START = 60, 50
AFTER, _AMONG, _MOST_KEPT = "¦", ",", 3
"""What stands between the answers of a form that is opened again, and between the people of one, of whom so many are kept."""


class TournamentAnswers(NamedTuple):
    """The answers to the form of a tournament, as they are typed and chosen there. `game` is its name."""

    name: str
    game: str
    kind: str = f"{TournamentKind.SWISS}:4"
    clock: str = f"{Length.SHORT}:{Pace.LIVE}"
    start: str = ""


def _offered_kinds(game: Variant) -> Iterator[tuple[str, TournamentPlan]]:
    """Yield the kinds that the form offers: the value of the option, and a plan of that kind for this game."""
    for days in (0, 7):
        for kind, counts in (
            (TournamentKind.SWISS, (3, 4, 5, 6, 7)),
            (TournamentKind.DUPLICATE, () if days else (2, 3, 4, 5)),
            (TournamentKind.ROUND_ROBIN, (0,)),
            (TournamentKind.KNOCKOUT, (1, 2)),
        ):
            for count in counts:
                is_knockout = kind == TournamentKind.KNOCKOUT
                plan = TournamentPlan(game, kind, 0 if is_knockout else count, count if is_knockout else 1, days=days)
                yield kind_value(plan), plan
        for rounds, cut in () if days else ((3, 4), (4, 4), (5, 4), (4, 8), (5, 8)):
            plan = TournamentPlan(game, TournamentKind.SWISS, rounds, min(2, table_sizes(game)[1] - 1), cut=cut)
            yield kind_value(plan), plan


def kind_value(plan: TournamentPlan) -> str:
    """Return the option of the form with the kind of this plan."""
    count = plan.on if plan.kind == TournamentKind.KNOCKOUT else plan.rounds
    return ":".join((plan.kind, *(str(number) for number in (count, plan.days, plan.cut and f"top{plan.cut}") if number)))


CLOCKS = tuple((length, pace) for length in (Length.ONE, Length.SHORT, Length.FULL) for pace in Pace)


def tournament_form(
    given: TournamentAnswers,
    games: Mapping[str, Variant],
    zone: str,
    say: Words,
    form: TournamentForm,
    leagues: Sequence[Sequence[LeagueEligibility]] = (),
) -> Form:
    """Render the form; only a name must be typed. `games` are by name; `zone` is the time zone in which a start is read.

    `leagues` are those in which the given game would count with each of `CLOCKS`, or not.
    """
    names = Names({})
    here = [[dataclasses.replace(each, season_end=None) for each in one if not each.is_elsewhere] for one in leagues]
    counts = [" ".join(eligibility_lines(one, say, names)) for one in here] or [""] * len(CLOCKS)
    kinds = []
    for value, plan in _offered_kinds(next(iter(games.values()))):
        label, about = kind_texts(plan, say)
        if plan.days:
            label = join_parts((label, say.option("a week a round")))
            about = f"{about} {say.option('Play when it suits you.')}"
        kinds.append(Option(value, label, about, chosen=value == given.kind))
    options = [Option(name[:LONGEST_OPTION], say.game(game.title), chosen=name == given.game) for name, game in games.items()]
    lengths = {
        Length.ONE: say.option("One deal"),
        Length.SHORT: say.option("Short match"),
        Length.FULL: say.option("Full match"),
    }
    clocks = []
    for (length, pace), counted in zip(CLOCKS, counts, strict=True):
        value, label = f"{length}:{pace}", join_parts((lengths[length], pace_name(pace, say), pace_label(pace, say)))
        clocks.append(Option(value, label, cut_to_length(counted, LONGEST_DESCRIPTION), chosen=value == given.clock))
    when = say.option("20:30 or 2026-12-24 20:30: {zone}, or add a zone. Empty: when you say so.", zone=zone)
    fields = [
        text_field(say.label("Name of the tournament"), "", NAME, LONGEST_NAME, given=given.name[:LONGEST_NAME]),
        select_field(say.label("Game"), say.option("What is played at each table"), GAME, options),
        select_field(say.label("Kind"), say.option("Rounds and pairings"), KIND, kinds),
        select_field(say.label("Length and clock"), say.option("A game saved with its own length keeps it"), CLOCK, clocks),
        text_field(
            say.label("Start"), when, START, LONGEST_START, given=given.start[:LONGEST_START], required=False, example="20:30"
        ),
    ]
    return Form(form, say.label("Tournament"), fields)


def refused_form_layout(why: str, again: ButtonId, say: Words) -> ui.LayoutView:
    """Render why a form was refused, and the button that opens it again."""
    button = PressButton(again, say.button("Edit again"), ButtonStyle.primary)
    return layout(why, *rows_of([button]), accent=BLUE)


def press_again(press: EditAgainPress | TournamentPress, answers: Iterable[Sequence[str]]) -> ButtonId:
    """Return what opens a form again as it was filled in; of the longest text, and of many people, it keeps the beginning."""
    kept = [_AMONG.join(clean_line(one).replace(AFTER, "") for one in values[:_MOST_KEPT]) for values in answers]
    while not fits_custom_id(again := replace(press, answers=AFTER.join(kept))):
        longest = max(kept, key=len)
        kept[kept.index(longest)] = longest[:-1]
    return again


def fill_in(fields: "Sequence[ui.Label[Any]]", answers: str) -> None:
    """Let the fields of a form show these answers; they stay as they are without any."""
    for field, answer in zip(fields, answers.split(AFTER) if answers else (), strict=False):
        match field.component:
            case ui.TextInput() as text:
                text.default = answer
            case ui.Select(options=options):
                for option in options:
                    option.default = option.value in answer.split(_AMONG)
            case ui.UserSelect() as members:
                ids = filter(str.isdecimal, answer.split(_AMONG))
                members.default_values = [SelectDefaultValue(id=int(one), type=SelectDefaultValueType.user) for one in ids]


def chosen_plan(game: Variant, kind: str, clock: str) -> tuple[TournamentPlan, Length]:
    """Return the plan with the kind and pace that were chosen in the form, and the length. Raise Refused."""
    plan, (length, _, pace) = dict(_offered_kinds(game)).get(kind), clock.partition(":")
    if plan is None or pace not in list(Pace) or length not in list(Length):
        raise Refused(ButtonNotUnderstood())
    return replace(plan, pace=pace), Length(length)


def person_field(context: TournamentContext, people: Collection[int], title: str, about: str, say: Words) -> "ui.Label[Any]":
    """Return a select of these people, also of who has left the server; a field for a name if they are too many for that."""
    names = context.names(say)
    if not 0 < len(people) <= MOST_OPTIONS:
        return text_field(title, about, WHO, LONGEST_OPTION)
    options = [Option(f"#{person}", names.plain(person)) for person in people]
    return select_field(title, about, WHO, options)
