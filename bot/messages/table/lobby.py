"""The lobby: what will be played, who is at the table, whom it is waiting for, and the buttons until the match starts."""

from collections.abc import Iterable, Iterator, Sequence

from discord import ui
from msgspec.structs import replace

from bot.messages.components import BLUE, GREEN, layout, link, row
from bot.messages.rules.game_labels import game_labels, match_goal
from bot.messages.rules.house_rule_labels import changed_rule_labels, house_rule_label, labels_line, labels_list
from bot.messages.table.clock import clock_labels, obstacle_lines
from bot.messages.table.lobby_buttons import (
    has_selects,
    house_rules,
    house_rules_button,
    lobby_buttons,
    more_buttons,
    rules_button,
)
from bot.messages.table.render_context import RenderContext
from bot.messages.text import join_parts, timestamp
from bot.messages.words import Words
from bot.players.choice import Level
from bot.rummy.variant import Variant
from bot.tables.play_again import free_seats
from bot.tables.rules.match_length import LONG_MATCH, expected_minutes, round_minutes
from bot.tables.table import Phase, Table

_MOST_CHANGED = 3  # of the house rules that somebody must agree to; a button shows all


def lobby_layout(
    context: RenderContext, play: tuple[int, int | None] | None = None, *, reader: int | None = None
) -> ui.LayoutView:
    """Render the lobby. Once the match has started, it links to `play`, the channel and message of the match.

    With `reader`, only this person sees the lobby.
    """
    table, say = context.table, context.say
    text = "\n".join((*_head(context, reader), *_seats(context), _state(context, reader)))
    if table.phase == Phase.LOBBY:
        return layout(text, *lobby_buttons(context, reader), accent=GREEN)
    if play is None or table.match is None:
        return layout(text)
    return layout(text, row(link(say.button("To the table"), table.server, *play), *house_rules_button(context)))


def _head(context: RenderContext, reader: int | None) -> tuple[str, ...]:
    """Return the game, what is special about it, its length and its seats; then where it counts.

    Where no select shows the clock, a line does.
    """
    table, say = context.table, context.say
    reserved = table.lobby.reserved
    seats = table.variant.players if reserved is None else (len(reserved.people), len(reserved.people))
    players = house_rule_label("players", replace(table.variant, players=seats), say)
    is_known = reserved is not None or len(table.seats.players) >= table.variant.players[0]
    goal = match_goal(table.played_variant, say, table.expected_players if is_known else None)
    title = [f"### {context.title}", *context.counts.round(say, context.names)]
    game = replace(table.preset, match_deals=table.variant.with_deals_for(table.expected_players).match_deals)
    lines = [*title, game_labels(game, say), join_parts((players, *goal, *_time_of_round(context)))]
    if not has_selects(table, reader):
        lines.append(labels_line(say("Clock"), clock_labels(table.clock, say), say))
    if table.hints and table.obstacles:
        lines.append(labels_line(say("Hints"), [say("on")], say))
    if len(table.obstacles) > 1:
        return (*lines, say("Casual match (computers, clock with pauses): unrated"))
    return (*lines, *(obstacle_lines(table.obstacles, say) or context.counts.lines(say, context.names)))


def _time_of_round(context: RenderContext) -> tuple[str, ...]:
    """Return at most one text: how long a match of a tournament takes. Other lobbies say that on the buttons of the lengths."""
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
    rules = house_rules(table, say)
    return labels_line(say("House rules"), rules, say) if rules else ""


def house_rules_layout(context: RenderContext, *, is_host: bool) -> ui.LayoutView:
    """Render the house rules as a list, and the button that the host changes them with, or that shows all rules."""
    rules = labels_list(context.say("House rules"), house_rules(context.table, context.say), context.say)
    return layout(f"### {context.title}\n{rules}", row(rules_button(context, is_host=is_host)), accent=BLUE)


def more_layout(context: RenderContext, games: Iterable[Variant] = (), *, is_host: bool, may_close: bool) -> ui.LayoutView:
    """Render what **More** of a lobby shows; with `is_host`, also what the host chooses, among it one of these games."""
    buttons = more_buttons(context, games, is_host=is_host, may_close=may_close)
    return layout(f"### {context.title}", *buttons, accent=BLUE)


def _seats(context: RenderContext) -> tuple[str, ...]:
    """Return the people and then the computers, in the order in which they sat down, the host first; then the kept seats.

    People for whom a seat is kept are pinged when the table is opened.
    """
    table, names, say = context.table, context.names, context.say
    shown = [names.person(person) for person in table.seats.people]
    for computer, level in table.seats.computers.items():
        name = names.person(computer)
        shown.append(say("{name} (easy)", name=name) if level == Level.EASY else say("{name} (normal)", name=name))
    if shown:
        shown[0] = say("{name} (host)", name=shown[0])
    if table.phase == Phase.LOBBY:
        shown += (say("{name} (seat kept)", name=names.mention(person)) for person in table.awaited_people)
    return ("", *(f"{place}. {name}" for place, name in enumerate(shown, start=1)))


def _state(context: RenderContext, reader: int | None) -> str:
    table, say = context.table, context.say
    if table.match is not None:
        return "\n" + say("**The match has started.**")
    match table.lobby.closing_reason:
        case None:
            lines = _waiting_lines(context, reader)
            if context.needs_attach_files:  # for the host
                lines.append(say("Ramino needs Attach Files here to show pictures."))
            return "\n".join(lines)
        case "cancelled":
            return "\n" + say("**The table was cancelled.**")
        case "nobody_started" if missing := table.missing_people:
            return "\n" + _missing_text(context, missing)
        case "nobody_started":
            return "\n" + say("**The table was closed**: nobody started the match.")
        case "everybody_left":
            return "\n" + say("**The table was closed**: everyone left.")


