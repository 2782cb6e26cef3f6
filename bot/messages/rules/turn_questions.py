"""The words of the questions about a turn: melding, laying off, discarding, going out, taking back.

They are written as `question_words.py` says.
"""

from collections.abc import Iterator

from bot.messages.rules.question_words import all_at_once_deals, example_lay_off, example_run, has_lasting_melds, has_lay_offs
from bot.messages.text import number_ranges
from bot.messages.words import Words
from bot.rummy.games import lays_melds
from bot.rummy.melds import meld_points
from bot.rummy.variant import Variant


def melds_per_turn(variant: Variant, say: Words) -> Iterator[str]:
    yield say.label("Melds per turn")
    yield say.option("The most you can lay. Lay-offs have no limit.")
    most = variant.melds_per_turn
    if most == "unlimited":
        yield say.option("any number of melds a turn")
        rule = say("Lay any number of melds: sets or runs.")
    else:
        yield say.many("1 meld a turn", "{count} melds a turn", most, "option")
        rule = say.many("Lay at most **1 meld**: a set or a run.", "Lay at most **{count} melds**: sets or runs.", most)
    if variant.meld_all_at_once != "always":
        yield rule


def meld_all_at_once(variant: Variant, say: Words) -> Iterator[str]:
    yield say.label("Melding the whole hand")
    yield say.option("Meld bit by bit, or your whole hand in one go.")
    chosen, deals = variant.meld_all_at_once, all_at_once_deals(variant)
    if chosen == "always":
        yield say.option("meld your whole hand in one go")
    elif chosen == "never" or not chosen:
        yield say.option("meld bit by bit")
    else:
        yield say.option("meld your whole hand in one go in deals {deals}", deals=say.all_of(number_ranges(chosen)))
    may_lay_off_last = variant.out_by == "any" and example_lay_off(variant) is not None  # RULES 8.12
    if not deals:
        return
    if deals == "always":
        yield say("Lay your whole hand or nothing.")
    else:
        yield say.many(
            "Deal {deals}: lay your whole hand or nothing.",
            "Deals {deals}: lay your whole hand or nothing.",
            len(deals),
            deals=say.all_of(number_ranges(deals)),
        )
    if may_lay_off_last:
        yield say("**In one go**: your whole hand, or nothing. You may keep one card to discard or lay off.")
    else:
        yield say("**In one go**: your whole hand, or nothing. You may keep one card to discard.")


def first_meld(variant: Variant, say: Words) -> Iterator[str]:
    yield say.label("First melds")
    yield say.option("Points needed to lay your first melds of a deal.")
    points, run = variant.first_meld, example_run(variant, variant.run_size) or ()
    if points == "none":
        yield say.option("first melds of any worth")
        return
    yield say.many("first melds worth at least 1 point", "first melds worth at least {count} points", points, "option")
    if variant.meld_all_at_once == "always":
        return
    yield say.many("First melds need 1 point.", "First melds need {count} points.", points)
    yield say("**First melds**: lay them in one go, as many as you need.")
    yield say("Cards count their values: {example}.", example=f"{say.cards(run)} = {meld_points(variant, run)}")
    if variant.jokers and variant.wild == "joker":
        yield say("A joker counts as the card it stands for.")


def layoff(variant: Variant, say: Words) -> Iterator[str]:
    yield say.label("Laying off")
    yield say.option("Adding cards to melds on the table.")
    match variant.layoff_scope:
        case "all" if variant.layoff_requires_meld:
            yield say.option("lay off on any meld once you have one of your own")
        case "all":
            yield say.option("lay off on any meld")
        case "own":
            yield say.option("lay off on your own melds only")
        case "none":
            yield say.option("no laying off")
    if variant.meld_all_at_once == "always":
        return
    if (example := example_lay_off(variant)) is None:
        yield say("There's no laying off.")
    else:
        facts = {"card": say.card(example[1]), "meld": say.cards(example[0])}
        if variant.layoff_scope == "own":
            yield say("**Lay off** any number of cards ({card} on {meld}). Only on your own melds.", **facts)
        elif variant.layoff_requires_meld:
            yield say("**Lay off** on any meld ({card} on {meld}), once you have your own.", **facts)
        else:
            yield say("**Lay off** any number of cards on any meld ({card} on {meld}).", **facts)


def meld_retire_at(variant: Variant, say: Words) -> Iterator[str]:
    """Yield also what never happens to the melds that stay."""
    yield say.label("Large melds")
    yield say.option("Melds of this many cards or more go to the discard pile.")
    size = variant.meld_retire_at
    if size == "never":
        yield say.option("melds stay on the table")
    else:
        yield say.many(
            "melds of 1 card go to the discard pile", "melds of {count} cards go to the discard pile", size, "option"
        )
    if variant.meld_all_at_once == "always":
        return
    if size != "never":
        yield say.many("Melds of 1+ cards leave the table.", "Melds of {count}+ cards leave the table.", size)
        yield say("Melds that leave the table go under your next discard.")
        yield say("With one card left, you can only lay off.")
    if has_lasting_melds(variant):
        yield say("Melds on the table are never rearranged.")


