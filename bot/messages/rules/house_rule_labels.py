"""The labels of house rules, a few words each: in lobbies and announcements, in forms, and typed in `/table rule`."""

from collections.abc import Iterable, Iterator

from bot.messages.rules.by_players import by_players_text
from bot.messages.rules.match_goal import number_of_deals
from bot.messages.text import DOT
from bot.messages.words import Words
from bot.rummy.variant.variant import Variant
from bot.tables.rules.house_rules import differing_rules

_ROOM = 700  # characters, roughly
_LONGEST_LABEL = 250  # characters of one label, such as a list of fifty deals
_IN_THE_HEAD = ("players", "match_target", "match_deals")


def changed_rule_labels(variant: Variant, other: Variant, say: Words, *, head: bool = False) -> Iterator[str]:
    """Yield the labels of the house rules that differ from another game's and have an effect.

    `head` leaves out those that the head of the lobby shows anyway.
    """
    for rule in differing_rules(variant, other):
        if (not head or rule.name not in _IN_THE_HEAD) and rule.matters(variant):
            yield house_rule_label(rule.name, variant, say)


def labels_line(title: str, labels: Iterable[str], say: Words) -> str:
    """Return `**House rules** · several melds a turn · …`: the labels that there is room for, and how many more there are."""
    shown, left = [f"**{title}**"], list(labels)
    while left and sum(map(len, shown)) < _ROOM:
        one = left.pop(0)
        shown.append(one if len(one) <= _LONGEST_LABEL else f"{one[: _LONGEST_LABEL - 1]}…")
    return DOT.join([*shown, say.many("one more", "{count} more", len(left))] if left else shown)


def house_rule_label(rule: str, variant: Variant, say: Words) -> str:
    """Return how this variant answers a house rule of `house_rules.py`. Raise KeyError if there is no such rule."""
    for read in (_house_rule, _match, _meld_rule, _card_rule, _dealing_rule, _point_rule):
        if (said := read(rule, variant, say)) is not None:
            return said
    raise KeyError(rule)


def _house_rule(rule: str, variant: Variant, say: Words) -> str | None:
    match rule, variant:
        case "melds_per_turn", Variant(melds_per_turn="unlimited"):
            return say("any number of melds a turn")
        case "melds_per_turn", Variant(melds_per_turn=int(most)):
            return say.many("one meld a turn", "{count} melds a turn", most)
        case "rummy", Variant(rummy_bonus="double"):
            return say("going rummy counts double")
        case "rummy", Variant(rummy_bonus="add", rummy_add=points):
            return say.many("going rummy: 1 extra point", "going rummy: {count} extra points", points)
        case "rummy", _:
            return say("no bonus for going rummy")
        case "layoff", Variant(layoff_scope="all", layoff_requires_meld=False):
            return say("lay off on any meld")
        case "layoff", Variant(layoff_scope="all"):
            return say("lay off on any meld once you have one of your own")
        case "layoff", Variant(layoff_scope="own"):
            return say("lay off on your own melds only")
        case "layoff", _:
            return say("no laying off")
        case "ace", Variant(ace="low"):
            return say("ace low: A-2-3")
        case "ace", Variant(ace="high"):
            return say("ace high: Q-K-A")
        case "ace", Variant(ace="high_or_low"):
            return say("ace high or low: A-2-3, Q-K-A")
        case "ace", _:
            return say("ace around the corner: K-A-2")
        case "out_by", Variant(out_by="any"):
            return say("go out any way you like")
        case "out_by", _:
            return say("the last card must be discarded")
    return None


