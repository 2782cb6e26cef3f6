"""The written answers that stand for the answers to several questions: `own_meld_first`, `turn_over_keep_top`, `payment 6`."""

from collections.abc import Callable, Mapping

from bot.rummy.variant.variant import Variant
from bot.tables.rules.house_rule import Answers
from bot.tables.rules.written_answers import read_answer

LAYOFF: Mapping[str, Answers] = {
    "all": {"layoff_scope": "all", "layoff_requires_meld": False},
    "own_meld_first": {"layoff_scope": "all", "layoff_requires_meld": True},
    "own": {"layoff_scope": "own", "layoff_requires_meld": False},
    "none": {"layoff_scope": "none", "layoff_requires_meld": False},
}
RECYCLE: Mapping[str, Answers] = {
    "turn_over": {"recycle": "turn_over", "recycle_keep_top": False},
    "turn_over_keep_top": {"recycle": "turn_over", "recycle_keep_top": True},
    "shuffle": {"recycle": "shuffle", "recycle_keep_top": False},
    "shuffle_keep_top": {"recycle": "shuffle", "recycle_keep_top": True},
}
DECK: Mapping[str, Answers] = {  # each with the melds that are played with it
    "french52": {"deck": "french52", "set_kind": "same_rank", "run_suited": True},
    "cuccu40": {"deck": "cuccu40", "set_kind": "distinct_figures", "run_suited": False},
}


def write_layoff(variant: Variant) -> str:
    return "own_meld_first" if variant.layoff_scope == "all" and variant.layoff_requires_meld else variant.layoff_scope


def write_recycle(variant: Variant) -> str:
    return variant.recycle + ("_keep_top" if variant.recycle_keep_top else "")


def read_rummy(written: str) -> Answers | None:
    if written in ("none", "double"):
        return {"rummy_bonus": written}
    points = read_answer("rummy_add", written)
    return None if points is None else {"rummy_bonus": "add", "rummy_add": points}


def write_rummy(variant: Variant) -> str:
    return str(variant.rummy_add) if variant.rummy_bonus == "add" else variant.rummy_bonus


def read_jokers(written: str) -> Answers | None:
    """Make jokers wild; without jokers, no card is wild."""
    jokers = read_answer("jokers", written)
    if not jokers:
        return None if jokers is None else {"jokers": 0, "wild": "none", "wild_swap": "never"}
    return {"jokers": jokers, "wild": "joker"}


def read_scoring(written: str) -> Answers | None:
    """Read the scoring. `payment` removes the target; `payment 6` also sets the number of deals (RULES 5.24)."""
    match written.split():
        case [("winner_collects" | "penalty") as scoring]:
            return {"scoring": scoring}
        case ["payment"]:
            return {"scoring": "payment", "match_target": "none"}
        case ["payment", deals]:
            number = read_answer("match_deals", deals)
            return None if number is None else {"scoring": "payment", "match_target": "none", "match_deals": number}
        case _:
            return None


def match_end(first: str, second: str) -> tuple[Callable[[str], Answers | None], Callable[[Variant], str]]:
    """Return the reader and the writer of the target (`100`) or the number of deals (`6`).

    A number of deals replaces the target, and a target the number, unless both are given: `100 6`.
    """

    def read(written: str) -> Answers | None:
        values = [read_answer(question, word) for question, word in zip((first, second), written.split(), strict=False)]
        if None in values or not 1 <= len(written.split()) <= 2 or (len(values) == 2 and "none" in values):
            return None
        other = {second: values[1]} if len(values) == 2 else {} if values == ["none"] else {second: "none"}
        return {first: values[0], **other}

    def write(variant: Variant) -> str:
        values = getattr(variant, first), getattr(variant, second)
        return str(values[0]) if "none" in values else f"{values[0]} {values[1]}"

    return read, write
