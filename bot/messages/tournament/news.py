"""What a tournament posts anew: where a round has moved, more mentions, a reminder, and who has won it, or a single match."""

from collections.abc import Iterable

from discord import ui

from bot.messages.components import BLUE, GOLD, GREEN, PressButton, layout, link, row, rows_of
from bot.messages.league.action_lines import reason_line
from bot.messages.text import lines_that_fit, safe_text, timestamp
from bot.messages.tournament.card import (
    RoundsPress,
    TournamentContext,
    card_links,
    own_match_text,
    place_line,
    state_lines,
    table_text,
    winners,
)
from bot.messages.words import Words

_MOST_MENTIONS = 3000  # characters
_FEW_NAMES = 300  # characters of winners


def moved_round_layout(context: TournamentContext, number: int, channel: int, message: int, say: Words) -> ui.LayoutView:
    """Render what replaces a message of a round that has a newer one, with a link to that."""
    one = context.tournament
    text = say("Round {number} of {name} has begun.", number=number, name=safe_text(one.name))
    return layout(text, row(link(say.button("Go to the round"), one.server, channel, message)), accent=BLUE)


def more_mentions_layout(mentions: Iterable[str], say: Words) -> ui.LayoutView:
    """Render the message after one that couldn't mention everyone; at most a hundred of `mentions`."""
    return layout(say("Also: {names}", names=", ".join(mentions)), accent=GREEN)


def last_day_layout(context: TournamentContext, waiting: Iterable[int], say: Words) -> ui.LayoutView:
    """Render the reminder of the people who haven't played in a round that ends within two days."""
    one, names = context.tournament, context.names(say)
    ends = timestamp(one.rounds[-1].come_by, "f")
    facts = {"number": len(one.rounds), "name": safe_text(one.name), "time": ends}
    lines = [f"### {say('Round {number} of {name} ends {time}', **facts)}"]
    lines.append(say("Not played yet: {names}", names=", ".join(lines_that_fit(map(names.mention, waiting), _MOST_MENTIONS))))
    lines.append(say("Nobody else there? Keep the table open for 24 hours to win."))
    return layout("\n".join(lines), *rows_of(card_links(context, say)), accent=GREEN)


def again_layout(context: TournamentContext, place: int, say: Words) -> ui.LayoutView:
    """Render for the people at a place that their match is played once more, or after all, and until when they can come."""
    one, names = context.tournament, context.names(say)
    played = one.rounds[-1]
    facts = {"names": say.all_of(map(names.mention, played.tables[place])), "time": timestamp(played.come_to(place), "f")}
    text = say("{names}: press **Play** under the round by {time}. Your match isn't decided.", **facts)
    return layout(text, *rows_of(card_links(context, say)), accent=GREEN)


def unopposed_layout(context: TournamentContext, number: int, won: Iterable[int], say: Words) -> ui.LayoutView:
    """Render the end of a round for those who have won because nobody else came to their table."""
    one, names = context.tournament, context.names(say)
    lines = [f"### {say('Round {number} of {name} is over', number=number, name=safe_text(one.name))}"]
    shown = ", ".join(lines_that_fit(map(names.mention, won), _MOST_MENTIONS))
    lines.append(say("Won without a match: {names}", names=shown))
    return layout("\n".join(lines), *rows_of(card_links(context, say)), accent=GREEN)


def notice_layout(
    context: TournamentContext, person: int, rounds: tuple[int, int, int], why: str, say: Words, *, has_moved: bool = False
) -> ui.LayoutView:
    """Render what a person is told, and `why`: what they play, or what has changed in one of these rounds (0: none).

    In these they lost a win, got it, and lost their match without playing.
    """
    (lost, got, unplayed), one, own = rounds, context.tournament, own_match_text(context, person, say)
    is_in = person in one.staying and one.over_at is None
    if got:
        own = say("You now have the win in round {number} of {name}.", number=got, name=safe_text(one.name))
    elif lost:
        own = say("Your win in round {number} of {name} no longer counts.", number=lost, name=safe_text(one.name))
    elif unplayed:
        played = one.rounds[unplayed - 1]
        place = next(at for at, people in enumerate(played.tables) if person in people)
        title = say("Round {number} of {name}", number=unplayed, name=safe_text(one.name))
        own = f"{title}\n{place_line(context, played, place, context.names(say), say)}"
    elif is_in and not own.startswith(joined := say("You're in {name}.", name=safe_text(one.name))):
        own = f"{joined} {own}"
    head = [say("The start has changed.")] if has_moved else []
    lines = [*head, own, *([reason_line(why, say)] if why else [])]
    return layout("\n".join(lines), *rows_of(card_links(context, say)), accent=BLUE)


def winner_layout(context: TournamentContext, say: Words) -> ui.LayoutView:
    """Render the end of a tournament: who has won, and the table."""
    one, names = context.tournament, context.names(say)
    best = lines_that_fit(map(names.mention, winners(context)), _FEW_NAMES)
    lines = [f"### {say('{names} won {name}!', names=say.all_of(best), name=safe_text(one.name))}", *state_lines(one, say)[1:]]
    lines += table_text(context, names, say)
    rounds = PressButton(RoundsPress(one.number), say.button("Rounds"))
    return layout("\n".join(lines), row(rounds, *card_links(context, say)), accent=GOLD)
