"""The control that chooses the discard and the melds of a knock: **Arrange …** in a hand, and the select that it shows."""

from typing import Any

from discord import ui

from bot.messages.components import MOST_OPTIONS, Option, PressButton, row
from bot.messages.table.buttons import TableAction
from bot.messages.table.hand.move_buttons import Buttons, fits_option, move_select
from bot.messages.table.hand.move_words import cards_label, move_label
from bot.messages.table.render_context import RenderContext
from bot.rummy.at import At
from bot.rummy.games import GAMES
from bot.rummy.games.gin import other_knocks
from bot.rummy.moves import Knock, LayMelds, LayOff
from bot.rummy.view import View


def arrange_buttons(view: View, context: RenderContext) -> Buttons:
    """Return **Arrange …** if the viewer may knock in several ways; otherwise nothing."""
    return [context.button(TableAction.ARRANGE, context.say.button("Arrange …"))] if _others(view, context) else []


def arrange_prompt(view: View, context: RenderContext) -> "list[ui.Item[Any]]":
    """Return the select of the other knocks, in place of the controls."""
    say = context.say
    options = [
        Option(str(move), move_label(move, view, say), cards_label(LayMelds(move.melds), say))
        for move in _others(view, context)
        if fits_option(move)
    ]
    about = say("The other player may lay off on the melds that you show.")
    if not has_lay_offs(view):
        about = say("Choose the card that you discard as you go out.")
    text: ui.TextDisplay[Any] = ui.TextDisplay(about)
    back: PressButton = context.button(TableAction.BACK, say.button("Back"))
    choices = [move_select("knock", say.option("Knock in another way …"), options[:MOST_OPTIONS], context)] if options else []
    return [text, *choices, row(back)]


def _others(view: View, context: RenderContext) -> list[Knock]:
    """Return the knocks but for the one that has a button: with other discards, then with other melds."""
    knocks = [move for move in view.moves if isinstance(move, Knock)]
    return [*knocks[1:], *(other_knocks(At(context.table.begun_match)) if knocks and has_lay_offs(view) else [])]


def has_lay_offs(view: View) -> bool:
    """Return True if it matters which melds a knock lays."""
    return GAMES[view.variant.game].has(LayOff)