def _missing_text(context: RenderContext, missing: Sequence[int]) -> str:
    """Return who didn't come to the table of a tournament, and who has won by that if it can be seen at the table alone."""
    table, say, names = context.table, context.say, context.names
    text = say("**The table was closed**: {names} didn't come.", names=say.all_of(map(names.person, missing)))
    reserved, there = table.lobby.reserved, table.seats.people
    is_late = table.lobby.declined.issuperset(missing) and reserved is not None and not reserved.has_days
    if not is_late or reserved is None or reserved.deals or len(there) != 1:
        return text
    return f"{text} {say('{name} won this match.', name=names.person(there[0]))}"


def _waiting_lines(context: RenderContext, reader: int | None) -> list[str]:
    """Return which match is played again, how many seats are free, and what the table is waiting for.

    That isn't said to a guest alone, of whom nothing is wanted: their message isn't updated.
    """
    table, say = context.table, context.say
    lines = [*_rematch_lines(context), *_free_seats_lines(context)]
    if reader is not None and reader != table.seats.host and reader not in table.people_to_agree:
        return lines
    waiting = _missing_lines(context)
    if table.people_to_agree:
        waiting += _agreement_lines(context)
    if not waiting and reader == table.seats.host:
        waiting.append(say("Press **Start** to begin."))
    elif not waiting:
        waiting.append(say("Waiting for {name} to press **Start**.", name=context.names.person(table.seats.people[0])))
    return [*lines, *waiting]


def _rematch_lines(context: RenderContext) -> list[str]:
    """Return at most one line: the match that is played again, until its seats are no longer kept."""
    table, say = context.table, context.say
    if table.lobby.invitation is None or table.lobby.seats_freed:
        return []
    number = table.lobby.invitation.match
    if table.lobby.rule_changes:
        return [say("Rematch of table {number}: same seats, next dealer, new settings.", number=number)]
    return [say("Rematch of table {number}: same rules, same seats, next dealer.", number=number)]


def _free_seats_lines(context: RenderContext) -> list[str]:
    """Return at most one line: how many seats anyone may take, unless players are still missing."""
    table, say, free = context.table, context.say, free_seats(context.table)
    is_missing = not table.awaited_people and len(table.seats.players) < table.variant.players[0]
    if table.lobby.reserved is not None or is_missing or (free < 1 and table.awaited_people):
        return []
    return [say.many("1 seat free", "{count} seats free", free) if free > 0 else say("No seats free")]


def _missing_lines(context: RenderContext) -> list[str]:
    """Return at most one line: who must still join."""
    table, say = context.table, context.say
    if table.awaited_people and table.lobby.invitation is not None:
        until = timestamp(table.lobby.invitation.until, "t")
        return [say("**Join** or **Not this time**? Seats are kept until {time}.", time=until)]
    if table.awaited_people:
        count = len(table.awaited_people)
        return [say.many("Waiting for 1 player.", "Waiting for {count} players.", count)]
    missing = table.variant.players[0] - len(table.seats.players)
    if missing <= 0:
        return []
    return [
        say.many(
            "1 more player needed, or add a computer (casual match).",
            "{count} more players needed, or add computers (casual match).",
            missing,
        )
    ]


def _agreement_lines(context: RenderContext) -> list[str]:
    """Return the changes that some players haven't agreed to yet, and who they are."""
    table, say = context.table, context.say
    known = [terms.rules for terms in table.lobby.agreed if terms.rules != table.variant]
    new_game = any(one.name != table.variant.name for one in known)
    known = [one for one in known if one.name == table.variant.name]
    rules = dict.fromkeys(label for one in known for label in _changed_labels(one, table.variant, say))
    end = table.variant.match_target, table.variant.match_deals
    new_end = any((one.match_target, one.match_deals) != end for one in known)
    new_clock = any(terms.clock != table.clock for terms in table.lobby.agreed)
    changed = (
        (say("Game changed"), (say.game(table.variant.title),) if new_game else ()),
        (say("House rules changed"), tuple(rules)),
        (say("Length changed"), match_goal(table.variant, say, table.expected_players) if new_end else ()),
        (say("Clock changed"), tuple(clock_labels(table.clock, say)) if new_clock else ()),
    )
    lines = [labels_line(title, labels, say, most=_MOST_CHANGED) for title, labels in changed if labels]
    if any(terms.may_count != table.terms.may_count for terms in table.lobby.agreed):
        counts, casual = say("This match can count for leagues and ratings again."), say("This match is casual now: unrated.")
        lines.append(counts if table.terms.may_count else casual)
    people = say.all_of(context.names.person(one) for one in table.seats.people if one in table.people_to_agree)
    return [*lines, say("Waiting for {people} to press **Agree**.", people=people)]


def _changed_labels(known: Variant, variant: Variant, say: Words) -> Iterator[str]:
    """Yield what differs from the rules that somebody knows, but for the end of the match."""
    yield from changed_rule_labels(variant, known, say, head=True)
    if known.players != variant.players:
        yield house_rule_label("players", variant, say)


def opened_again_text(table: Table, say: Words) -> str:
    """Return where the rematch is, and until when the seats of the others are kept."""
    facts = {"number": table.number, "channel": f"<#{table.channel}>"}
    if table.lobby.invitation is None or not table.awaited_people:
        return say("You're at table {number}: {channel}", **facts)
    until = timestamp(table.lobby.invitation.until, "t")
    return say("You're at table {number}: {channel}. The others' seats are kept until {time}.", time=until, **facts)
