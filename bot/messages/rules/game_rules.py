"""The rules of a game in words: complete, with examples, and without rules that the game doesn't use."""

from collections.abc import Iterator

from discord import ui

from bot.messages.components import BLUE, layout
from bot.messages.rules.example_melds import has_lay_offs
from bot.messages.rules.house_rule_labels import question_words
from bot.messages.words import Words
from bot.rummy.variant import Variant
from bot.tables.rules.house_rules import HOUSE_RULES

_LINES = (
    ("packs", "jokers", "players", "hand_size"),
    ("opening", "direction", "next_dealer"),
    ("a turn", "take_back", "stock_count_public"),
    ("set_size", "set_unique", "run_size", "ace", "set_kind"),
    ("wild", "wild_min_naturals", "wild_swap"),
    ("melds_per_turn", "meld_all_at_once", "first_meld", "layoff", "meld_retire_at"),
    ("discard_taken",),
    ("out_by",),
    ("recycle", "recycle_max"),
    ("scoring", "ace_points", "figure_points", "joker_points"),
    ("rummy",),
    ("blocked_scoring",),
    ("match_target", "match_deals", "tie"),
    ("leaving",),
)
"""The questions whose sentences stand in each line, and the two rules that are the same in all games."""


def rules_layout(variant: Variant, say: Words) -> ui.LayoutView:
    """Render the rules of a game."""
    title = f"### {say('The rules of {game}', game=variant.title)}"
    lines = (" ".join(sentence for part in line for sentence in _sentences(part, variant, say)) for line in _LINES)
    return layout(ui.TextDisplay("\n".join((title, *(f"- {line}" for line in lines if line)))), accent=BLUE)


def _sentences(part: str, variant: Variant, say: Words) -> Iterator[str]:
    match part:
        case "a turn":
            yield _turn_rule(variant, say)
        case "leaving":
            yield from _leaving_rules(variant, say)
        case question:
            if HOUSE_RULES[question].matters(variant):
                yield from question_words(question, variant, say).rules


def _turn_rule(variant: Variant, say: Words) -> str:
    if has_lay_offs(variant):
        return say(
            "**A turn**: draw a card from the stock or the discard pile, meld and lay off if you like, then discard a card."
        )
    return say("**A turn**: draw a card from the stock or the discard pile, meld if you like, then discard a card.")


def _leaving_rules(variant: Variant, say: Words) -> Iterator[str]:
    yield say(
        "**Leaving** forfeits the match (last place). The others play on; the last player wins once everyone has had a turn."
    )
    if variant.scoring != "penalty":
        yield say("The player who goes out in that deal still gets the points of the cards that you held.")
    yield say(
        "In a match with computers, or at a table that pauses, a computer takes your seat instead. "
        "If nobody else is left, nobody wins."
    )