def take_back(variant: Variant, say: Words) -> Iterator[str]:
    yield say.label("Taking moves back")
    yield say.option("Melds, lay-offs and swaps, until you discard.")
    if variant.take_back:
        yield say.option("you can take back what you laid")
        yield say("You can take back what you laid, until you discard.")
        if variant.discard_from != "start":
            yield say("First melds laid together with the discard stay.")  # RULES 8.24
    else:
        yield say.option("you can't take back what you laid")
        yield say("You can't take back what you laid.")


def discard_taken(variant: Variant, say: Words) -> Iterator[str]:
    """Yield also how a turn must end."""
    yield say.label("Discarding the card you took")
    yield say.option("In the same turn, after taking the top discard.")
    match variant.discard_taken:
        case "forbid_face":
            yield say.option("you can't discard the card you just took, or its duplicate")
        case "forbid_card":
            yield say.option("you can't discard the card you just took")
        case "allow":
            yield say.option("you can discard the card you just took")
    duplicates = variant.has_duplicates()
    match variant.discard_taken:
        case "allow":
            yield say("You can discard the card you just took.")
        case "forbid_face" if duplicates:
            yield say("You can't discard the card you just took, or its duplicate.")
        case "forbid_card" if duplicates:
            yield say("You can't discard the card you just took. You can discard its duplicate.")
        case "forbid_face" if variant.jokers > 1:
            yield say("You can't discard the card you just took. After a joker, you can't discard another joker.")
        case "forbid_card" if variant.jokers > 1:
            yield say("You can't discard the card you just took. After a joker, you can discard another joker.")
        case _:
            yield say("You can't discard the card you just took.")
    if variant.discard_taken != "allow" and lays_melds(variant.game):
        yield say("Unless you go out, keep a card you can discard.")
    elif variant.out_by == "discard_only":
        yield say("Always keep one card to discard.")


def out_by(variant: Variant, say: Words) -> Iterator[str]:
    yield say.label("Going out")
    yield say.option("Ways to play your last card.")
    if variant.out_by == "discard_only":
        yield say.option("the last card must be discarded")
        yield say("**Going out**: you must discard your last card. The deal ends immediately.")
        return
    yield say.option("go out any way you like")
    if has_lay_offs(variant):
        yield say("**Going out**: meld, lay off or discard your last card. The deal ends immediately.")
    else:
        yield say("**Going out**: meld or discard your last card. The deal ends immediately.")


def stock_count_public(variant: Variant, say: Words) -> Iterator[str]:
    yield say.label("Stock count")
    yield say.option("Cards left to draw, for everyone to see.")
    if variant.stock_count_public:
        yield say.option("the stock count is shown")
        yield say("The stock count is shown.")
    else:
        yield say.option("the stock count isn't shown")
        yield say("The stock count isn't shown.")


def first_meld_waived(variant: Variant, say: Words) -> Iterator[str]:
    yield say.label("Whole hand in one go")
    yield say.option("Say if it needs the points of first melds, too.")
    if not variant.first_meld_waived:
        yield say.option("a whole hand needs first melds, too")
        return
    yield say.option("a whole hand needs no first melds")
    if variant.first_meld != "none" and variant.meld_all_at_once != "always":
        yield say("If you lay your whole hand in one go, any worth will do. You may keep one card to discard.")


def discard_from(variant: Variant, say: Words) -> Iterator[str]:
    yield say.label("Taking the discard")
    yield say.option("From the start, or only with or after your first melds.")
    if variant.discard_from == "start":
        yield say.option("the discard may be taken from the start")
        return
    yield say.option("the discard only with or after first melds")
    if variant.first_meld != "none":
        yield say("Before that, take the discard only to lay it.")


def challenge(variant: Variant, say: Words) -> Iterator[str]:
    yield say.label("Challenges")
    yield say.option("Before the draw, ask the other player to show both hands.")
    if variant.challenge:
        yield say.option("challenges")
        yield say("**Challenge**: before you draw, you may ask the other player to show both hands.")
        yield say("If the other player accepts, the lower hand wins the difference. If not, you draw.")
    else:
        yield say.option("no challenges")


TURN_QUESTIONS = (
    *(melds_per_turn, meld_all_at_once, first_meld, layoff, meld_retire_at),
    *(first_meld_waived, discard_from, take_back, discard_taken, out_by, stock_count_public, challenge),
)
