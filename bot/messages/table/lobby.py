"""The lobby: what will be played, who is at the table, whom it is waiting for, and the buttons until the match starts."""

from collections.abc import Iterator
from typing import Any

from discord import ButtonStyle, ui
from msgspec.structs import replace

from bot.messages.components import GREEN, layout, link, row
from bot.messages.rules.game_sentence import game_sentence, match_goal
from bot.messages.rules.house_rule_labels import changed_rule_labels, house_rule_label, labels_line
from bot.messages.table.buttons import TableAction
from bot.messages.table.clock import clock_labels, why_for_fun_lines
from bot.messages.table.lobby_buttons import lobby_buttons
from bot.messages.table.render_context import RenderContext
from bot.messages.text import join_parts, timestamp
from bot.messages.words import Words
from bot.rummy.variant import Variant
from bot.tables.events import Invitation
from bot.tables.play_again import free_seats
from bot.tables.rules.house_rules import differing_rules
from bot.tables.rules.match_length import LONG_MATCH, expected_minutes, round_minutes
from bot.tables.table import Phase, Table


def lobby_layout(
    context: RenderContext, play: tuple[int, int | None] | None = None, *, reader: int | None = None
) -> ui.LayoutView:
    """Render the lobby. Once the match has started, it links to `play`, the channel and message of the match.

    If that is in a thread of its own, people find their cards here, too. With `reader`, only this person sees the lobby.
    """
    table, say = context.table, context.say
    text: ui.TextDisplay[Any] = ui.TextDisplay("\n".join((*_head(context), *_seats(context), _state(context, reader))))
    if table.phase == Phase.LOBBY:
        return layout(text, *lobby_buttons(context, reader), accent=GREEN)
    if play is None or table.match is None:
        return layout(text)
    to_table = link(say("To the table"), table.server, *play)
    if play[0] == table.channel:
        return layout(text, row(to_table))
    my_hand = context.button(TableAction.HAND, say("My hand"), ButtonStyle.primary)
    return layout(text, row(my_hand, to_table))


def _head(context: RenderContext) -> tuple[str, ...]:
    """Return the game, what is special about it, its length and its seats; then house rules, the clock, and where it counts."""
    table, say = context.table, context.say
    reserved = table.lobby.reserved
    seats = table.variant.players if reserved is None else (len(reserved.people), len(reserved.people))
    players = house_rule_label("players", replace(table.variant, players=seats), say)
    is_known = reserved is not None or len(table.seats.players) >= table.variant.players[0]
    goal = match_goal(table.played_variant, say, table.expected_players if is_known else None)
    title = [f"### {context.title}", *context.counts.fixture(say, context.names)]
    game = replace(table.preset, match_deals=table.variant.with_deals_for(table.expected_players).match_deals)
    lines = [*title, game_sentence(game, say), join_parts((players, *goal, *_time_of_fixture(context)))]
    if rules := house_rules_line(context):
        lines.append(rules)
    lines.append(labels_line(say("Clock"), clock_labels(table.clock, say), say))
    for_fun = why_for_fun_lines(table, say)
    return (*lines, *(for_fun or context.counts.lines(say, context.names)))


def _time_of_fixture(context: RenderContext) -> tuple[str, ...]:
    """Return at most one text: how long a match of a schedule takes. Other lobbies say that on the buttons of the lengths."""
    table, say = context.table, context.say
    minutes = None if table.lobby.reserved is None else expected_minutes(table, context.turns)
    if minutes is None:
        return ()
    if minutes >= LONG_MATCH:
        return (say("about {hours} hours", hours=say.number(round(minutes / 60))),)
    return (say("about {minutes} min", minutes=say.number(round_minutes(minutes))),)


def house_rules_line(context: RenderContext) -> str:
    """Return the house rules that differ from the game's own rules; empty if none does."""
    table, say = context.table, context.say
    rules = list(changed_rule_labels(table.variant, table.preset, say, head=True))
    return labels_line(say("House rules"), rules, say) if rules else ""


def _seats(context: RenderContext) -> tuple[str, ...]:
    """Return the people and then the computers, in the order in which they sat down; the host first."""
    names, say = context.names, context.say
    shown = [names.person(player) for player in (*context.table.seats.people, *context.table.seats.computers)]
    if shown:
        shown[0] = say("{name} (host)", name=shown[0])
    return ("", *(f"{place}. {name}" for place, name in enumerate(shown, start=1)))


def _state(context: RenderContext, reader: int | None) -> str:
    table, say = context.table, context.say
    if table.match is not None:
        if table.lobby.invitation is not None:
            return "\n" + say("**The match has started.** The players sit as in the last one, and the next dealer deals.")
        return "\n" + say("**The match has started.** The seats and the first dealer were chosen at random.")
    match table.lobby.closing_reason:
        case None if table.lobby.invitation is not None and not table.lobby.seats_freed:
            missing = () if table.awaited_people else _missing_lines(context)
            agreement = _agreement_lines(context) if table.people_to_agree else []
            return "\n" + "\n".join(
                (invited_people_text(table.lobby.invitation, context), *missing, *agreement, *_permission_lines(context))
            )
        case None:
            return "\n" + "\n".join((*_waiting_lines(context, reader), *_permission_lines(context)))
        case "cancelled":
            return "\n" + say("**The table was cancelled.**")
        case "nobody_started":
            return "\n" + say("**The table was closed**: nobody started the match.")
        case "everybody_left":
            return "\n" + say("**The table was closed**: everyone left.")