def _match(rule: str, variant: Variant, say: Words) -> str | None:
    match rule, variant:
        case "recycle", Variant(recycle="turn_over", recycle_keep_top=False):
            return say("when the stock runs out: turn over the discard pile")
        case "recycle", Variant(recycle="turn_over"):
            return say("when the stock runs out: turn over the discard pile, except for its top card")
        case "recycle", Variant(recycle_keep_top=False):
            return say("when the stock runs out: shuffle the discard pile")
        case "recycle", _:
            return say("when the stock runs out: shuffle the discard pile, except for its top card")
        case "recycle_max", Variant(recycle_max=0):
            return say("the stock is never refilled")
        case "recycle_max", Variant(recycle_max="unlimited"):
            return say("the stock is refilled as often as needed")
        case "recycle_max", Variant(recycle_max=2):
            return say("the stock is refilled at most twice per deal")
        case "recycle_max", Variant(recycle_max=int(most)):
            return say.many(
                "the stock is refilled at most once per deal",
                "the stock is refilled at most {count} times per deal",
                most,
            )
        case "scoring", Variant(scoring="winner_collects"):
            return say("the winner of a deal scores the cards in the other hands")
        case "scoring", Variant(scoring="penalty"):
            return say("penalty points for cards left in hand; lowest score wins")
        case "scoring", _:
            return say("everyone pays the winner the value of their own hand")
        case "match_target", Variant(match_target=int(points), match_deals=int(deals)):
            return say.many(
                "{points} points or 1 deal, whichever comes first",
                "{points} points or {count} deals, whichever comes first",
                deals,
                points=points,
            )
        case "match_deals", Variant(match_target=int(), match_deals=int(deals)):
            return say.many("at most 1 deal", "at most {count} deals", deals)
        case "match_target", Variant(match_target=int(points), match_deals="everyone_deals"):
            return say("{points} points or everyone's deal, whichever comes first", points=points)
        case "match_target", Variant(match_target="none"):
            return say("no target score")
        case "match_target", Variant(match_target=int(points)):
            return say.many("target: 1 point", "target: {count} points", points)
        case "match_deals", Variant(match_deals="none"):
            return say("no limit on the number of deals")
        case "match_deals", Variant(match_deals="everyone_deals"):
            return number_of_deals(variant, say)
        case "match_deals", Variant(match_deals=int(deals)):
            return say.many("1 deal", "{count} deals", deals)
    return None


def _meld_rule(rule: str, variant: Variant, say: Words) -> str | None:
    match rule, variant:
        case "take_back", Variant(take_back=True):
            return say("moves can be taken back until your turn ends")
        case "take_back", _:
            return say("moves can't be taken back")
        case "discard_taken", Variant(discard_taken="forbid_face"):
            return say("the card you took, or its duplicate, can't be discarded in the same turn")
        case "discard_taken", Variant(discard_taken="forbid_card"):
            return say("the card you took can't be discarded in the same turn")
        case "discard_taken", _:
            return say("the card you took can be discarded in the same turn")
        case "meld_all_at_once", Variant(meld_all_at_once="always"):
            return say("meld your whole hand in one turn")
        case "meld_all_at_once", Variant(meld_all_at_once=tuple(deals)) if deals:
            return say("meld your whole hand in one turn in deals {deals}", deals=say.all_of(map(str, sorted(set(deals)))))
        case "meld_all_at_once", _:
            return say("meld bit by bit")
        case "meld_retire_at", Variant(meld_retire_at="never"):
            return say("melds stay on the table")
        case "meld_retire_at", Variant(meld_retire_at=int(size)):
            return say.many("melds of one card leave the table", "melds of {count} cards leave the table", size)
        case "set_size", Variant(set_size=(least, most)) if least == most:
            return say.many("sets of one card", "sets of {count} cards", most)
        case "set_size", Variant(set_size=(least, most)):
            return say("sets of {least} to {most} cards", least=least, most=most)
        case "set_unique", Variant(set_unique=True):
            return say("no duplicates in a set")
        case "set_unique", _:
            return say("duplicates in a set")
        case "run_size", Variant(run_size=size):
            return say.many("runs of one card or more", "runs of {count} cards or more", size)
        case "run_suited", Variant(run_suited=True):
            return say("runs of one suit")
        case "run_suited", _:
            return say("runs of any suits")
    return None


