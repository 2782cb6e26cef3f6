"""What organisers may want to look at in a running season: facts without any accusation, at most ten lines of each kind."""

from collections.abc import Iterable

from discord import ui

from bot.league.report import (
    LEAST_MEETINGS,
    LEAST_OF_NEW_PERSON,
    LEAST_PERCENT_AHEAD,
    LEAST_TIMES_EXPECTED,
    DecidedByLeaving,
    OneSidedPair,
    OnlyOpponent,
    Report,
    TimedOutTurns,
)
from bot.messages.components import BLUE, ROOM_FOR_TEXT, layout
from bot.messages.names import Names
from bot.messages.text import join_parts, lines_that_fit, safe_text, timestamp
from bot.messages.words import Words

MOST_LINES = 10


def people_in_report(report: Report) -> set[int]:
    """Return everyone whom the message names."""
    people = {person for pair in report.pairs[:MOST_LINES] for person in (pair.better, pair.other)}
    people |= {person for one in report.departures[:MOST_LINES] for person in (one.stayed, *one.left)}
    people |= {one.person for one in report.timeouts[:MOST_LINES]}
    return people | {person for one in report.only_opponents[:MOST_LINES] for person in (one.person, one.opponent)}


def report_layout(league: str, report: Report, names: Names, say: Words) -> ui.LayoutView:
    """Render the report on the league with this name."""
    count = say.many("1 match in the running season", "{count} matches in the running season", report.matches)
    title = say("Report on {league}", league=safe_text(league))
    sections = (
        (
            say("Pairs that met often, with one-sided results"),
            [_pair_line(one, names, say) for one in report.pairs[:MOST_LINES]],
            len(report.pairs),
        ),
        (
            say("Matches decided because everyone else left"),
            [_departure_line(one, names, say) for one in report.departures[:MOST_LINES]],
            len(report.departures),
        ),
        (
            say("Turns played by the bot because the time was up"),
            [_timeout_line(one, names, say) for one in report.timeouts[:MOST_LINES]],
            len(report.timeouts),
        ),
        (
            say("New players who have met only one other player"),
            [_opponent_line(one, names, say) for one in report.only_opponents[:MOST_LINES]],
            len(report.only_opponents),
        ),
    )
    found = [_section(*section, say) for section in sections if section[2]] or [say("Nothing stands out in this season.")]
    texts = [f"### {title}\n-# {count}", *found]
    return layout(ui.TextDisplay("\n".join((*texts, f"-# {_rules(say)}"))), accent=BLUE)


def _section(head: str, lines: Iterable[str], total: int, say: Words) -> str:
    """Return the part with this heading; all four fit into a message."""
    shown = lines_that_fit(lines, (ROOM_FOR_TEXT - 700) // 4)
    if total > MOST_LINES:
        shown.append(f"-# {say('{shown} of {total} are shown.', shown=MOST_LINES, total=total)}")
    return "\n".join((f"**{head}**", *shown))


def _pair_line(one: OneSidedPair, names: Names, say: Words) -> str:
    return "- " + say(
        "{person} finished ahead of {other} in {ahead} of {meetings} matches (by chance they would have met {expected} times)",
        person=names.person(one.better),
        other=names.person(one.other),
        ahead=one.ahead,
        meetings=one.meetings,
        expected=f"{float(one.expected):.1f}",
    )


def _departure_line(one: DecidedByLeaving, names: Names, say: Words) -> str:
    left = say.all_of(names.person(person) for person in one.left)
    about = {"left": left, "person": names.person(one.stayed)}
    if one.is_walkover:
        said = say("{left} left too early, so {person} got no points", **about)
    else:
        said = say("{left} left, and {person} won", **about)
    return f"- {join_parts((f'`{one.match}`', timestamp(one.ended, 'd'), said))}"


def _timeout_line(one: TimedOutTurns, names: Names, say: Words) -> str:
    turns = say.many("1 turn", "{count} turns", one.turns)
    matches = say.many("in 1 match", "in {count} matches", one.matches)
    return f"- {join_parts((names.person(one.person), turns, matches))}"


def _opponent_line(one: OnlyOpponent, names: Names, say: Words) -> str:
    met = say(
        "first match {date}, {count} matches, all with {other}",
        date=timestamp(one.first, "d"),
        count=one.matches,
        other=names.person(one.opponent),
    )
    return f"- {join_parts((names.person(one.person), met))}"


def _rules(say: Words) -> str:
    return say(
        "These are facts, not accusations: friends meet often, too. A pair is listed after {meetings} matches, if it met at "
        "least {times} times as often as by chance and one of them finished ahead in at least {percent} %. A new player is "
        "listed after {matches} matches.",
        meetings=LEAST_MEETINGS,
        times=LEAST_TIMES_EXPECTED,
        percent=LEAST_PERCENT_AHEAD,
        matches=LEAST_OF_NEW_PERSON,
    )
