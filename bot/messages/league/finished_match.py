"""One finished match: its result, the points of every deal, the last hands, and its corrections."""

from collections.abc import Sequence
from typing import Any

from discord import ui

from bot.competition.eligibility import LeagueEligibility
from bot.competition.protests import Protest
from bot.league.corrections import Correction
from bot.league.match_facts import MatchResult, SeatFacts
from bot.league.placings import HistoryLine, history_line
from bot.messages.components import BLUE, ROOM_FOR_TEXT, layout
from bot.messages.league.corrections import match_correction_lines
from bot.messages.league.eligibility_text import eligibility_lines
from bot.messages.league.protests import ProtestPress, protest_lines, protest_rows
from bot.messages.match_points import MOST_CHARACTERS, PointsRow, points_table
from bot.messages.names import Names, names_of
from bot.messages.pictures.galleries import last_hands_galleries, points_galleries
from bot.messages.pictures.last_hands import LastHands, last_hands_of_deal
from bot.messages.pictures.picture import TEXT_ONLY, PictureChoice, seat_mark, with_mark
from bot.messages.text import join_parts, safe_text, timestamp
from bot.messages.words import Words
from bot.rummy.cards import sort_cards
from bot.rummy.scoring import hand_points
from bot.tables.ports import KnownPeople

_ROWS = 400  # characters for the total points of each seat, above those of the deals


def finished_match_layout(
    match: MatchResult,
    people: KnownPeople,
    counts: Sequence[LeagueEligibility],
    say: Words,
    *,
    has_cards: bool,
    played: MatchResult | None = None,
    made: Sequence[Correction] = (),
    protests: Sequence[Protest] = (),
    presses: Sequence[ProtestPress] = (),
    pictures: PictureChoice = TEXT_ONLY,
) -> ui.LayoutView:
    """Render the current result, the points of all deals, the last hands, where the match counts, and its corrections.

    `has_cards`: if False, neither the last hands nor the channel are shown. `made` are the corrections; `played` is the match
    as it was played. `protests` are those against its result, and `presses` the reader's buttons for them. With `pictures`,
    the hands and the points are also a picture and a chart.
    """
    named = {seat.person for seat in match.seats if not seat.computer} | {one.by for one in made}
    named |= {line.by for one in protests for line in (one.line, one.answer) if line is not None}
    names, line = names_of(people, named, say), history_line(match)
    title = say("Match {number}: {game}", number=match.number, game=safe_text(match.variant.title))
    about = [timestamp(match.ended, "f"), say.many("1 deal", "{count} deals", len(match.deals))]
    if match.channel and has_cards:
        about.append(f"<#{match.channel}>")
    head = [f"### {title}", join_parts(about)]
    if match.voided:
        head.append(f"**{say('An organiser has voided this match.')}**")
    head += protest_lines(protests, names, say)
    where = [f"-# {one}" for one in eligibility_lines(counts, say, names, everywhere=True)]
    hands = _hands(match, names, say, pictures) if has_cards else _why_no_hands(match, say)
    room = ROOM_FOR_TEXT - len("\n".join((*head, *hands, *where)))
    text = [*head, _deals(match, line, names, say, pictures, min(MOST_CHARACTERS, room - _ROWS)), *hands]
    room = ROOM_FOR_TEXT - len("\n".join((*text, *where)))
    right = match_correction_lines(match, match if played is None else played, made, names, say, room)
    shown: ui.TextDisplay[Any] = ui.TextDisplay("\n".join((*text, *right, *where)))
    last_hands = last_hands_of_result(match, is_large=pictures.is_large) if has_cards else None
    hands_picture = last_hands_galleries(last_hands, pictures, say)
    charts, buttons = points_galleries(match.deals, pictures, say), protest_rows(presses, names, say)
    return layout(shown, *hands_picture, *charts, *buttons, accent=BLUE)


def last_hands_of_result(match: MatchResult, *, is_large: bool = False) -> LastHands | None:
    """Return the hands of the last deal for a picture; None if no deal has ended.

    Whoever has the first place in the text has a crown, and nobody if the match is voided.
    """
    if not match.deals:
        return None
    first = [match.seat_of(one.person) for one in history_line(match).people if one.place == 1 and not match.voided]
    last = match.deals[-1]
    return last_hands_of_deal(last, range(len(match.seats)), last.melds, first, is_large=is_large)


def _deals(match: MatchResult, line: HistoryLine, names: Names, say: Words, pictures: PictureChoice, room: int) -> str:
    """Return the points of each seat in all and in each deal: first the people that count, by place, then the others."""
    place = {one.person: one.place for one in line.people}
    counts = [match.seat_of(facts.person) == seat for seat, facts in enumerate(match.seats)]
    order = sorted(range(len(match.seats)), key=lambda seat: (not counts[seat], place.get(match.seats[seat].person, 9), seat))
    plain = [say("computer") if facts.computer else names.plain(facts.person) for facts in match.seats]
    rows = [
        PointsRow(
            f"{place[match.seats[seat].person]}." if counts[seat] else "–",
            plain[seat],
            match.seats[seat].points,
            tuple(deal.points[seat] for deal in match.deals),
            seat_mark(seat, pictures),
            _note(match.seats[seat], say),
            names.username(match.seats[seat].person),
        )
        for seat in order
    ]
    return points_table(rows, say, room)


def _note(facts: SeatFacts, say: Words) -> str:
    """Return what a code block says behind a name: that the person was removed from the match, or left it."""
    if facts.computer:
        return ""
    if facts.removed:
        return say("(removed)")
    return say("(left)") if facts.left else ""


def _why_no_hands(match: MatchResult, say: Words) -> list[str]:
    """Return why the last hands are not shown to this person; nothing if there are none."""
    if not match.deals:
        return []
    why = say("Only people who can see the channel or thread of this match can see the final hands.")
    return [f"-# {why}"]


def _hands(match: MatchResult, names: Names, say: Words, pictures: PictureChoice) -> list[str]:
    """Return the hands at the end of the last deal, and who went out with which melds."""
    if not match.deals:
        return []
    last = match.deals[-1]
    lines = [f"**{say('Final hands')}**"]
    for seat, hand in enumerate(last.hands):
        facts = match.seats[seat]
        name = with_mark(say("computer") if facts.computer else names.person(facts.person), seat, pictures)
        if hand:
            points, cards = hand_points(match.variant, hand), say.cards(sort_cards(hand))
            lines.append(f"- {name}: {cards} = {points}")
        elif seat == last.winner and last.melds:
            lines.append(f"- {name}: {say('went out with {melds}', melds=say.all_of(map(say.cards, last.melds)))}")
        elif seat == last.winner:
            lines.append(f"- {name}: {say('went out')}")
    return lines