def deck_name(deck: str, say: Words) -> str:
    """Return what the cards of a deck are called."""
    return say("French cards") if deck == "french52" else say("Cuccù cards")


def _card_rule(rule: str, variant: Variant, say: Words) -> str | None:
    match rule, variant:
        case "deck", _:
            return deck_name(variant.deck, say)
        case "set_kind", Variant(set_kind="same_rank"):
            return say("sets of one rank")
        case "set_kind", _:
            return say("sets of different figures")
        case "packs", Variant(packs=int(packs)):
            return say.many("one pack", "{count} packs", packs)
        case "packs", Variant(packs=packs):
            return f"{say('packs')}: {by_players_text(_table(packs), say)}"
        case "jokers", Variant(jokers=0):
            return say("no jokers")
        case "jokers", Variant(jokers=jokers):
            return say.many("one joker", "{count} jokers", jokers)
        case "wild", Variant(wild="joker"):
            return say("jokers stand for any card")
        case "wild", _:
            return say("jokers don't stand for other cards")
        case "wild_min_naturals", Variant(wild_min_naturals=naturals):
            return say.many("at least one natural card per meld", "at least {count} natural cards per meld", naturals)
        case "wild_swap", Variant(wild_swap="never"):
            return say("jokers can't be swapped")
        case "wild_swap", _:
            return say("jokers can be swapped for their card")
    return None


def _dealing_rule(rule: str, variant: Variant, say: Words) -> str | None:
    match rule, variant:
        case "players", Variant(players=(least, most)) if least == most:
            return say.many("one player", "{count} players", most)
        case "players", Variant(players=(least, most)):
            return say("{least} to {most} players", least=least, most=most)
        case "hand_size", Variant(hand_size=int(size)):
            return say.many("one card each", "{count} cards each", size)
        case "hand_size", Variant(hand_size=sizes):
            return f"{say('cards each')}: {by_players_text(_table(sizes), say)}"
        case "opening", Variant(opening="upcard"):
            return say("the discard pile starts with a card")
        case "opening", _:
            return say("the first player gets one card more and doesn't draw")
        case "direction", Variant(direction="clockwise"):
            return say("play goes clockwise")
        case "direction", _:
            return say("play goes counterclockwise")
        case "next_dealer", Variant(next_dealer="rotate"):
            return say("the deal passes round the table")
        case "next_dealer", Variant(next_dealer="winner"):
            return say("the winner deals next")
        case "next_dealer", _:
            return say("the loser deals next")
        case "stock_count_public", Variant(stock_count_public=True):
            return say("the number of cards in the stock is shown")
        case "stock_count_public", _:
            return say("the number of cards in the stock isn't shown")
    return None


def _point_rule(rule: str, variant: Variant, say: Words) -> str | None:
    match rule, variant:
        case "ace_points", Variant(ace_points="auto"):
            return say("ace: automatic ({points} with this rule)", points=variant.value_of_ace())
        case "ace_points", Variant(ace_points=int(points)):
            return say.many("ace: 1 point", "ace: {count} points", points)
        case "court_points", Variant(court_points=points):
            return say.many("jack, queen, king: 1 point", "jack, queen, king: {count} points", points)
        case "joker_points", Variant(joker_points=points):
            return say.many("joker: 1 point", "joker: {count} points", points)
        case "figure_points", Variant(figure_points=points):
            return say.many("figure without a number: 1 point", "figure without a number: {count} points", points)
        case "blocked_scoring", Variant(blocked_scoring="auto"):
            return say("blocked deal: scored as usual")
        case "blocked_scoring", _:
            return say("blocked deal: everyone's hand counts against them")
        case "tie", Variant(tie="shared"):
            return say("ties are shared")
        case "tie", _:
            return say("ties are played off")
    return None


def _table(numbers: int | dict[int, int]) -> dict[int, int]:
    assert isinstance(numbers, dict)
    return numbers
