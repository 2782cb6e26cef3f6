"""The questions that forms ask about house rules: the topics, and each rule's title with a sentence about it.

Commands and refusals name the rules by the same titles. Discord shows 45 characters of a title and 100 of a sentence.
"""

from bot.messages.words import Words

_Question = tuple[str, str]


def topic_title(topic: str, say: Words) -> str:
    """Return the title of a topic of `RULE_TOPICS`. Raise KeyError if there is no such topic."""
    return {
        "melding": say("Melding"),
        "turns": say("Turns and going out"),
        "sets": say("Sets and runs"),
        "jokers": say("Jokers"),
        "values": say("Card values"),
        "cards": say("Cards and players"),
        "dealing": say("Dealing and the stock"),
        "scoring": say("Scoring"),
    }[topic]


def rule_title(rule: str, say: Words) -> str:
    """Return the title of a house rule. Raise KeyError if there is no such rule."""
    return rule_questions(say)[rule][0]


def rule_questions(say: Words) -> dict[str, _Question]:
    """Return the title of each house rule, and the sentence below it, by the rule's name."""
    return _melding(say) | _turns(say) | _sets(say) | _jokers(say) | _values(say) | _cards(say) | _dealing(say) | _scoring(say)


def _melding(say: Words) -> dict[str, _Question]:
    return {
        "melds_per_turn": (
            say("Melds per turn"),
            say("How many melds you can lay in one turn. You can lay off as many cards as you like."),
        ),
        "meld_all_at_once": (
            say("Melding the whole hand"),
            say("Whether you meld as you go, or only your whole hand in one turn."),
        ),
        "layoff": (say("Laying off"), say("Which melds on the table you can add cards to.")),
        "meld_retire_at": (
            say("Large melds"),
            say("Whether long melds stay on the table, or go to the discard pile."),
        ),
    }


def _turns(say: Words) -> dict[str, _Question]:
    return {
        "take_back": (
            say("Taking moves back"),
            say("Whether you can undo melds, lay-offs and joker swaps until you discard."),
        ),
        "discard_taken": (
            say("Discarding the card you took"),
            say("Whether a card from the discard pile can go back there in the same turn."),
        ),
        "out_by": (say("Going out"), say("How you can play your last card.")),
        "rummy": (say("Going rummy"), say("The bonus for playing your whole hand in one turn, with nothing laid before.")),
        "stock_count_public": (say("Stock count"), say("Whether everyone can see how many cards are left to draw.")),
    }


def _sets(say: Words) -> dict[str, _Question]:
    return {
        "set_kind": (say("Sets"), say("What makes a set: cards of one rank, or different figures.")),
        "set_size": (say("Size of sets"), say("The fewest and the most cards in a set.")),
        "run_size": (say("Shortest run"), say("The fewest cards in a run.")),
        "run_suited": (say("Suits in runs"), say("Whether all cards of a run must have the same suit.")),
        "ace": (say("Aces in runs"), say("Where an ace can be in a run.")),
    }


def _jokers(say: Words) -> dict[str, _Question]:
    return {
        "jokers": (say("Number of jokers"), say("The first jokers that you add can stand for any card.")),
        "wild": (say("What jokers do"), say("Whether a joker in a meld can stand for another card.")),
        "wild_min_naturals": (
            say("Natural cards per meld"),
            say("How many cards of a meld must not be jokers."),
        ),
        "wild_swap": (
            say("Swapping jokers"),
            say("Whether you can swap a joker on the table for the card that it stands for."),
        ),
    }


def _values(say: Words) -> dict[str, _Question]:
    return {
        "ace_points": (
            say("Value of an ace"),
            say("The points for an ace left in hand. Automatic depends on where aces can be in runs."),
        ),
        "court_points": (
            say("Value of a jack, queen or king"),
            say("The points for each of these cards left in hand."),
        ),
        "joker_points": (say("Value of a joker"), say("The points for a joker left in hand.")),
        "figure_points": (
            say("Value of a figure without a number"),
            say("The points for Matto, Leone and the other figures without a number, left in hand."),
        ),
    }


def _cards(say: Words) -> dict[str, _Question]:
    return {
        "deck": (say("Deck"), say("Which cards you play with. The kinds of sets and runs change with the deck.")),
        "packs": (say("Packs"), say("How many packs are shuffled together.")),
        "set_unique": (
            say("Duplicates in sets"),
            say("Whether a set can have the same card twice. This matters with two packs."),
        ),
        "hand_size": (say("Cards dealt"), say("The cards in each hand. With large hands, fewer people can play.")),
        "players": (say("Players"), say("How many people can play at this table.")),
    }


def _dealing(say: Words) -> dict[str, _Question]:
    return {
        "opening": (
            say("Start of a deal"),
            say("Whether the discard pile starts with a card, or the first player gets one card more."),
        ),
        "direction": (say("Direction of play"), say("Which way the turns go round the table.")),
        "next_dealer": (say("Next dealer"), say("Whose deal is next. The player after the dealer starts.")),
        "recycle": (
            say("When the stock runs out"),
            say("What happens when the stock is empty and you don't take the top discard."),
        ),
        "recycle_max": (
            say("Refills of the stock"),
            say("How many times the discard pile can become the stock in a deal."),
        ),
    }


def _scoring(say: Words) -> dict[str, _Question]:
    return {
        "scoring": (
            say("Scoring"),
            say("How hands are scored. If everyone pays the winner, the match needs a number of deals."),
        ),
        "match_target": (
            say("Target score"),
            say("The points that end the match. A match without a target needs a number of deals."),
        ),
        "match_deals": (
            say("Number of deals"),
            say("If there's a target too, whichever comes first ends the match."),
        ),
        "blocked_scoring": (say("Blocked deals"), say("How a deal is scored when nobody goes out.")),
        "tie": (say("Ties"), say("What happens when the best players have equal scores at the end.")),
    }
