"""The words of the questions about a turn: melding, laying off, discarding, going out, taking back.

They are written as `question_words.py` says.
"""

from collections.abc import Iterator

from bot.messages.rules.question_words import all_at_once_deals, example_lay_off, example_run, has_lasting_melds, has_lay_offs
from bot.messages.words import Words
from bot.rummy.match import meld_points
from bot.rummy.variant import Variant


def melds_per_turn(variant: Variant, say: Words) -> Iterator[str]:
    yield say("Melds per turn")
    yield say("How many melds you can lay in one turn. You can lay off as many cards as you like.")
    most = variant.melds_per_turn
    if most == "unlimited":
        yield say("any number of melds a turn")
        rule = say("**Melding**: as many melds per turn as you like.")
    else:
        yield say.many("one meld a turn", "{count} melds a turn", most)
        rule = say.many("**Melding**: at most 1 meld per turn.", "**Melding**: at most {count} melds per turn.", most)
    if variant.meld_all_at_once != "always":
        yield rule


def meld_all_at_once(variant: Variant, say: Words) -> Iterator[str]:
    yield say("Melding the whole hand")
    yield say("Whether you meld as you go, or only your whole hand in one turn.")
    chosen, deals = variant.meld_all_at_once, all_at_once_deals(variant)
    if chosen == "always":
        yield say("meld your whole hand in one turn")
    elif chosen == "never" or not chosen:
        yield say("meld bit by bit")
    else:
        yield say("meld your whole hand in one turn in deals {deals}", deals=say.all_of(map(str, sorted(set(chosen)))))
    may_lay_off_last = variant.out_by == "any" and example_lay_off(variant) is not None  # RULES 8.12
    if deals == "always" and may_lay_off_last:
        yield say("**Melding**: only your whole hand in one turn. At most one card may be left, to discard or lay off.")
    elif deals == "always":
        yield say("**Melding**: only your whole hand in one turn. At most one card may be left, to discard.")
    elif deals and may_lay_off_last:
        yield say.many(
            "Deal {deals} is different: there you meld your whole hand in one turn, or nothing. "
            "At most one card may be left, to discard or lay off.",
            "Deals {deals} are different: there you meld your whole hand in one turn, or nothing. "
            "At most one card may be left, to discard or lay off.",
            len(deals),
            deals=say.all_of(map(str, deals)),
        )
    elif deals:
        yield say.many(
            "Deal {deals} is different: there you meld your whole hand in one turn, or nothing. "
            "At most one card may be left, to discard.",
            "Deals {deals} are different: there you meld your whole hand in one turn, or nothing. "
            "At most one card may be left, to discard.",
            len(deals),
            deals=say.all_of(map(str, deals)),
        )


def first_meld(variant: Variant, say: Words) -> Iterator[str]:
    yield say("First melds")
    yield say("The points that your first melds in a deal must be worth together.")
    points, run = variant.first_meld, example_run(variant, variant.run_size) or ()
    if points == "none":
        yield say("first melds of any worth")
        return
    yield say.many("first melds worth at least 1 point", "first melds worth at least {count} points", points)
    if variant.meld_all_at_once == "always":
        return
    yield say.many(
        "Your first melds in a deal must be worth at least 1 point together ({example}).",
        "Your first melds in a deal must be worth at least {count} points together ({example}).",
        points,
        example=f"{say.cards(run)} = {meld_points(variant, run)}",
    )
    yield say("Lay them in one move, as many as you need.")
    if variant.jokers and variant.wild == "joker":
        yield say("A joker counts as the card that it stands for.")


def layoff(variant: Variant, say: Words) -> Iterator[str]:
    yield say("Laying off")
    yield say("Which melds on the table you can add cards to.")
    match variant.layoff_scope:
        case "all" if variant.layoff_requires_meld:
            yield say("lay off on any meld once you have one of your own")
        case "all":
            yield say("lay off on any meld")
        case "own":
            yield say("lay off on your own melds only")
        case "none":
            yield say("no laying off")
    if variant.meld_all_at_once == "always":
        return
    if (example := example_lay_off(variant)) is None:
        yield say("There's no laying off.")
    else:
        facts = {"card": say.card(example[1]), "meld": say.cards(example[0])}
        if variant.layoff_scope == "own":
            yield say("You can lay off any number of cards, but only on your own melds ({card} on {meld}).", **facts)
        elif variant.layoff_requires_meld:
            yield say("Once you have a meld, you can lay off any number of cards on any meld ({card} on {meld}).", **facts)
        else:
            yield say("You can lay off any number of cards on any meld ({card} on {meld}).", **facts)
    if has_lasting_melds(variant):
        yield say("Melds on the table are never rearranged.")


