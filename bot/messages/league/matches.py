"""Finished matches: a page of the history, one match with its deals and corrections, and what a correction changed."""

from collections.abc import Iterator, Sequence

from discord import ui

from bot.competition.corrections import CorrectionEffects, Protest
from bot.competition.eligibility import LeagueEligibility
from bot.competition.match_history import HistoryPage
from bot.league.corrections import Correction
from bot.league.match_facts import HistoryLine, MatchResult, SeatFacts, history_line
from bot.league.seasons import Term
from bot.messages.card_order import in_card_order
from bot.messages.components import BLUE, ROOM_FOR_TEXT, Option, PressButton, PressSelect, layout, row
from bot.messages.league.action_lines import correction_line, effect_line
from bot.messages.league.eligibility_text import eligibility_lines
from bot.messages.league.organiser_log import CorrectPress, ProtestPress, protest_lines, protest_rows
from bot.messages.league.pages import HistoryPress, MatchSelect, page_buttons
from bot.messages.league.standings import season_name
from bot.messages.match_points import MOST_CHARACTERS, PointsRow, points_table
from bot.messages.names import Names, names_of
from bot.messages.pictures.galleries import last_hands_galleries, points_galleries
from bot.messages.pictures.last_hands import LastHands, last_hands_of_deal
from bot.messages.pictures.marks import marks_of, sign_before, with_mark
from bot.messages.pictures.picture import TEXT_ONLY, PictureChoice
from bot.messages.sentences import people_in
from bot.messages.table.buttons import TableAction, TablePress
from bot.messages.text import NO_BREAK_SPACE, join_parts, lines_that_fit, safe_text, small, timestamp, with_minus
from bot.messages.words import Words
from bot.rummy.match import hand_points
from bot.tables.ports import KnownPeople

MATCHES_ON_A_PAGE = 10
_ROWS = 400  # characters for the total points of each seat, above those of the deals
_MOST_CHANGED, _MOST_KEPT = 800, 400  # characters of the 2000 of a reply, which also contains the reason


