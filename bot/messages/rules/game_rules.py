"""What is shown of a game: its rules, complete, with examples, without those it doesn't use; and what a server has saved.

The first message of the rules fits the screen of a phone: the goal, a turn with a picture, what is special, and what cards
count. The second has the rest.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from discord import ui

from bot.messages.components import BLUE, ROOM_FOR_LIST, ButtonId, PressButton, layout, row
from bot.messages.games import GAME_WORDS
from bot.messages.names import names_of
from bot.messages.pictures.card_pictures import HandPicture
from bot.messages.pictures.galleries import cut_alt
from bot.messages.pictures.picture import TEXT_ONLY, Picture, PictureChoice, PictureGallery
from bot.messages.rules.house_rule_labels import changed_rule_labels, labels_line, question_words
from bot.messages.rules.question_words import example_lay_off, example_run, example_set, has_lay_offs
from bot.messages.start_menu import learn_button
from bot.messages.text import lines_that_fit
from bot.messages.words import Words
from bot.rummy.cards import physical_card
from bot.rummy.games import lays_melds
from bot.rummy.variant import Variant
from bot.tables.ports import KnownPeople, SavedVariant
from bot.tables.rules.house_rules import HOUSE_RULES, differing_rules
from bot.tables.rules.saved_variants import write_code

_PLAIN = Variant(name="plain", title="Plain")


class MoreRulesPress(ButtonId, frozen=True):
    """The rest of the rules of a table, or of a game if the number is 0.

    With `is_next`, they are those of a match of that game that the reader may start.
    """

    pattern: ClassVar[str] = "g:more:{table}[:{game}[:{is_next}]]"
    table: int
    game: str = ""
    is_next: int = 0


def rules_layout(
    variant: Variant, say: Words, pictures: PictureChoice = TEXT_ONLY, *, table: int = 0, is_next: bool = False
) -> ui.LayoutView:
    """Render the goal of a game and a turn; `table` is the number of the table that plays it, 0 for none.

    If `is_next`, they are those of a match that the reader may start, and so is the rest of them.
    """
    title = say("The rules of {game}", game=say.game(variant.title))
    if table:
        title = say("The rules of {game}, table {number}", game=say.game(variant.title), number=table)
    lines = (f"### {title}", *_lines(GAME_WORDS[variant.game].first_rules, variant, say))
    more = PressButton(MoreRulesPress(table, "" if table else variant.name, int(is_next)), say.button("More rules"))
    learn = [learn_button(say)] if lays_melds(variant.game) else []  # one lays melds in that hand
    return layout("\n".join(lines), *_example_galleries(variant, pictures, say), row(more, *learn), accent=BLUE)


def more_rules_layout(variant: Variant, say: Words) -> ui.LayoutView:
    """Render the rest of the rules: first what differs from plain rami."""
    differing = {rule.name for rule in differing_rules(variant, _PLAIN)}
    rest = GAME_WORDS[variant.game].more_rules
    special = _lines((line for line in rest if not differing.isdisjoint(line.split())), variant, say)
    lines = [f"### {say('More rules of {game}', game=say.game(variant.title))}"]
    if special:
        lines += (f"**{say('Special in this game')}**", *(f"- {line}" for line in special), f"**{say('Also')}**")
    lines += (f"- {line}" for line in _lines((line for line in rest if differing.isdisjoint(line.split())), variant, say))
    return layout("\n".join(lines), accent=BLUE)


def _lines(lines: Iterable[str], variant: Variant, say: Words) -> list[str]:
    """Return the lines with these questions; those without a sentence are left out."""
    shown = (" ".join(sentence for part in line.split() for sentence in _sentences(part, variant, say)) for line in lines)
    return [line for line in shown if line]


def _example_galleries(variant: Variant, pictures: PictureChoice, say: Words) -> list[PictureGallery]:
    """Return the picture of a set and a run, with a raised card that is laid off; nothing for readers who want text."""
    if not pictures:
        return []
    own, run = example_set(variant, variant.set_size[0]), example_run(variant, variant.run_size)
    lay_off = example_lay_off(variant) if has_lay_offs(variant) else None
    melds = [meld for meld in (own, run) if meld]
    alt = [say("Set: {cards}.", cards=say.cards(own))] if own else []
    alt += [say("Run: {cards}.", cards=say.cards(run))] if run else []
    if lay_off is not None:
        meld, card = lay_off
        alt.append(say("Laid off: {card} on {meld}.", card=say.card(card), meld=say.cards(meld)))
        melds = [one for one in melds if one != meld] + [(*meld, card)]
    shown = HandPicture(tuple(melds), (), lay_off and physical_card(lay_off[1]), is_large=pictures.is_large)
    return [PictureGallery(Picture(shown, pictures.colours, cut_alt(alt, say)))]


def _sentences(part: str, variant: Variant, say: Words) -> Iterator[str]:
    words = GAME_WORDS[variant.game]
    match part:
        case "winner":
            yield from _first_sentence("tie", variant, say)
        case "special":
            if special := [sentence for question in words.special for sentence in _first_sentence(question, variant, say)]:
                yield say("**Special**: {value}", value=" ".join(special))
        case own if own in words.sentences:
            yield from words.sentences[own](variant, say)
        case question:
            yield from _rules(question, variant, say)[len(_first_sentence(question, variant, say)) :]


def _rules(question: str, variant: Variant, say: Words) -> list[str]:
    """Return the sentences of a question; none if the cards of the game make every answer the same."""
    return [*question_words(question, variant, say)][3:] if HOUSE_RULES[question].has_effect(variant) else []


def _first_sentence(question: str, variant: Variant, say: Words) -> list[str]:
    """Return the sentence that stands on the first screen, without the others of the question, if there is such a one."""
    rule, special = HOUSE_RULES[question], GAME_WORDS[variant.game].special
    is_first = question == "tie" or (question in special and rule.write(variant) != rule.write(_PLAIN))
    return _rules(question, variant, say)[:is_first]


def saved_variant_layout(variant: Variant, preset: Variant, say: Words) -> ui.LayoutView:
    """Render one saved game: how it differs from the closest preset, how to play it, and its code."""
    lines = [f"### {say.game(variant.title)}"]
    if rules := list(changed_rule_labels(variant, preset, say)):
        lines.append(labels_line(say("Changes from {game}", game=say.game(preset.title)), rules, say))
    lines += [
        say("Play it here: {command}", command=f"`/table new variant:{variant.title}`"),
        say("Add it to another server: {command}", command=f"`/variant add code:{write_code(variant)}`"),
    ]
    return layout("\n".join(lines), accent=BLUE)


def saved_variants_layout(saved: Sequence[SavedVariant], people: KnownPeople, say: Words) -> ui.LayoutView:
    """Render the list of saved games with the name of the person who saved each, and the codes if there is room for all."""
    title = f"### {say('Games saved in this server')}"
    if not saved:
        none = say("None yet. At a table, `/variant save` saves its rules under a name.")
        return layout(f"{title}\n{none}", accent=BLUE)
    names = names_of(people, {one.author for one in saved}, say)
    games = [(one.variant, names.person(one.author)) for one in saved]
    hint = f"-# {say('The rules and code of one game: {command}', command='`/variant list name:…`')}"
    text = _list_text(title, (f"- **{say.game(one.title)}** · {author} · `{write_code(one)}`" for one, author in games), hint)
    if len(text) > ROOM_FOR_LIST:
        lines = lines_that_fit(
            [f"- **{say.game(one.title)}** · {author}" for one, author in games], ROOM_FOR_LIST - len(title) - len(hint)
        )
        text = _list_text(title, lines, hint)
    return layout(text, accent=BLUE)


def _list_text(title: str, lines: Iterable[str], hint: str) -> str:
    return "\n".join((title, *lines, hint))
