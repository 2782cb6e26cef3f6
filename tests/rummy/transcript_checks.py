"""The checks of transcripts, each under its word: what is expected and what is so, in the same writing."""

from collections.abc import Callable

from bot.rummy.columns import sheet_of
from bot.rummy.events import DealEnded, Parts
from bot.rummy.legal_moves import legal_moves
from bot.rummy.match import Match
from bot.rummy.moves import read_move
from bot.rummy.view import view_for
from tests.rummy.transcript_words import Otherwise, Puzzled, comparable, deal_of, joined, read_cards, row, sorted_row


def check(match: Match, said: str) -> None:
    word, *words = said.split()
    if word not in CHECKS:
        raise Puzzled(f"no such check; there are {', '.join(CHECKS)}")
    expected, got = CHECKS[word](match, words)
    if expected != got:
        raise Otherwise(expected, got)


def _parts(parts: Parts) -> str:
    return ", ".join(f"{part} {points}" for part, points in parts) or "-"


Check = Callable[[Match, list[str]], tuple[str, str]]


def _hand(match: Match, words: list[str]) -> tuple[str, str]:
    seat, *cards = words
    return sorted_row(read_cards(" ".join(cards))), sorted_row(deal_of(match).hands[int(seat)])


def _stock(match: Match, words: list[str]) -> tuple[str, str]:
    if words[0] == "shuffled":
        return sorted_row(read_cards(" ".join(words[1:]))), sorted_row(deal_of(match).stock)
    return joined(words), row(deal_of(match).stock)


def _meld(match: Match, words: list[str]) -> tuple[str, str]:
    number, *cards = words
    melds = deal_of(match).melds
    return joined(cards), str(melds[int(number) - 1]) if int(number) <= len(melds) else "no such meld"


def _played_by(match: Match, words: list[str]) -> tuple[str, str]:
    number, *seats = words
    return joined(seats), row(deal_of(match).melds[int(number) - 1].played_by)


def _offered(match: Match, words: list[str]) -> tuple[str, str]:
    """Check `moves 0 draw stock; take`: exactly these, in any order; `moves 0 -`: none."""
    seat, *rest = words
    expected = sorted(comparable(read_move(each)) for each in " ".join(rest).split(";") if each.strip() != "-")
    return "; ".join(expected) or "-", "; ".join(sorted(map(comparable, legal_moves(match, int(seat))))) or "-"


def _stock_seen(match: Match, words: list[str]) -> tuple[str, str]:
    """Check `stock_seen 1 23`: the size of the stock that seat 1 is shown; `-`: it is not shown."""
    seat, seen = words
    deal = view_for(match, int(seat)).deal
    assert deal is not None
    return seen, "-" if deal.stock_size is None else str(deal.stock_size)


def _until_blocked(match: Match, words: list[str]) -> tuple[str, str]:
    """Check `until_blocked 4`: so many more turns without a play on the table end the deal; `-`: the stock is not used up."""
    deal = view_for(match, None).deal
    assert deal is not None
    return joined(words), "-" if deal.turns_until_blocked is None else str(deal.turns_until_blocked)


def _last(match: Match) -> DealEnded:
    if not match.ended_deals:
        raise Otherwise("a deal that has ended", "none has")
    return match.ended_deals[-1]


def _games(match: Match, words: list[str]) -> tuple[str, str]:
    """Check `games 45 12 | 12 0 | 0 0`: the points of each seat in each game of the sheet (RULES 8.21)."""
    return joined(words), " | ".join(map(row, sheet_of(match.variant, match.seats, match.ended_deals).scores))


def _boxes(match: Match, words: list[str]) -> tuple[str, str]:
    """Check `boxes 3 1 | 2 0 | 1 0`: how many deals each seat has won in each game of the sheet."""
    return joined(words), " | ".join(map(row, sheet_of(match.variant, match.seats, match.ended_deals).boxes))


CHECKS: dict[str, Check] = {
    "hand": _hand,
    "stock": _stock,
    "discards": lambda match, words: (joined(words), row(deal_of(match).discard_pile)),
    "meld": _meld,
    "melds": lambda match, words: (joined(words), str(len(deal_of(match).melds))),
    "played_by": _played_by,
    "sizes": lambda match, words: (joined(words), row(map(len, deal_of(match).hands))),
    "turn": lambda match, words: (joined(words), "nobody" if match.seat_to_act() is None else str(match.seat_to_act())),
    "awaits": lambda match, words: (joined(words), match.awaits),
    "moves": _offered,
    "dealer": lambda match, words: (joined(words), str(deal_of(match).dealer)),
    "number": lambda match, words: (joined(words), str(deal_of(match).number)),
    "recycles": lambda match, words: (joined(words), str(deal_of(match).recycles)),
    "ended": lambda match, words: (joined(words), _last(match).how),
    "winner": lambda match, words: (joined(words), "nobody" if _last(match).winner is None else str(_last(match).winner)),
    "rummy": lambda match, words: (joined(words), "yes" if _last(match).rummy else "no"),
    "out_with": lambda match, words: (joined(words), " | ".join(map(row, _last(match).melds)) or "-"),
    "out": lambda match, words: (joined(words), row(_last(match).out)),
    "back": lambda match, words: (joined(words), row(_last(match).back)),
    "stages": lambda match, words: (joined(words), row(match.stages)),
    "points": lambda match, words: (joined(words), row(_last(match).points)),
    "parts": lambda match, words: (joined(words), _parts(_last(match).parts)),
    "bonuses": lambda match, words: (joined(words), " | ".join(map(_parts, match.bonuses)) or "-"),
    "shown": lambda match, words: (joined(words), " / ".join(" | ".join(map(row, each)) or "-" for each in _last(match).shown)),
    "loose": lambda match, words: (joined(words), " / ".join(row(hand) or "-" for hand in _last(match).hands)),
    "scores": lambda match, words: (joined(words), row(match.scores)),
    "placings": lambda match, words: (joined(words), "-" if match.placings is None else row(match.placings)),
    "over": lambda match, words: (joined(words) or "yes", "yes" if match.is_over else "no"),
    "stock_size": lambda match, words: (joined(words), str(len(deal_of(match).stock))),
    "stock_seen": _stock_seen,
    "until_blocked": _until_blocked,
    "retired": lambda match, words: (joined(words), row(deal_of(match).turn.retired_cards)),
    "games": _games,
    "boxes": _boxes,
    "settled": lambda match, words: (joined(words), str(match.regular_deals or "no")),
    "scored": lambda match, words: (joined(words), str(len(match.ended_deals))),
}
_ALSO_IN_SET_UPS = {
    *("stock", "discards", "meld", "turn", "dealer", "number", "recycles", "scores", "settled", "awaits", "out", "back"),
    "stages",
}
CHECKS_ONLY = frozenset(CHECKS) - _ALSO_IN_SET_UPS