def meld_retire_at(variant: Variant, say: Words) -> Iterator[str]:
    yield say("Large melds")
    yield say("Whether long melds stay on the table, or go to the discard pile.")
    size = variant.meld_retire_at
    if size == "never":
        yield say("melds stay on the table")
        return
    yield say.many("melds of one card leave the table", "melds of {count} cards leave the table", size)
    if variant.meld_all_at_once != "always":
        yield say.many(
            "A meld of 1 card or more leaves the table immediately: its cards go to the discard pile, "
            "under the card that you discard.",
            "A meld of {count} cards or more leaves the table immediately: its cards go to the discard pile, "
            "under the card that you discard.",
            size,
        )


def take_back(variant: Variant, say: Words) -> Iterator[str]:
    yield say("Taking moves back")
    yield say("Whether you can undo melds, lay-offs and joker swaps until you discard.")
    if variant.take_back:
        yield say("moves can be taken back until your turn ends")
        yield say("You can take your moves back until your turn ends.")
    else:
        yield say("moves can't be taken back")
        yield say("Moves can't be taken back.")


def discard_taken(variant: Variant, say: Words) -> Iterator[str]:
    """Yield also how a turn must end."""
    yield say("Discarding the card you took")
    yield say("Whether a card from the discard pile can go back there in the same turn.")
    match variant.discard_taken:
        case "forbid_face":
            yield say("the card you took, or its duplicate, can't be discarded in the same turn")
        case "forbid_card":
            yield say("the card you took can't be discarded in the same turn")
        case "allow":
            yield say("the card you took can be discarded in the same turn")
    duplicates = variant.has_duplicates()
    match variant.discard_taken:
        case "allow":
            yield say("A card taken from the discard pile can be discarded in the same turn.")
        case "forbid_face" if duplicates:
            yield say("A card taken from the discard pile can't be discarded in the same turn, and neither can a duplicate.")
        case "forbid_card" if duplicates:
            yield say("A card taken from the discard pile can't be discarded in the same turn, but a duplicate can.")
        case "forbid_face" if variant.jokers > 1:
            yield say("A card taken from the discard pile can't be discarded in the same turn; after a joker, no other joker.")
        case "forbid_card" if variant.jokers > 1:
            yield say("A card taken from the discard pile can't be discarded in the same turn, but another joker can.")
        case _:
            yield say("A card taken from the discard pile can't be discarded in the same turn.")
    if variant.discard_taken != "allow":
        yield say(
            "A move is refused if your turn couldn't end after it: for example, if only the card that you took were left."
        )
    elif variant.out_by == "discard_only":
        yield say("A move is refused if your turn couldn't end after it, because no card would be left to discard.")


def out_by(variant: Variant, say: Words) -> Iterator[str]:
    yield say("Going out")
    yield say("How you can play your last card.")
    if variant.out_by == "discard_only":
        yield say("the last card must be discarded")
        yield say("**Going out**: get rid of all your cards. You must discard the last one.")
        return
    yield say("go out any way you like")
    if has_lay_offs(variant):
        yield say("**Going out**: get rid of all your cards by melding, laying off or discarding. The deal ends immediately.")
    else:
        yield say("**Going out**: get rid of all your cards by melding or discarding. The deal ends immediately.")


def stock_count_public(variant: Variant, say: Words) -> Iterator[str]:
    yield say("Stock count")
    yield say("Whether everyone can see how many cards are left to draw.")
    if variant.stock_count_public:
        yield say("the number of cards in the stock is shown")
        yield say("The number of cards in the stock is shown.")
    else:
        yield say("the number of cards in the stock isn't shown")
        yield say("The number of cards in the stock isn't shown.")


TURN_QUESTIONS = (
    *(melds_per_turn, meld_all_at_once, first_meld, layoff, meld_retire_at),
    *(take_back, discard_taken, out_by, stock_count_public),
)