def history_layout(page: HistoryPage, people: KnownPeople, press: HistoryPress, say: Words) -> ui.LayoutView:
    """Render a page of matches, with a select that shows one; `press.person` 0 means all matches of the server."""
    named = {one.person for line in page.lines for one in line.people} | ({press.person} if press.person else set())
    names = names_of(people, named, say)
    whose = say("{name}'s matches", name=names.person(press.person)) if press.person else say("Matches in this server")
    head = f"### {whose}"
    if not page.total:
        return layout("\n".join((head, say("No finished matches yet. Casual ones don't appear here."))), accent=BLUE)
    pages = -(-page.total // MATCHES_ON_A_PAGE)
    text = lines_that_fit((_line(line, names, say) for line in page.lines), ROOM_FOR_TEXT)
    notes = []
    if any(one.has_left for line in page.lines for one in line.people):
        notes.append(f"-# {say('Struck through: left before the end')}")
    if pages > 1:
        notes.insert(0, f"-# {say('Page {page} of {pages}', page=page.number + 1, pages=pages)}")
    plain = {line.match: ", ".join(names.plain(one.person) for one in line.people) for line in page.lines}
    options = [Option(str(match), f"{match} · {who}") for match, who in plain.items()]
    select = PressSelect(MatchSelect(), options, say.option("Show match …"))
    return layout("\n".join((head, *text, *notes)), row(select), *page_buttons(press, pages, say), accent=BLUE)


def _line(line: HistoryLine, names: Names, say: Words) -> str:
    parts = [f"`{line.match}`", timestamp(line.ended, "d"), safe_text(say.game(line.game))]
    people = placing_texts(line, names)
    if line.computers:
        people.append(say.many("1 computer", "{count} computers", line.computers))
    if line.is_voided:
        parts.insert(2, f"**{say('voided')}**")
    return f"- {say('{title}: {value}', title=join_parts(parts), value=', '.join(people))}"


def placing_texts(line: HistoryLine, names: Names) -> list[str]:
    """Return the place and the name of each person: `1. Ann`. Those who left before the end are struck through."""
    shown = [f"~~{names.person(one.person)}~~" if one.has_left else names.person(one.person) for one in line.people]
    return [f"{one.place}.{NO_BREAK_SPACE}{name}" for one, name in zip(line.people, shown, strict=True)]


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
    presses: Sequence[ProtestPress | CorrectPress] = (),
    pictures: PictureChoice = TEXT_ONLY,
) -> ui.LayoutView:
    """Render the current result, the points of all deals, the last hands, where the match counts, and its corrections.

    `has_cards`: if False, neither the last hands nor the channel are shown, and there is no replay. `made` are the corrections;
    `played` is the match as it was played. `protests` are those against its result, and `presses` the reader's buttons for
    them. With `pictures`, the hands and the points are also a picture and a chart.
    """
    named = {seat.person for seat in match.seats if not seat.computer} | {one.by for one in made}
    named |= {line.by for one in protests for line in (one.line, one.answer) if line is not None}
    names, line = names_of(people, named, say), history_line(match)
    title = say("Match {number}: {game}", number=match.number, game=safe_text(say.game(match.variant.title)))
    about = [timestamp(match.ended, "f")]
    if match.channel and has_cards:
        about.append(f"<#{match.channel}>")
    head = [f"### {title}", join_parts(about)]
    if match.voided:
        head.append(f"**{say('Voided by an organiser')}**")
    head += protest_lines(protests, names, say)
    where = [] if match.voided else [f"-# {one}" for one in eligibility_lines(counts, say, names, everywhere=True)]
    hands = _hands(match, names, say, pictures)
    if not has_cards and match.deals:
        hands = [f"-# {say('Final hands: only for people who can see the channel.')}"]
    room = ROOM_FOR_TEXT - len("\n".join((*head, *hands, *where)))
    deals = _deals(match, line, names, say, pictures, min(MOST_CHARACTERS, room - _ROWS))
    text = [*head, deals, *_bonuses(match, names, say), *hands]
    room = ROOM_FOR_TEXT - len("\n".join((*text, *where)))
    right = match_correction_lines(match, match if played is None else played, made, names, say, room)
    shown = "\n".join((*text, *right, *where))
    marks = _marks(match, names)
    last_hands = last_hands_of_result(match, marks, is_large=pictures.is_large) if has_cards else None
    hands_picture = last_hands_galleries(last_hands, pictures, say)
    charts, buttons = points_galleries(match.deals, marks, pictures, say), protest_rows(presses, names, say)
    if has_cards:
        buttons.append(row(PressButton(TablePress(match.number, TableAction.REPLAY), say.button("Replay"))))
    return layout(shown, *hands_picture, *charts, *buttons, accent=BLUE)


def match_correction_lines(
    match: MatchResult, played: MatchResult, made: Sequence[Correction], names: Names, say: Words, room: int
) -> list[str]:
    """Return the corrections of a match, the newest first, as far as there is room, and the result as it was played."""
    if not made:
        return []
    lines = [f"**{say('Corrections')}**"]
    if match.seats != played.seats:
        lines.append(say("Original result: {places}", places=", ".join(placing_texts(history_line(played), names))))
    lines += (correction_line(one, names, say) for one in reversed(made))
    shown = lines_that_fit(lines, room)
    return shown if len(shown) == len(lines) else [*shown, f"-# {say('All corrections: {command}', command='`/league log`')}"]


def last_hands_of_result(match: MatchResult, marks: Sequence[str], *, is_large: bool = False) -> LastHands | None:
    """Return the hands of the last deal for a picture; None if no deal has ended.

    Whoever has the first place in the text has a crown, and nobody if the match is voided.
    """
    if not match.deals:
        return None
    first = [match.seat_of(one.person) for one in history_line(match).people if one.place == 1 and not match.voided]
    last = match.deals[-1]
    return last_hands_of_deal(last, range(len(match.seats)), marks, first, is_large=is_large)


def _marks(match: MatchResult, names: Names) -> tuple[str, ...]:
    """Return the marks of the seats, by the names in this message."""
    is_named = [not seat.computer and not names.is_former(seat.person) for seat in match.seats]
    return marks_of([names.plain(seat.person) if named else "" for seat, named in zip(match.seats, is_named, strict=True)])


