"""OpenSpiel's gin rummy in its own process: what it shows of a deal after each step that is repeated there.

Cards have our notation, and the players are 0, who begins, and 1. The script adds nothing to OpenSpiel's rules.
"""

from collections.abc import Mapping, Sequence

import msgspec

from benchmarks.rules.other_process import OPENSPIEL, Peer

Step = tuple[str, ...]
"""What is chosen, one after the other: `draw`, `take`, `pass`, `knock`, a card, or the cards of a meld."""

OVER = -4
"""Instead of a player, when the deal is over."""

SCRIPT = """
import json, sys
import pyspiel
rules = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)
names = [rules.card_string(card).upper().replace("T", "10") for card in range(52)]
actions = {name: card for card, name in enumerate(names)} | {"take": 52, "draw": 53, "pass": 54, "knock": 55}
words = {action: word for word, action in actions.items()}

def cards_of(cards):
    return sorted(names[card] for card in cards)

def action_of(choice):
    meld = choice.split()
    return actions[choice] if len(meld) == 1 else 56 + rules.meld_to_int([actions[card] for card in meld])

def fewest(hand, melds, laid):
    found = [rules.min_deadwood(hand)]
    for card in rules.all_layoffs(melds, laid) if laid is not None else []:
        if card in hand:
            found.append(fewest([other for other in hand if other != card], melds, [*laid, card]))
    return min(found)

def position(state):
    player, hands, top, legal = state.current_player(), state.hands(), state.upcard(), state.legal_actions()
    shown = {
        "player": player,
        "hands": list(map(cards_of, hands)),
        "pile": [names[card] for card in state.discard_pile() + [top] * (top is not None)],
        "stock": state.stock_size(),
        "deadwood": state.deadwood(),
        "cards": cards_of(action for action in legal if action < 52),
        "words": sorted(words[action] for action in legal if 52 <= action < 56),
    }
    if state.current_phase() == pyspiel.gin_rummy.DISCARD:
        others = {names[card]: [other for other in hands[player] if other != card] for card in hands[player]}
        shown["left"] = {card: rules.min_deadwood(hand) for card, hand in others.items()}
        if 55 in legal:
            shown["knocks"] = cards_of(state.child(55).legal_actions())
        else:
            shown["missed"] = cards_of(rules.legal_discards(hands[player], state.knock_card()))
    if state.current_phase() == pyspiel.gin_rummy.LAYOFF:
        laid = None if state.finished_layoffs() else state.layoffs()
        shown["best"] = fewest(hands[player], state.layed_melds()[1 - player], laid)
    return shown

def repeat(parameters, steps):
    state, positions = pyspiel.load_game("gin_rummy", parameters).new_initial_state(), []
    for step in steps:
        for choice in step:
            if action_of(choice) not in state.legal_actions():
                return {"positions": positions, "refused": choice}
            state.apply_action(action_of(choice))
        positions.append(position(state))
    return {"positions": positions, "over": state.is_terminal(), "points": list(map(int, state.returns()))}

print("ready", flush=True)
for line in sys.stdin:
    print(json.dumps(repeat(*json.loads(line))), flush=True)
"""


class Position(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a player may do, and with which cards; all cards are sorted but those of the discard pile."""

    player: int  # or OVER
    hands: tuple[tuple[str, ...], ...]
    pile: tuple[str, ...]
    stock: int
    deadwood: tuple[int, ...]  # outside the best melds; after a knock of all cards that are not laid
    cards: tuple[str, ...] = ()  # that may be discarded, or laid off
    words: tuple[str, ...] = ()
    best: int | None = None  # the fewest points that a player can have left after a knock of the other one
    left: Mapping[str, int] = {}  # the deadwood after each discard
    knocks: tuple[str, ...] = ()  # the cards with which a player may knock
    missed: tuple[str, ...] = ()  # those where OpenSpiel offers no knock


class RepeatedDeal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The positions after each step, and the end, or else the choice that is not legal there."""

    positions: tuple[Position, ...]
    refused: str | None = None
    over: bool = False
    points: tuple[int, ...] = (0, 0)


class GinPeer(Peer):
    """OpenSpiel's gin rummy."""

    def __init__(self) -> None:
        super().__init__(OPENSPIEL, SCRIPT)

    def repeat(self, parameters: Mapping[str, int | bool], steps: Sequence[Step]) -> RepeatedDeal:
        """Return what the steps lead to. The first deals the cards: ten to each player, then the upcard."""
        return msgspec.json.decode(self.ask(msgspec.json.encode((parameters, steps)).decode()), type=RepeatedDeal)
