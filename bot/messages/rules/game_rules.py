"""What is shown of a game: its rules, complete, with examples, without those it doesn't use; and what a server has saved."""

from collections.abc import Iterable, Iterator, Sequence

from discord import ui

from bot.messages.components import BLUE, ROOM_FOR_LIST, layout
from bot.messages.names import names_of
from bot.messages.rules.house_rule_labels import changed_rule_labels, labels_line, question_words
from bot.messages.rules.question_words import has_lay_offs
from bot.messages.text import lines_that_fit
from bot.messages.words import Words
from bot.rummy.variant import Variant
from bot.tables.ports import KnownPeople, SavedVariant
from bot.tables.rules.house_rules import HOUSE_RULES
from bot.tables.rules.saved_variants import write_code

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
    title = f"### {say('The rules of {game}', game=variant.title)}"
    lines = (" ".join(sentence for part in line for sentence in _sentences(part, variant, say)) for line in _LINES)
    return layout(ui.TextDisplay("\n".join((title, *(f"- {line}" for line in lines if line)))), accent=BLUE)


def _sentences(part: str, variant: Variant, say: Words) -> Iterator[str]:
    match part:
        case "a turn" if has_lay_offs(variant):
            yield say(
                "**A turn**: draw a card from the stock or the discard pile, meld and lay off if you like, then discard a card."
            )
        case "a turn":
            yield say("**A turn**: draw a card from the stock or the discard pile, meld if you like, then discard a card.")
        case "leaving":
            yield from _leaving_rules(variant, say)
        case question:
            if HOUSE_RULES[question].matters(variant):
                _title, _hint, _label, *rules = question_words(question, variant, say)
                yield from rules


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


def saved_variant_layout(variant: Variant, preset: Variant, say: Words) -> ui.LayoutView:
    """Render one saved game: how it differs from the closest preset, how to play it, and its code."""
    lines = [f"### {variant.title}"]
    if rules := list(changed_rule_labels(variant, preset, say)):
        lines.append(labels_line(say("Unlike {game}", game=preset.title), rules, say))
    lines += [
        say("Play it here: {command}", command=f"`/table new variant:{variant.title}`"),
        say("Add it to another server: {command}", command=f"`/variant add code:{write_code(variant)}`"),
    ]
    return layout(ui.TextDisplay("\n".join(lines)), accent=BLUE)


def saved_variants_layout(saved: Sequence[SavedVariant], people: KnownPeople, say: Words) -> ui.LayoutView:
    """Render the list of saved games with the name of the person who saved each, and the codes if there is room for all."""
    title = f"### {say('Games saved in this server')}"
    if not saved:
        none = say("None yet. At a table, `/variant save` saves its rules under a name.")
        return layout(ui.TextDisplay(f"{title}\n{none}"), accent=BLUE)
    names = names_of(people, {one.author for one in saved}, say)
    games = [(one.variant, names.person(one.author)) for one in saved]
    hint = f"-# {say('A game with its rules and its code: {command}', command='`/variant list name:…`')}"
    text = _list_text(title, (f"- **{one.title}** · {author} · `{write_code(one)}`" for one, author in games), hint)
    if len(text) > ROOM_FOR_LIST:
        lines = lines_that_fit(
            [f"- **{one.title}** · {author}" for one, author in games], ROOM_FOR_LIST - len(title) - len(hint)
        )
        text = _list_text(title, lines, hint)
    return layout(ui.TextDisplay(text), accent=BLUE)


def _list_text(title: str, lines: Iterable[str], hint: str) -> str:
    return "\n".join((title, *lines, hint))