def _deals(match: MatchResult, line: HistoryLine, names: Names, say: Words, pictures: PictureChoice, room: int) -> str:
    """Return the points of each seat in all and in each deal: first the people that count, by place, then the others."""
    place = {one.person: one.place for one in line.people}
    counts = [match.seat_of(facts.person) == seat for seat, facts in enumerate(match.seats)]
    order = sorted(range(len(match.seats)), key=lambda seat: (not counts[seat], place.get(match.seats[seat].person, 9), seat))
    marks = _marks(match, names)
    plain = [say("computer") if facts.computer else names.plain(facts.person) for facts in match.seats]
    rows = [
        PointsRow(
            f"{place[match.seats[seat].person]}." if counts[seat] else "–",
            plain[seat],
            match.seats[seat].points,
            tuple(deal.points[seat] for deal in match.deals),
            sign_before(plain[seat], marks[seat], pictures),
            _note(match.seats[seat], say),
            names.username(match.seats[seat].person),
        )
        for seat in order
    ]
    return points_table(rows, say, room)


def _bonuses(match: MatchResult, names: Names, say: Words) -> Iterator[str]:
    """Yield what the totals have besides the points of the deals, where a game adds something at the end of a match."""
    won = [facts.points - sum(deal.points[seat] for deal in match.deals) for seat, facts in enumerate(match.seats)]
    if any(won) and any(deal.parts for deal in match.deals):
        shown = [say("computer") if facts.computer else names.person(facts.person) for facts in match.seats]
        bonuses = [f"{name} {with_minus(points, '+')}" for name, points in zip(shown, won, strict=True) if points]
        yield small(say("{title}: {value}", title=say("At the end of the match"), value=join_parts(bonuses)))


def _note(facts: SeatFacts, say: Words) -> str:
    """Return what a code block says behind a name: that the person was removed from the match, or left it."""
    if facts.computer:
        return ""
    if facts.removed:
        return say("(removed)")
    return say("(left)") if facts.left else ""


def _hands(match: MatchResult, names: Names, say: Words, pictures: PictureChoice) -> list[str]:
    """Return the hands at the end of the last deal, and who went out with which melds."""
    if not match.deals:
        return []
    last = match.deals[-1]
    lines, marks = list[str](), _marks(match, names)
    for seat, hand in enumerate(last.hands):
        facts = match.seats[seat]
        name = with_mark(say("computer") if facts.computer else names.person(facts.person), marks[seat], pictures)
        if last.had_left(seat):
            continue
        melds = [*map(say.cards, last.melds_of(seat))]
        if hand:
            left = f"{say.cards(in_card_order(hand))} = {hand_points(match.variant, hand)}"
        else:
            left = say("went out") if seat == last.winner and not last.shown else "0"
        value = join_parts((left, *melds)) if melds or not hand else left
        lines.append(f"- {say('{title}: {value}', title=name, value=value)}")
    return lines


def correction_answer(one: Correction, effects: CorrectionEffects, people: KnownPeople, say: Words) -> str:
    """Return the line about a correction; below it each changed league, and each ended season whose table stays."""
    moved = (move.person for effect in effects.running for move in effect.moves)
    names = names_of(people, (one.by, *people_in(one.change), *moved), say)
    changed = [effect_line(effect, names, say) for effect in effects.running]
    lines = lines_that_fit(changed or [say("No standings have changed in running seasons.")], _MOST_CHANGED)
    lines += [say("Ratings recalculated.")] if effects.is_rated else []
    lines += lines_that_fit((_kept_season_text(term, say) for term in effects.ended_terms), _MOST_KEPT)
    return "\n".join((correction_line(one, names, say), *(f"-# {line}" for line in lines)))


def _kept_season_text(term: Term, say: Words) -> str:
    facts = {"season": season_name(term.season), "league": safe_text(term.league.name)}
    if term.season.name:
        return say("The season “{season}” of {league} has ended. Its final standings stay.", **facts)
    return say("Season {season} of {league} has ended. Its final standings stay.", **facts)