def _waiting_lines(context: RenderContext, reader: int | None) -> list[str]:
    """Return how many seats are free, whom the table is waiting for, and what they must do."""
    table, say, names = context.table, context.say, context.names
    waiting = list[str]()
    if table.awaited_people:
        people = say.all_of(map(names.mention, table.awaited_people))
        waiting.append(say("Waiting for {people} to press **Join**. Nobody else can take these seats.", people=people))
    else:
        waiting += _missing_lines(context)
    if table.people_to_agree:
        waiting += _agreement_lines(context)
    if not waiting and reader == table.seats.host:
        waiting.append(say("Press **Start** to begin."))
    elif not waiting:
        waiting.append(say("Waiting for {name} to press **Start**.", name=names.person(table.seats.people[0])))
    if table.lobby.reserved is not None:
        return waiting
    free = table.variant.players[1] - len(table.seats.players)
    return [say.many("1 seat is free.", "{count} seats are free.", free) if free else say("Every seat is taken."), *waiting]


def _permission_lines(context: RenderContext) -> list[str]:
    """Return at most one line, for the host: the permission without which there are no pictures."""
    say = context.say
    if not context.needs_attach_files:
        return []
    return [say("I can't attach files in this channel, so the table is shown as text. The permission is Attach Files.")]


def _missing_lines(context: RenderContext) -> list[str]:
    """Return at most one line: how many players are missing."""
    table, say = context.table, context.say
    missing = table.variant.players[0] - len(table.seats.players)
    if missing <= 0:
        return []
    return [
        say.many(
            "Waiting for 1 more player to press **Join**, or for a computer (then it doesn't count).",
            "Waiting for {count} more players to press **Join**, or for computers (then it doesn't count).",
            missing,
        )
    ]


def _agreement_lines(context: RenderContext) -> list[str]:
    """Return the changes that some players haven't agreed to yet, and who they are."""
    table, say = context.table, context.say
    known = [terms.rules for terms in table.lobby.agreed if terms.rules != table.variant]
    new = dict.fromkeys(one for rules in known for one in _changed_labels(rules, context))
    title = say("The house rules have changed")
    if any(terms.clock != table.clock for terms in table.lobby.agreed):
        new |= dict.fromkeys(clock_labels(table.clock, say))
        title = say("The house rules and the clock have changed") if known else say("The clock has changed")
    lines = [labels_line(title, new, say)] if new else []
    if any(terms.may_count != table.terms.may_count for terms in table.lobby.agreed):
        counts, no_longer = (
            say("The match can count in a league or a rating again."),
            say("The match no longer counts in a league or a rating."),
        )
        lines.append(counts if table.terms.may_count else no_longer)
    people = say.all_of(context.names.person(one) for one in table.seats.people if one in table.people_to_agree)
    return [*lines, say("Waiting for {people} to press **Agree**.", people=people)]


def _changed_labels(known: Variant, context: RenderContext) -> Iterator[str]:
    """Yield what differs from the rules that somebody knows; a changed end of the match as the head of the lobby shows it."""
    table, say = context.table, context.say
    changed = {rule.name for rule in differing_rules(table.variant, known)}
    yield from changed_rule_labels(table.variant, known, say, head=True)
    if "players" in changed:
        yield house_rule_label("players", table.variant, say)
    if changed & {"match_target", "match_deals"}:
        yield from match_goal(table.variant, say, table.expected_players)


def invited_people_text(invitation: Invitation, context: RenderContext) -> str:
    """Return who is awaited, and until when their seats are kept; they are pinged when the table is opened."""
    table, say, names = context.table, context.say, context.names
    number = invitation.match
    if table.lobby.rule_changes and not table.lobby.changed_questions:
        again = say(
            "The match of table {number} is played again: same rules, same seats. The clock or the computers have changed.",
            number=number,
        )
    elif table.lobby.rule_changes:
        again = say("The match of table {number} is played again: same seats, next dealer, other rules.", number=number)
    else:
        again = say("The match of table {number} is played again: same rules, same seats, next dealer.", number=number)
    lines = [again]
    host = names.person(table.seats.people[0]) if table.seats.people else ""
    if table.awaited_people:
        people, until = say.all_of(map(names.mention, table.awaited_people)), timestamp(invitation.until, "t")
        lines.append(say("Waiting for {people} to press **Join** or **Not this time**.", people=people))
        lines.append(
            say(
                "Their seats are kept until {time}. After that, anyone can join, and {name} can start without them.",
                time=until,
                name=host,
            )
        )
    elif (free := free_seats(table)) > 0:
        lines.append(say.many("Everyone has answered. 1 seat is free.", "Everyone has answered. {count} seats are free.", free))
    if not table.awaited_people and not table.people_to_agree and len(table.seats.players) >= table.variant.players[0]:
        lines.append(say("Waiting for {name} to press **Start**.", name=host))
    return "\n".join(lines)


def opened_again_text(table: Table, say: Words) -> str:
    """Return where the match is played again, and until when the seats of the others are kept."""
    facts = {"number": table.number, "channel": f"<#{table.channel}>"}
    if table.lobby.invitation is None or not table.awaited_people:
        return say("You're at table {number}: {channel}", **facts)
    until = timestamp(table.lobby.invitation.until, "t")
    return say("You're at table {number}: {channel}. Seats are kept for the others until {time}.", time=until, **facts)
