"""The words of the questions about a turn: melding, laying off, discarding, going out, taking back."""

from collections.abc import Iterator, Mapping

from bot.messages.rules.question_words import (
    QuestionWords,
    WordsOf,
    all_at_once_deals,
    example_lay_off,
    example_run,
    has_lasting_melds,
    has_lay_offs,
)
from bot.messages.words import Words
from bot.rummy.match import meld_points
from bot.rummy.variant import Variant


def _melds_per_turn(variant: Variant, say: Words) -> QuestionWords:
    most = variant.melds_per_turn
    if most == "unlimited":
        label = say("any number of melds a turn")
        rule = say("**Melding**: as many melds per turn as you like.")
    else:
        label = say.many("one meld a turn", "{count} melds a turn", most)
        rule = say.many("**Melding**: at most 1 meld per turn.", "**Melding**: at most {count} melds per turn.", most)
    return QuestionWords(
        say("Melds per turn"),
        say("How many melds you can lay in one turn. You can lay off as many cards as you like."),
        label,
        [] if variant.meld_all_at_once == "always" else [rule],
    )


def _meld_all_at_once(variant: Variant, say: Words) -> QuestionWords:
    deals = variant.meld_all_at_once
    if deals == "always":
        label = say("meld your whole hand in one turn")
    elif deals == "never" or not deals:
        label = say("meld bit by bit")
    else:
        label = say("meld your whole hand in one turn in deals {deals}", deals=say.all_of(map(str, sorted(set(deals)))))
    return QuestionWords(
        say("Melding the whole hand"),
        say("Whether you meld as you go, or only your whole hand in one turn."),
        label,
        _all_at_once_rules(variant, say),
    )


def _all_at_once_rules(variant: Variant, say: Words) -> Iterator[str]:
    deals = all_at_once_deals(variant)
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


def _first_meld(variant: Variant, say: Words) -> QuestionWords:
    points = variant.first_meld
    return QuestionWords(
        say("First melds"),
        say("The points that your first melds in a deal must be worth together."),
        say("first melds of any worth")
        if points == "none"
        else say.many("first melds worth at least 1 point", "first melds worth at least {count} points", points),
        _first_meld_rules(variant, say),
    )


def _first_meld_rules(variant: Variant, say: Words) -> Iterator[str]:
    points, run = variant.first_meld, example_run(variant, variant.run_size) or ()
    if points == "none" or variant.meld_all_at_once == "always":
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


def _layoff(variant: Variant, say: Words) -> QuestionWords:
    if variant.layoff_scope == "all" and variant.layoff_requires_meld:
        label = say("lay off on any meld once you have one of your own")
    else:
        label = {
            "all": say("lay off on any meld"),
            "own": say("lay off on your own melds only"),
            "none": say("no laying off"),
        }[variant.layoff_scope]
    return QuestionWords(
        say("Laying off"), say("Which melds on the table you can add cards to."), label, _layoff_rules(variant, say)
    )


def _layoff_rules(variant: Variant, say: Words) -> Iterator[str]:
    if variant.meld_all_at_once == "always":
        return
    if (example := example_lay_off(variant)) is None:
        yield say("There's no laying off.")
    else:
        meld, card = say.cards(example[0]), say.card(example[1])
        if variant.layoff_scope == "own":
            yield say(
                "You can lay off any number of cards, but only on your own melds ({card} on {meld}).", card=card, meld=meld
            )
        elif variant.layoff_requires_meld:
            yield say(
                "Once you have a meld, you can lay off any number of cards on any meld ({card} on {meld}).",
                card=card,
                meld=meld,
            )
        else:
            yield say("You can lay off any number of cards on any meld ({card} on {meld}).", card=card, meld=meld)
    if has_lasting_melds(variant):
        yield say("Melds on the table are never rearranged.")


def _meld_retire_at(variant: Variant, say: Words) -> QuestionWords:
    title, hint = say("Large melds"), say("Whether long melds stay on the table, or go to the discard pile.")
    size = variant.meld_retire_at
    if size == "never":
        return QuestionWords(title, hint, say("melds stay on the table"))
    rule = say.many(
        "A meld of 1 card or more leaves the table immediately: its cards go to the discard pile, "
        "under the card that you discard.",
        "A meld of {count} cards or more leaves the table immediately: its cards go to the discard pile, "
        "under the card that you discard.",
        size,
    )
    return QuestionWords(
        title,
        hint,
        say.many("melds of one card leave the table", "melds of {count} cards leave the table", size),
        [] if variant.meld_all_at_once == "always" else [rule],
    )


def _take_back(variant: Variant, say: Words) -> QuestionWords:
    if variant.take_back:
        label = say("moves can be taken back until your turn ends")
        rule = say("You can take your moves back until your turn ends.")
    else:
        label, rule = say("moves can't be taken back"), say("Moves can't be taken back.")
    hint = say("Whether you can undo melds, lay-offs and joker swaps until you discard.")
    return QuestionWords(say("Taking moves back"), hint, label, [rule])


def _discard_taken(variant: Variant, say: Words) -> QuestionWords:
    return QuestionWords(
        say("Discarding the card you took"),
        say("Whether a card from the discard pile can go back there in the same turn."),
        {
            "forbid_face": say("the card you took, or its duplicate, can't be discarded in the same turn"),
            "forbid_card": say("the card you took can't be discarded in the same turn"),
            "allow": say("the card you took can be discarded in the same turn"),
        }[variant.discard_taken],
        _discard_rules(variant, say),
    )


def _discard_rules(variant: Variant, say: Words) -> Iterator[str]:
    """Yield whether a card taken from the discard pile may be discarded in the same turn, and how a turn must end."""
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


def _out_by(variant: Variant, say: Words) -> QuestionWords:
    if variant.out_by == "discard_only":
        label = say("the last card must be discarded")
        rule = say("**Going out**: get rid of all your cards. You must discard the last one.")
    else:
        label = say("go out any way you like")
        rule = (
            say("**Going out**: get rid of all your cards by melding, laying off or discarding. The deal ends immediately.")
            if has_lay_offs(variant)
            else say("**Going out**: get rid of all your cards by melding or discarding. The deal ends immediately.")
        )
    return QuestionWords(say("Going out"), say("How you can play your last card."), label, [rule])


def _stock_count_public(variant: Variant, say: Words) -> QuestionWords:
    if variant.stock_count_public:
        label = say("the number of cards in the stock is shown")
        rule = say("The number of cards in the stock is shown.")
    else:
        label = say("the number of cards in the stock isn't shown")
        rule = say("The number of cards in the stock isn't shown.")
    return QuestionWords(say("Stock count"), say("Whether everyone can see how many cards are left to draw."), label, [rule])


TURN_QUESTIONS: Mapping[str, WordsOf] = {
    "melds_per_turn": _melds_per_turn,
    "meld_all_at_once": _meld_all_at_once,
    "first_meld": _first_meld,
    "layoff": _layoff,
    "meld_retire_at": _meld_retire_at,
    "take_back": _take_back,
    "discard_taken": _discard_taken,
    "out_by": _out_by,
    "stock_count_public": _stock_count_public,
}
