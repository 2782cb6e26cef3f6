"""A player's hand: his cards, the melds they make, and on his turn everything he may do, as buttons and selects.

Drawn from his view alone. It says nothing that goes stale while others play: only on his own turn does it show the table.
"""

from collections.abc import Iterable
from itertools import groupby
from typing import Any

from discord import ButtonStyle, SelectOption, ui

from bot.messages.buttons import Kind, MoveButton, MovePress, MoveSelect, TableButton, TablePress, What, layout, row
from bot.messages.channel import table_text
from bot.messages.lines import ending
from bot.messages.scene import Scene, listed, unbroken
from bot.messages.score import end_text
from bot.rummy.cards import Card
from bot.rummy.match import Question
from bot.rummy.moves import Discard, LayMeld, LayOff, Take
from bot.rummy.scoring import count
from bot.rummy.view import DealView, View, view_for

_GREEN, _GREY = 0x2E7D4F, 0x6B7280
_TOO_LONG_FOR_A_LINE = 7  # cards, on a phone


def hand_layout(scene: Scene, person: int, *, note: str = "") -> ui.LayoutView:
    """The hand of a person who sits or sat at the table. `note` is a sentence to put on top."""
    table, say = scene.table, scene.say
    assert table.match is not None
    seat = table.seat_of(person)
    assert seat is not None
    view = view_for(table.match, seat)
    head = [note] if note else []
    head.append(f"-# {' · '.join(filter(None, (scene.title, scene.server, f'<#{scene.place}>')))}")
    if view.placings is not None or view.broken_off:
        return layout(ui.TextDisplay("\n".join((*head, end_text(view, scene)))))
    if seat in view.left:
        return layout(ui.TextDisplay("\n".join((*head, say("You have left this match.")))))
    assert view.deal is not None
    on_turn = view.to_act == seat
    items: list[ui.Item[Any]] = [ui.TextDisplay("\n".join((*head, *_text(view, view.deal, scene))))]
    items += _controls(view, view.deal, scene) if view.deal.ended is None else _pause(scene, person)
    if on_turn:
        items += (ui.Separator(), ui.TextDisplay(table_text(view, scene)))
    return layout(*items, accent=_GREEN if on_turn else _GREY)


def _text(view: View, deal: DealView, scene: Scene) -> list[str]:
    say = scene.say
    lines = [f"### {_title(view, deal, scene)}"]
    if deal.ended is not None:
        lines.append(ending(deal.ended, scene))
    lines.append(f"## {_cards(view, deal, scene)}")
    if view.melds_in_hand:
        melds = listed(f"**{say.cards(meld.cards)}**" for meld in _longest_first(view))
        lines.append(say("Melds in it: {melds}", melds=melds))
    if not deal.hand:
        return lines
    points = _points(count(view.variant, deal.hand), scene)
    lines.append(f"-# {say.many('One card', '{count} cards', len(deal.hand))} · {points}")
    return lines


def _title(view: View, deal: DealView, scene: Scene) -> str:
    say = scene.say
    if deal.ended is not None:
        return say("Deal {number} is over", number=deal.number)
    if view.to_act != view.viewer:
        return say("Wait for your turn")
    if view.question == Question.DRAW or deal.new_card is None:
        return say("Your turn: draw a card")
    card = say.card(deal.new_card)
    if deal.taken is not None:
        return say("Your turn: you took {card}", card=card)
    return say("Your turn: you drew {card}", card=card)


def _points(points: int, scene: Scene) -> str:
    return scene.say.many("one point", "{count} points", points)


def _cards(view: View, deal: DealView, scene: Scene) -> str:
    """The cards, suit by suit, those that make a meld underlined; lines break between suits, unless one fills a line."""
    melded = {card for meld in view.melds_in_hand for card in meld.cards}
    suits = []
    for _, suit in groupby(deal.hand, key=lambda card: card.rstrip("'")[-1]):
        parts = []
        for underlined, cards in groupby(suit, key=melded.__contains__):
            shown = scene.say.cards(cards)
            parts.append(f"__{shown}__" if underlined else shown)
        text = " ".join(parts)
        suits.append(text if text.count(" ") >= _TOO_LONG_FOR_A_LINE else unbroken(text))
    return "   ".join(suits) or scene.say("no cards")


