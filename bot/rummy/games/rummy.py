"""Basic rummy: draw, lay melds and lay off, discard; who empties their hand first is out. Its games differ by their answers.

            Draw, Take, TakeAndLay         LayMeld, LayMelds, LayOff, Swap, TakeBack
      DRAW ───────────────────────► PLAY ◄───┐
      │  ▲                          │ │ └────┘
      │  └───────── Discard ────────┘ │
      │ blocked                       │ empty hand
      └──────────► deal ends ◄────────┘

- A discard ends the turn: the next seat that has not left draws. If the starter holds an extra card, the first turn of a deal
  begins at PLAY (question 6).
- A deal is blocked at Draw if the stock, or the seat's own part of it, is empty and can't be recycled, and at Discard or Leave
  if the stock is used up and nobody has played on the table for two rounds, or if everybody sees that nobody can do so any
  more. The hand can become empty by Discard, LayMeld, LayMelds, LayOff or TakeAndLay.
"""

from msgspec.structs import replace

from bot.rummy.at import At
from bot.rummy.events import Awaited, DealEnded
from bot.rummy.game import Game, Phase
from bot.rummy.match import deal_points, with_eliminated
from bot.rummy.moves import Discard, Draw, LayMeld, LayMelds, LayOff, Move, SeatMove, Swap, Take, TakeAndLay, TakeBack
from bot.rummy.refusals import DrawFirst, MoveRefusal, SwapsForbidden
from bot.rummy.steps.discarding import discard, discards
from bot.rummy.steps.drawing import draw, draw_or_take, take, why_no_draw
from bot.rummy.steps.ending import block_after_leaving
from bot.rummy.steps.laying import lay_melds, lay_off, meld_moves, swap_joker, table_moves, take_and_lay, take_back, take_backs


def why_not_yet(at: At, move: Move) -> MoveRefusal:
    """Return why a move is refused before the draw."""
    return SwapsForbidden() if isinstance(move, Swap) and at.rules.wild_swap == "never" else DrawFirst()


def _plays(at: At) -> list[SeatMove]:
    may_go = at.may_discard()
    return [*meld_moves(at, may_go), *table_moves(at, may_go), *take_backs(at), *discards(at, may_go)]


def _count(at: At, ended: DealEnded) -> DealEnded:
    points = deal_points(at.rules, ended.hands, at.match.left_seats, winner=ended.winner, rummy=ended.rummy)
    return with_eliminated(at.match, replace(ended, points=points))


GAME = Game(
    phases={
        Awaited.DRAW: Phase(
            offers=draw_or_take,
            causes={Draw: draw, Take: take, TakeAndLay: take_and_lay},
            otherwise=why_not_yet,
        ),
        Awaited.PLAY: Phase(
            offers=_plays,
            causes={
                LayMeld: lay_melds,
                LayMelds: lay_melds,
                LayOff: lay_off,
                Swap: swap_joker,
                TakeBack: take_back,
                Discard: discard,
            },
            otherwise=why_no_draw,
        ),
    },
    leaves=block_after_leaving,
    ends=_count,
    questions=frozenset(
        (
            *("deck", "packs", "jokers", "set_kind", "set_size", "set_unique", "run_size", "run_suited"),
            *("ace", "ace_points", "court_points", "figure_points", "joker_points", "wild", "wild_min_naturals", "wild_swap"),
            *("wild_max", "wild_adjacent", "first_meld_waived", "discard_from", "elimination", "re_entries"),
            *("direction", "discard_taken"),
            *("melds_per_turn", "meld_all_at_once", "first_meld", "meld_retire_at", "layoff_scope", "layoff_requires_meld"),
            *("take_back", "out_by", "recycle", "recycle_keep_top", "recycle_max"),
            *("scoring", "rummy_bonus", "rummy_add", "blocked_scoring"),
        )
    ),
)
