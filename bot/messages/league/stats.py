"""Statistics and ratings: of one person, alone or beside up to three others, and the ladder of a server."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from discord import ui

from bot.league.daily import Streaks
from bot.league.ratings import PROVISIONAL_BELOW, Certainty, LadderRow, Rating, certainty, shown_error, shown_points
from bot.league.stats import HeadToHead, Stats
from bot.messages.components import BLUE, layout
from bot.messages.daily import streak_lines
from bot.messages.league.pages import LadderPress, page_buttons, page_count, shown_rows, table_lines
from bot.messages.names import Names, names_of
from bot.messages.pictures.chart_canvas import LINE_STYLES
from bot.messages.pictures.galleries import cut_alt
from bot.messages.pictures.picture import TEXT_ONLY, Picture, PictureChoice, PictureGallery
from bot.messages.pictures.rating_chart import RatingPoint, RatingsOverTime
from bot.messages.rules.card_questions import deck_name
from bot.messages.text import join_parts, timestamp
from bot.messages.words import Words
from bot.tables.ports import KnownPeople

_MOST_MET = 8


def stats_layout(
    compared: Sequence[Stats],
    ratings: Mapping[tuple[str, int], Rating],
    people: KnownPeople,
    say: Words,
    *,
    deck: str = "",
    lines: Mapping[int, Sequence[RatingPoint]] = MappingProxyType({}),
    pictures: PictureChoice = TEXT_ONLY,
    now: int = 0,
    daily: Mapping[int, Streaks] = MappingProxyType({}),
) -> ui.LayoutView:
    """Render the statistics of one to four people. `ratings` are by deck and person; `now` is epoch ms.

    `lines` are the ratings over time with this deck, by person. They are a chart unless `pictures` is for text only, and are
    left out if nobody has two points. `daily` has the streaks of days by person.
    """
    several, are_shown = len(compared) > 1, any(len(line) > 1 for line in lines.values())
    names = names_of(people, {person for one in compared for person in (one.person, *_most_met_people(one))}, say)
    charted = [one.person for one in compared if are_shown and lines.get(one.person)]
    has_signs = several and bool(pictures)
    signs = {person: f"{style.sign} " for person, style in zip(charted, LINE_STYLES, strict=False) if has_signs}
    streaks = {person: streak_lines(one, say) for person, one in daily.items()}
    blocks = list[str]()
    for one in compared:
        blocks += (_person(one, signs.get(one.person, ""), ratings, names, say, now), *streaks.get(one.person, ()))
        blocks.append(_head_to_head(one, compared, names, say))
    items: list[ui.Item[Any]] = [ui.TextDisplay("\n".join(filter(None, blocks)))]
    if charted:
        shown = RatingsOverTime(tuple(tuple(lines[person]) for person in charted))
        title = join_parts((say("Rating over time"), deck_name(deck, say)))
        times = [point.at for line in shown.lines for point in line]
        if pictures:
            described = [_rating_range(names.plain(person), lines[person], say) for person in charted]
            items.append(PictureGallery(Picture(shown, pictures.colours, cut_alt((f"{title}.", *described), say))))
        legend = [_rating_range(f"{signs.get(person, '')}{names.person(person)}", lines[person], say) for person in charted]
        title = f"{title} · {timestamp(min(times))} – {timestamp(max(times))}"
        items.append(ui.TextDisplay("\n".join(f"-# {line}" for line in (title, *legend))))
    return layout(*items, accent=BLUE)


def _rating_range(name: str, line: Sequence[RatingPoint], say: Words) -> str:
    """Return `Ann: first 1500, last 1612, lowest 1480, highest 1640.`"""
    ratings = [point.rating for point in line]
    facts = {"first": ratings[0], "last": ratings[-1], "lowest": min(ratings), "highest": max(ratings)}
    return say("{name}: first {first}, last {last}, lowest {lowest}, highest {highest}.", name=name, **facts)


def _person(stats: Stats, sign: str, ratings: Mapping[tuple[str, int], Rating], names: Names, say: Words, now: int) -> str:
    name = names.person(stats.person)
    lines = [f"### {sign}{name}"]
    if not stats.matches:
        return "\n".join((*lines, say("No finished matches yet. Casual ones don't appear here.")))
    finishes = (_finish(place, times, say) for place, times in enumerate(stats.places, start=1))
    facts = [
        say.many("1 match", "{count} matches", stats.matches),
        say.many("1 win", "{count} wins", stats.wins),
        say.many("1 deal", "{count} deals", stats.deals),
        say.many("whole hand in one turn: once", "whole hand in one turn: {count} times", stats.rummies),
    ]
    if stats.abandoned:
        facts.append(say.many("1 abandoned", "{count} abandoned", stats.abandoned))
    lines += [join_parts(facts), join_parts(finishes)]
    if stats.paused_until > now:
        until = timestamp(stats.paused_until, "f")
        lines.append(say("Abandoned three matches in a week: the next league match counts {time}.", time=until))
    if (best := stats.best_deal) is not None:
        best_facts = {"points": best.points, "match": f"`{best.match}`", "deal": best.deal}
        lines.append(say("Best deal: {points} (match {match}, deal {deal})", **best_facts))
    if stats.average_left is not None:
        lines.append(say("Average points left in hand: {points}", points=say.decimal(stats.average_left)))
    rated = [(deck, rating) for (deck, person), rating in sorted(ratings.items()) if person == stats.person]
    lines += [join_parts((_rating_text(rating, say), deck_name(deck, say))) for deck, rating in rated]
    return "\n".join(lines)


def _finish(place: int, times: int, say: Words) -> str:
    """Return how often a person finished in this place, such as `1st ×3`."""
    first = say("1st ×{times}", times=times), say("2nd ×{times}", times=times), say("3rd ×{times}", times=times)
    return first[place - 1] if place <= len(first) else say("{place}th ×{times}", place=place, times=times)


def _rating_text(rating: Rating, say: Words) -> str:
    """Return the rating, its error and how certain it is: one sentence for each degree of certainty."""
    facts = {"rating": f"**{shown_points(rating)}**", "points": shown_error(rating)}
    return {
        Certainty.PROVISIONAL: say("Rating: {rating} ± {points} (provisional)", **facts),
        Certainty.ROUGH: say("Rating: {rating} ± {points} (rough)", **facts),
        Certainty.FAIR: say("Rating: {rating} ± {points} (fairly reliable)", **facts),
        Certainty.FIRM: say("Rating: {rating} ± {points} (reliable)", **facts),
    }[certainty(rating)]


def _most_met_people(stats: Stats) -> list[int]:
    """Return the people whom this person has met most often: those whose names are shown."""
    matches = {person: against.won + against.lost + against.level for person, against in stats.against.items()}
    return sorted(matches, key=lambda person: (-matches[person], person))[:_MOST_MET]


def _head_to_head(stats: Stats, compared: Sequence[Stats], names: Names, say: Words) -> str:
    """Return the results against the people compared with this person or, if none, against those met most often."""
    others = [one.person for one in compared if one is not stats] if len(compared) > 1 else _most_met_people(stats)
    met = [_against_text(names.person(person), stats.against[person], say) for person in others if person in stats.against]
    return f"{say('Won–lost:')} {join_parts(met)}" if met else ""


def _against_text(name: str, against: HeadToHead, say: Words) -> str:
    facts = {"name": name, "won": against.won, "lost": against.lost}
    if against.level:
        return say("{name} {won}–{lost}, {level} tied", level=against.level, **facts)
    return say("{name} {won}–{lost}", **facts)


def ladder_layout(
    rows: Sequence[LadderRow],
    people: KnownPeople,
    press: LadderPress,
    server_name: str,
    reader: int,
    say: Words,
    *,
    has_rated_league: bool,
) -> ui.LayoutView:
    """Render the page of a ladder that `press` names, with the row of `reader`, who asked, and buttons to the other pages.

    `server_name` is Markdown. `has_rated_league`: matches in a league of the server count for the rating.
    """
    pages = page_count(len(rows))
    about = [deck_name(press.deck, say)] if press.deck else []
    if pages > 1:
        about.append(say("page {page} of {pages}", page=1 + min(press.page, pages - 1), pages=pages))
    title = say("Ratings in {server}", server=server_name)
    head = [f"### {title}", *([f"-# {join_parts(about)}"] if about else [])]
    if not rows:
        how = (
            say("Nobody has a rating yet. Play in a rated league: see `/league list`.")
            if has_rated_league
            else say("Nobody has a rating yet. An organiser can create a rated league with `/league create`.")
        )
        return layout("\n".join((*head, how)), accent=BLUE)
    shown, has_own_row = shown_rows(rows, press.page, reader)
    wide = max(len(str(shown_error(row.rating))) for row in shown)
    places = ["–" if row.position is None else f"{row.position}." for row in shown]
    ratings = [f"{shown_points(row.rating)} ± {shown_error(row.rating):>{wide}}" for row in shown]
    cells = list(zip(places, ratings, (str(row.rating.matches) for row in shown), strict=True))
    heads, in_table = ("#", say.column("rating"), say.column("played")), [row.person for row in shown]
    names = names_of(people, in_table, say)
    lines = table_lines(heads, cells, in_table, names, reader=reader, has_own_row=has_own_row)
    notes = [f"-# {say('± margin of error')}"]
    if any(row.position is None for row in shown):
        notes.append(f"-# {say('Provisional (–): fewer than {count} rated matches', count=PROVISIONAL_BELOW)}")
    return layout("\n".join((*head, *lines, *notes)), *page_buttons(press, pages, say), accent=BLUE)
