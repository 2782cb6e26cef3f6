"""The table as everyone sees it: the melds, the piles, how many cards each hand has, and the scores; and its picture."""

from collections.abc import Iterator

from bot.messages.games import GAME_WORDS
from bot.messages.pictures.card_pictures import PlayerHand, PlayerMeld, TablePicture
from bot.messages.pictures.galleries import table_alt
from bot.messages.pictures.marks import with_mark
from bot.messages.pictures.picture import Picture, PictureGallery
from bot.messages.pictures.player_order import order_of_play
from bot.messages.rules.game_labels import match_goal
from bot.messages.table.render_context import RenderContext
from bot.messages.text import join_parts, keep_together, with_minus
from bot.messages.words import Words
from bot.rummy.columns import sheet_of
from bot.rummy.games import takes_from_pile
from bot.rummy.match import TableMeld
from bot.rummy.view import DealView, View


def deal_of(view: View) -> DealView:
    """Return the deal in play or the last one, in a match that has begun."""
    assert view.deal is not None, "no cards have been dealt"
    return view.deal


def table_text(view: View, context: RenderContext) -> str:
    """Return the melds, the piles and how many cards each hand has."""
    deal = deal_of(view)
    lines = [f"`{number}` {_meld(meld, context)}" for number, meld in enumerate(deal.melds, start=1)]
    lines += GAME_WORDS[view.variant.game].table(deal, context.say)
    return "\n".join((*lines, _piles(view, context), hand_sizes_line(view, context), *_laid_lines(view, context)))


def _laid_lines(view: View, context: RenderContext) -> Iterator[str]:
    """Yield what the cards count that everyone has laid in the deal, where that counts and somebody has laid any."""
    deal, points_laid = deal_of(view), GAME_WORDS[view.variant.game].points_laid
    laid = {seat: points for seat in order_of_play(view) if (points := points_laid(seat, deal, view.variant))}
    if laid:
        parts = (
            f"{with_mark(context.names.seat(seat), context.table.seats.marks[seat], context.pictures)} {points}"
            for seat, points in laid.items()
        )
        yield context.say("Points laid in this deal: {points}", points=join_parts(parts))


def _meld(meld: TableMeld, context: RenderContext) -> str:
    """Return the meld, the player who laid it, and those who laid off cards on it."""
    say, names, marks = context.say, context.names, context.table.seats.marks
    parts = [f"**{say.cards(meld.cards)}**", with_mark(names.seat(meld.owner), marks[meld.owner], context.pictures)]
    added: dict[int, list[str]] = {}
    for card, seat in zip(meld.cards, meld.played_by, strict=True):
        if seat != meld.owner:
            added.setdefault(seat, []).append(card)
    parts += [
        keep_together(f"({say('{cards} from {name}', cards=say.cards(cards), name=names.seat(seat))})")
        for seat, cards in added.items()
    ]
    return " ".join(parts)


def _piles(view: View, context: RenderContext) -> str:
    """Return the top discard, the size of the stock if it is public, and what the game says of them."""
    deal, say = deal_of(view), context.say
    if deal.discard_pile:
        parts = [say("Top discard: {card}", card=f"**{say.card(deal.discard_pile[-1])}**")]
    else:
        parts = [say("No discards")]
    if deal.stock_size is not None:
        parts.append(_stock_text(view, deal.stock_size, context))
    return join_parts((*parts, *GAME_WORDS[view.variant.game].piles(view, deal, say)))


def _stock_text(view: View, size: int, context: RenderContext) -> str:
    """Return the size of the stock, or of the part that the view shows: the viewer's, or for onlookers that of the turn."""
    say = context.say
    if view.variant.stock == "shared":
        return say("Stock: {count}", count=size)
    seat = deal_of(view).turn_seat if view.viewer is None else view.viewer
    if seat == view.viewer:
        return say("Your part of the stock: {count}", count=size)
    return say("{name}'s part of the stock: {count}", name=context.names.seat(seat), count=size)


