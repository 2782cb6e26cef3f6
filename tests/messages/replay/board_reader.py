"""A second reader of the page's data: the boards of all steps, as the script must show them."""

import json
from dataclasses import dataclass, replace
from typing import Any

Row = list[str]


@dataclass(frozen=True)
class Board:
    """What the page shows at a step. `turn` counts the turns of the deal, from 1, and `stocks` has the size of each part."""

    hands: list[Row]
    melds: list[tuple[Row, int]]
    discards: Row
    under: Row
    stocks: list[int]
    seat: int
    turn: int
    players: list[str]
    scores: list[int]
    left: list[int]


def page_data(page: bytes) -> Any:
    """Return the data of the page's script."""
    return json.loads(page.decode().partition('id="data">')[2].partition("</script>")[0])


def read_boards(page: bytes) -> list[list[Board]]:
    """Return for each deal the board after each of its steps."""
    data = page_data(page)
    return [_deal(deal, data) for deal in data["deals"]]


def _deal(deal: Any, data: Any) -> list[Board]:
    hands, stock, order = [hand.split() for hand in deal["hands"]], len(deal["stock"].split()), deal["order"]
    parts = [len(range(sorted(order).index(seat), stock, len(order))) if seat in order else 0 for seat in range(len(hands))]
    players = [data["names"][number] for number in deal["players"]]
    upcard, stocks = [deal["upcard"]] if deal["upcard"] else [], parts if data["ownParts"] else [stock]
    boards = [Board(hands, [], upcard, [], stocks, order[0], 1, players, deal["scores"], deal["left"])]
    for step in deal["steps"].split(";") if deal["steps"] else ():
        board = boards[-1]
        for change in step.replace(">", " >").split():
            board = _after(board, change[0], change[1:], boards, data["names"])
        boards.append(board)
    return boards


def _put(row: list[Any], at: int, value: Any) -> list[Any]:
    return [*row[:at], value, *row[at + 1 :]]


def _after(board: Board, kind: str, text: str, boards: list[Board], names: Row) -> Board:
    seat, part, at, rest = board.seat, board.seat if len(board.stocks) > 1 else 0, *text.partition(":")[::2]
    hand, cards = board.hands[seat], [card for card in (rest or text).split(",") if card]
    match kind:
        case "d":
            stocks = _put(board.stocks, part, board.stocks[part] - 1)
            return replace(board, hands=_put(board.hands, seat, [*hand, text]), stocks=stocks)
        case "t":
            left = len(board.discards) - int(text)
            return replace(board, hands=_put(board.hands, seat, hand + board.discards[left:]), discards=board.discards[:left])
        case "x":
            kept = [card for card in hand if card != text]
            return replace(board, hands=_put(board.hands, seat, kept), discards=board.discards + board.under + [text], under=[])
        case "m" | "l":
            before = board.melds[int(at) - 1] if kind == "l" else ([], seat)
            old, new = ([card.split("=")[0] for card in row] for row in (before[0], cards))
            kept = [card for card in hand if card not in new] + [card for card in old if card not in new]
            melds = _put(board.melds, int(at) - 1, (cards, before[1])) if kind == "l" else [*board.melds, (cards, seat)]
            return replace(board, hands=_put(board.hands, seat, kept), melds=melds)
        case "e":
            return replace(board, melds=board.melds[: int(at) - 1] + board.melds[int(at) :], under=board.under + cards)
        case "u":
            return replace(board, discards=board.under + board.discards, under=[])
        case "b":
            return replace(boards[-int(text)], players=board.players, scores=board.scores, left=board.left)
        case "r":
            return replace(board, discards=cards, stocks=[len(board.discards) - len(cards)])
        case ">":
            return replace(board, seat=int(text), turn=board.turn + 1)
        case "L":
            return replace(board, left=[*board.left, int(text)])
        case "P":
            return replace(board, players=_put(board.players, int(at), names[int(rest)]))
        case _:
            return replace(board, scores=list(map(int, cards)))