def _longest_first(view: View) -> list[Any]:
    return sorted(view.melds_in_hand, key=lambda meld: -count(view.variant, meld.cards))[:6]


def _controls(view: View, deal: DealView, scene: Scene) -> Iterable[ui.Item[Any]]:
    if not view.moves:
        return ()
    if view.question == Question.DRAW:
        return (_draw_row(view, deal, scene),)
    return (ui.ActionRow(select) for select in _selects(view, scene))


def _pause(scene: Scene, person: int) -> Iterable[ui.Item[Any]]:
    """Between two deals."""
    say, table = scene.say, scene.table
    if person in table.ready:
        return (ui.TextDisplay(say("You are ready; the next deal waits for the others.")),)
    return (row(TableButton(TablePress(table.number, What.READY, table.deal), say("Ready"), ButtonStyle.success)),)


def _draw_row(view: View, deal: DealView, scene: Scene) -> "ui.ActionRow[Any]":
    table, say = scene.table, scene.say
    label = {
        "draws": say("Draw from the stock"),
        "recycles": say("Draw (the discards become the stock)"),
        "ends": say("Draw (ends the deal: nothing is left)"),
    }[deal.stock_draw]
    buttons = [MoveButton(MovePress(table.number, table.step, "draw stock"), label, ButtonStyle.primary)]
    if any(isinstance(move, Take) for move in view.moves):
        take = say("Take {card}", card=say.card(deal.discards[-1]))
        buttons.append(MoveButton(MovePress(table.number, table.step, "take"), take, ButtonStyle.success))
    return row(*buttons)


def _selects(view: View, scene: Scene) -> Iterable[MoveSelect]:
    table, say = scene.table, scene.say
    deal = view.deal
    assert deal is not None

    def options(moves: Iterable[LayMeld | LayOff | Discard]) -> list[SelectOption]:
        return [_option(move, view, scene) for move in moves]

    def worth(cards: Iterable[Card]) -> int:
        return -count(view.variant, cards)

    melds = sorted((move for move in view.moves if isinstance(move, LayMeld)), key=lambda move: worth(move.cards))
    lay_offs = sorted((move for move in view.moves if isinstance(move, LayOff)), key=lambda move: worth(move.cards))
    discards = {move.card: move for move in view.moves if isinstance(move, Discard)}
    shown = [discards[card] for card in deal.hand if card in discards]
    if melds:
        yield MoveSelect(table.number, table.step, Kind.MELD, say("Lay a meld …"), options(melds))
    if lay_offs:
        yield MoveSelect(table.number, table.step, Kind.LAYOFF, say("Lay off a card …"), options(lay_offs))
    if shown:
        yield MoveSelect(table.number, table.step, Kind.DISCARD, say("Discard and end your turn …"), options(shown))


def _option(move: LayMeld | LayOff | Discard, view: View, scene: Scene) -> SelectOption:
    say = scene.say
    match move:
        case LayMeld(cards=cards):
            return SelectOption(label=say.cards(cards), value=str(move), description=_points(count(view.variant, cards), scene))
        case LayOff(cards=cards, meld=number):
            assert view.deal is not None
            on = say.cards(view.deal.melds[number - 1].cards)
            label = say("{cards} on meld {number}: {meld}", cards=say.cards(cards), number=number, meld=on)
            return SelectOption(label=label[:100], value=str(move))
        case Discard(card=card):
            description = _points(view.variant.points(card), scene)
            return SelectOption(label=say.card(card), value=str(move), description=description)


def forfeit_layout(scene: Scene) -> ui.LayoutView:
    """The question before somebody leaves a match that has begun."""
    say, number = scene.say, scene.table.number
    text = say("Leave this match? You forfeit it: last place, and you cannot come back. The others play on.")
    leave = TableButton(TablePress(number, What.FORFEIT), say("Yes, leave the match"), ButtonStyle.danger)
    return layout(ui.TextDisplay(f"-# {scene.title}\n{text}"), row(leave))
