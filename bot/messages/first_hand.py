"""The first hand: each step is a hand as at any table, with a sentence above its buttons, and raised cards."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from discord import ButtonStyle, ui
from msgspec import structs

from bot.messages.components import GREEN, PressButton, PressSelect, layout, read_marked, row, with_marker
from bot.messages.names import Names, with_computer_sign
from bot.messages.pictures.marks import marks_at
from bot.messages.start_menu import USUAL_LEVEL, BeginPress, FirstHandPress, StartPress
from bot.messages.table.buttons import MovePress
from bot.messages.table.channel.match_end import deal_end_galleries, last_hands_lines
from bot.messages.table.hand.hand_controls import hand_controls
from bot.messages.table.hand.hand_message import hand_layout, hand_view
from bot.messages.table.render_context import RenderContext
from bot.messages.table.table_text import deal_of
from bot.messages.words import Words
from bot.rummy.moves import TakeAndLay, read_move
from bot.tables.first_hand import LEARNER, ROSA, Step
from bot.tables.ports import Person


def step_sentence(step: int, say: Words) -> str:
    """Return the sentence of a step, from 0 for the first look at the cards."""
    return (
        say(
            "Empty your hand before Rosa, a computer, does. Lay **melds**: a set is three of one rank (K K K), "
            "a run three in a row, one suit (♣)."
        ),
        say("Begin your turn by taking a card. 9♦, on the **discard pile**, makes no meld. Draw from the face-down **stock**."),
        say("K♣! Three of a rank make a **set**. Lay it. You may lay 1 meld a turn."),
        say("End your turn with a discard. Keep 9♣ 10♣ for a **run**. 7♠ J♥ 6♦ fit nothing: start with 6♦."),
        say("A run is three in a row, one suit. Rosa's Q♣ isn't next to 10♣. Draw."),
        say("4♣ makes no meld. Discard it."),
        say("Rosa laid a run and discarded J♣. You need it!"),
        say("9♣ 10♣ J♣: three in a row, one suit. Lay your run."),
        say("Before you discard, you can add cards to any meld on the table. Lay off 7♠ on Rosa's 4♠ 5♠ 6♠."),
        say("Discard your last card to go out. Rosa's 2♥ 8♥ 2♠ 3♣ give you 15."),
        say("You emptied your hand first, so you score Rosa's cards: 15 points."),
    )[step]


def first_hand_layout(
    number: int, step: Step, person: Person, context: RenderContext, *, after_other_move: bool = False
) -> ui.LayoutView:
    """Render a step for a learner; of their own context, only what the deal doesn't say is used."""
    say, table = context.say, context.table
    names = Names({person.number: person}, table, computers={ROSA: with_computer_sign("Rosa")})
    seats = structs.replace(table.seats, fixed_marks=marks_at(table, names))
    context = replace(context, table=structs.replace(table, seats=seats), names=names, raised=step.raised)
    if table.begun_match.is_over:
        return _end_layout(number, context)
    skip = PressButton(StartPress("play"), say.button("Skip"))
    if step.move is None:
        rows: list[ui.Item[Any]] = [
            row(PressButton(FirstHandPress(number + 1), say.button("Start"), ButtonStyle.success), skip)
        ]
    else:
        rows = [*_move_rows(number, step, context), row(skip)]
    sentence = step_sentence(number, say)
    if after_other_move:
        sentence = f"**{say('You could, but this lesson shows another move.')}** {sentence}"
    return hand_layout(context, person.number, prompt=[ui.TextDisplay(sentence), *rows])


def _move_rows(number: int, step: Step, context: RenderContext) -> "Iterator[ui.Item[Any]]":
    """Yield the single moves of the hand, which now belong to the step, and what to do; the move that leads on is green."""
    view = hand_view(context.table.begun_match, LEARNER)
    for controls in hand_controls(view, deal_of(view), context):
        moves = []
        for control in controls.children if isinstance(controls, ui.ActionRow) else ():
            assert isinstance(control, PressButton | PressSelect)
            press = read_marked(control.custom_id or "")
            if isinstance(control, PressSelect):
                control.custom_id = with_marker(str(FirstHandPress(number, "chosen")))
            elif (made := MovePress.read(press)) is not None and not isinstance(read_move(made.move), TakeAndLay):
                control.custom_id = with_marker(str(FirstHandPress(number, made.move)))
                control.style = ButtonStyle.success if made.move == str(step.move) else ButtonStyle.secondary
            else:
                continue
            moves.append(control)
        if moves or isinstance(controls, ui.TextDisplay):
            yield row(*moves) if moves else controls


def _end_layout(number: int, context: RenderContext) -> ui.LayoutView:
    """Render the result with its reason, and the way to a real match."""
    say, table = context.say, context.table
    view = hand_view(table.begun_match, LEARNER)
    lines = (
        f"## {say('You win!')}",
        step_sentence(number, say),
        *last_hands_lines(view, context),
        f"-# {say('A match has several deals; most points win. Aces are low and count 1, face cards 10.')}",
        f"-# {say('In games with jokers, a joker stands for any card.')}",
    )
    real = BeginPress(table.preset.name, 1, USUAL_LEVEL, 0)
    buttons = (
        PressButton(real, say.button("Play an easy computer"), ButtonStyle.success),
        PressButton(StartPress("play"), say.button("Play")),
    )
    return layout(ui.TextDisplay("\n".join(lines)), *deal_end_galleries(view, context), row(*buttons), accent=GREEN)
