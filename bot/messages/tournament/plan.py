"""What a tournament plays, in words, and what an organiser has changed of it; and a press of its buttons."""

from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

from bot.league.tournament.course import least_people
from bot.league.tournament.events import TournamentChanged, TournamentKind, TournamentPlan
from bot.league.tournament.tournament import MOST_IN_ROUND_ROBIN
from bot.messages.components import ButtonId
from bot.messages.rules.game_labels import match_goal
from bot.messages.table.clock import pace_label, pace_name
from bot.messages.text import join_parts, safe_text, timestamp
from bot.messages.words import Words
from bot.tables.events import Pace


class TournamentPress(ButtonId, frozen=True):
    """Something that a person, or an organiser, does in the tournament with this number; `answers` are in the form it opens."""

    pattern: ClassVar[str] = "n:{tournament}:{action}[:{answers}]"
    tournament: int
    action: str
    answers: str = ""


def kind_texts(plan: TournamentPlan, say: Words) -> tuple[str, str]:
    """Return the name of a kind of tournament, and what it means."""
    match plan.kind:
        case TournamentKind.SWISS if plan.cut:
            name = join_parts((kind_texts(replace(plan, cut=0), say)[0], say.option("knockout of {count}", count=plan.cut)))
            return name, say.option("After these rounds, the first {count} play a knockout.", count=plan.cut)
        case TournamentKind.SWISS:
            about = say.option("Players with equal scores meet. Nobody is out.")
            return say.many("Swiss, 1 round", "Swiss, {count} rounds", plan.rounds, "option"), about
        case TournamentKind.DUPLICATE:
            about = say.option("At least two tables get the same cards, and seats are compared.")
            return say.many("Duplicate, 1 round", "Duplicate, {count} rounds", plan.rounds, "option"), about
        case TournamentKind.ROUND_ROBIN:
            about = say.option("Everyone meets everyone. Up to {count} players.", count=MOST_IN_ROUND_ROBIN)
            return say.option("Round robin"), about
        case TournamentKind.KNOCKOUT if plan.on == 2:
            return say.option("Knockout: two go on"), say.option("The first two of each table play the next round.")
        case TournamentKind.KNOCKOUT:
            return say.option("Knockout: one goes on"), say.option("The winner of each table plays the next round.")


def plan_texts(plan: TournamentPlan, say: Words) -> Iterable[str]:
    """Yield what is played, and how."""
    yield kind_texts(plan, say)[0]
    yield safe_text(say.game(plan.variant.title))
    yield match_goal(plan.variant, say)[0]
    yield f"{pace_name(Pace(plan.pace), say)} ({pace_label(Pace(plan.pace), say)})"
    yield from _days(plan, say)
    if plan.kind == TournamentKind.DUPLICATE:
        yield say("at least {count} players", count=least_people(plan))
    if plan.most:
        yield say.many("at most 1 player", "at most {count} players", plan.most)
    if plan.weekly:
        yield say("every week")


def _days(plan: TournamentPlan, say: Words) -> list[str]:
    return [say.many("1 day a round", "{count} days a round", plan.days)] if plan.days else []


def tournament_change_texts(what: TournamentChanged, say: Words) -> list[str]:
    """Return each answer of the form that was changed, before and after; none for a line of an earlier version."""
    if what.old_plan is None:
        return []
    titles = (say("Name"), say("Game"), say("Kind"), say("Length and clock"), say("Start"))
    before, after = _answer_texts(what.before, what.old_plan, say), _answer_texts(what.name, what.plan, say)
    return [
        say("{title}: {before} → {after}", title=title, before=old, after=new)
        for title, old, new in zip(titles, before, after, strict=True)
        if old != new
    ]


def _answer_texts(name: str, plan: TournamentPlan, say: Words) -> tuple[str, ...]:
    return (
        safe_text(name),
        safe_text(say.game(plan.variant.title)),
        join_parts((kind_texts(plan, say)[0], *_days(plan, say))),
        join_parts((match_goal(plan.variant, say)[0], pace_name(Pace(plan.pace), say))),
        say("when an organiser says so") if plan.start is None else timestamp(plan.start, "f"),
    )