def hand_sizes_line(view: View, context: RenderContext) -> str:
    """Return how many cards each hand has, in the order of play; players who left are struck through."""
    deal, parts = deal_of(view), []
    for seat in order_of_play(view):
        name = with_mark(context.names.seat(seat), context.table.seats.marks[seat], context.pictures)
        shown = f"~~{name}~~" if seat in view.gone_seats else name
        parts.append(f"{shown} {deal.hand_sizes[seat]}")
    return context.say("Cards: {counts}", counts=join_parts(parts))


def scores_line(view: View, context: RenderContext, *, with_goal: bool = False) -> str:
    """Return everyone's points so far, perhaps with the goal of the match."""
    say = context.say
    points = join_parts((say("Points: {scores}", scores=join_parts(scores(view, context))), *_games(view, say)))
    points = join_parts((*stages_line(view, context), points))
    return f"{points} ({join_parts(match_goal(view.variant, say))})" if with_goal else points


def scores(view: View, context: RenderContext) -> list[str]:
    """Return everyone's points so far in the order of play, those who left last: `Ann 34`, `Bob 12`."""
    marks, order = context.table.seats.marks, sorted(order_of_play(view), key=lambda seat: seat in view.gone_seats)
    names = [with_mark(context.names.seat(seat), marks[seat], context.pictures) for seat in order]
    return [f"{name} {with_minus(view.scores[seat])}" for name, seat in zip(names, order, strict=True)]


def stages_line(view: View, context: RenderContext) -> Iterator[str]:
    """Yield how many stages everyone has completed (question 53), once a deal has ended."""
    if done := view.stages:
        seats = (f"{context.names.seat(seat)} {done[seat]}" for seat in order_of_play(view))
        yield context.say("Stages completed: {scores}", scores=join_parts(seats))


def _games(view: View, say: Words) -> Iterator[str]:
    """Yield how each of several games at once stands, in the order of play; nothing if there is one."""
    sheet, order = sheet_of(view.variant, view.seats, view.ended_deals), order_of_play(view)
    still_open = sheet.open_games()
    for game, points in enumerate(sheet.scores if len(sheet.scores) > 1 else ()):
        shown = "–".join(str(points[seat]) for seat in order)
        if game in still_open:
            yield say("game {number}: {scores}", number=game + 1, scores=shown)
        else:
            yield say("game {number}: {scores}, over", number=game + 1, scores=shown)


def table_galleries(view: View, context: RenderContext, *, instead: str = "") -> list[PictureGallery]:
    """Return the picture of the table: hands in the order of play, and melds by number. Return nothing for readers of text.

    `instead` is the text of the table, in a message without it.
    """
    if not context.pictures:
        return []
    deal, seats = deal_of(view), context.table.seats
    to_act = None if deal.end is not None else view.seat_to_act
    hands = tuple(
        PlayerHand(seats.marks[seat], deal.hand_sizes[seat], to_act=seat == to_act)
        for seat in order_of_play(view)
        if seat not in view.gone_seats
    )
    melds = tuple(PlayerMeld(seats.marks[meld.owner], meld.cards) for meld in deal.melds)
    upcard = deal.discard_pile[-1] if deal.discard_pile else None
    pile = deal.discard_pile if takes_from_pile(view.variant.game) and len(deal.discard_pile) > 1 else ()
    is_tight = view.viewer is not None and view.seat_to_act == view.viewer  # its player sees their hand below
    shown = TablePicture(deal.stock_size, upcard, hands, melds, context.pictures.is_large, is_tight, pile)
    names = map(context.names.plain, seats.occupants)
    alt = table_alt(shown, dict(zip(seats.marks, names, strict=True)), context.say)
    return [PictureGallery(Picture(shown, context.pictures.colours, alt, context.table.number), instead=instead)]
