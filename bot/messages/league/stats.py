"""The statistics of a person, alone or beside up to three others; the sign before each name is that of a line in the chart."""

from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import ui

from bot.league.ratings.ratings import Certainty, Rating, certainty, shown_error, shown_points
from bot.league.stats import HeadToHead, Stats
from bot.messages.components import BLUE, layout
from bot.messages.league.standings import decimal_text
from bot.messages.names import Names
from bot.messages.pictures.rating_chart import LINE_STYLES
from bot.messages.rules.house_rule_labels import deck_name
from bot.messages.text import join_parts
from bot.messages.words import Words

CHART_FILE = "ratings.png"
_MOST_MET = 8


def stats_layout(
    people: Sequence[Stats],
    ratings: Mapping[tuple[str, int], Rating],
    names: Names,
    say: Words,
    *,
    chart: str = "",
    zone: str = "UTC",
) -> ui.LayoutView:
    """Render the statistics of one to four people. `ratings` are by deck and person.

    `chart` is the deck whose ratings the attached chart shows, with the times of `zone`; empty if no chart is attached.
    """
    several = len(people) > 1
    charted = [one.person for one in people if (chart, one.person) in ratings] if several else []
    signs = {person: f"{style.sign} " for person, style in zip(charted, LINE_STYLES, strict=False)}
    blocks = [_person(one, signs.get(one.person, ""), ratings, names, say) for one in people]
    met = [_head_to_head(one, people, names, say) for one in people]
    text = "\n".join(part for pair in zip(blocks, met, strict=True) for part in pair if part)
    items: list[ui.Item[Any]] = [ui.TextDisplay(text)]
    if chart:
        items.append(ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{CHART_FILE}")))
        legend = [f"{signs[person]}{names.person(person)}" for person in charted]
        title = say("The rating over time"), deck_name(chart, say)
        items.append(ui.TextDisplay(f"-# {join_parts((*title, *legend, f'`{zone}`'))}"))
    return layout(*items, accent=BLUE)


def _person(stats: Stats, sign: str, ratings: Mapping[tuple[str, int], Rating], names: Names, say: Words) -> str:
    name = names.person(stats.person)
    lines = [f"### {sign}{name}"]
    if not stats.matches:
        return "\n".join((*lines, say("No match with other people has been finished yet.")))
    places = [f"{place}. ×{times}" for place, times in enumerate(stats.places, start=1)]
    facts = [
        say.many("one match", "{count} matches", stats.matches),
        say.many("one win", "{count} wins", stats.wins),
        say.many("one deal", "{count} deals", stats.deals),
        say.many("rummy once", "rummy {count} times", stats.rummies),
    ]
    lines += [join_parts(facts), say("Places: {places}", places=join_parts(places))]
    if stats.best_deal is not None:
        best = stats.best_deal
        lines.append(
            say.many(
                "Best deal: one point, in deal {deal} of match {match}",
                "Best deal: {count} points, in deal {deal} of match {match}",
                best.points,
                deal=best.deal,
                match=f"`{best.match}`",
            )
        )
    if stats.average_left is not None:
        lines.append(say("Left in hand on average: {points}", points=decimal_text(stats.average_left)))
    rated = [(deck, rating) for (deck, person), rating in sorted(ratings.items()) if person == stats.person]
    lines += [join_parts((_rating_text(rating, say), deck_name(deck, say))) for deck, rating in rated]
    return "\n".join(lines)


def _rating_text(rating: Rating, say: Words) -> str:
    """Return the rating, its error and how certain it is: one sentence for each degree of certainty."""
    facts = {"rating": f"**{shown_points(rating)}**", "points": shown_error(rating)}
    match certainty(rating):
        case Certainty.PROVISIONAL:
            return say("Rating: {rating} ± {points}, provisional", **facts)
        case Certainty.ROUGH:
            return say("Rating: {rating} ± {points}, rough", **facts)
        case Certainty.FAIR:
            return say("Rating: {rating} ± {points}, fair", **facts)
        case Certainty.FIRM:
            return say("Rating: {rating} ± {points}, firm", **facts)


def most_met_people(stats: Stats) -> list[int]:
    """Return the people whom this person has met most often: those whose names are shown."""
    by_matches = sorted(stats.against, key=lambda person: (-_matches_together(stats.against[person]), person))
    return by_matches[:_MOST_MET]


def _matches_together(against: HeadToHead) -> int:
    return against.won + against.lost + against.level


def _head_to_head(stats: Stats, people: Sequence[Stats], names: Names, say: Words) -> str:
    """Return the results against the people compared with this person or, if none, against those met most often."""
    others = [one.person for one in people if one is not stats] if len(people) > 1 else most_met_people(stats)
    lines = [
        _head_to_head_line(names.person(person), stats.against[person], say) for person in others if person in stats.against
    ]
    return "\n".join((say("Head to head:"), *(f"- {line}" for line in lines))) if lines else ""


def _head_to_head_line(name: str, against: HeadToHead, say: Words) -> str:
    facts = {"name": name, "won": against.won, "lost": against.lost}
    if against.level:
        return say("{name}: ahead {won}, behind {lost}, level {level}", level=against.level, **facts)
    return say("{name}: ahead {won}, behind {lost}", **facts)
