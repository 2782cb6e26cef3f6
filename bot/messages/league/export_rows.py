"""The rows of exported files. The columns never change their meaning and are not translated."""

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, assert_never

import msgspec

from bot.competition.match_export import ExportedMatch, ExportedVerdict
from bot.league import eligibility, league
from bot.league.corrections import Change, PutBack, Reinstate, Remove, SwapBack, SwapPeople, Void
from bot.league.eligibility import WhyNot
from bot.league.match_facts import MatchResult
from bot.league.placings import league_placings
from bot.league.ratings.ratings import Rating, shown_error, shown_points
from bot.league.scheme.scheme import PARTS_PER_POINT
from bot.league.seasons.season_terms import Term
from bot.league.standings.standings import Standing
from bot.messages.league.corrections import people_in_change
from bot.messages.names import Names

Row = tuple[object, ...]
_MENTION = re.compile(r"<(@[!&]?|#)[0-9]+>")
"""A mention in a typed reason, which has a Discord id."""

STANDINGS_COLUMNS = ("position", "person", "name", "matches", "points", "wins", "average")
RESULTS_COLUMNS = (
    *("match", "ended", "ended_utc", "season", "channel", "game", "counts", "why_not", "voided"),
    *("person", "name", "placing", "place", "points", "league_points", "left", "computer", "removed"),
)
CORRECTIONS_COLUMNS = ("match", "at", "at_utc", "by", "by_name", "change", "person", "name", "other", "other_name", "why")


def standing_rows(rows: Iterable[Standing], names: Names) -> Iterator[Row]:
    """Yield a row for each standing."""
    for row in rows:
        name, points, average = names.full(row.person), float(row.points), float(row.average)
        yield row.position, row.person, name, row.matches, points, row.wins, average


def result_rows(history: Iterable[ExportedMatch], names: Names) -> Iterator[Row]:
    """Yield a row for each seat. `ended` is epoch milliseconds. `placing` and `points` are those of the match. `channel` counts
    the channels of this export. `place` and `league_points` are those in the league: a person's points in the standings are the
    sum of their `league_points`.
    """
    for one in history:
        match, verdict = one.match, one.verdicts[0]
        worth = _league_points(verdict)
        place = {each.person: each.place for each in league_placings(match)}
        about = (
            *(
                match.number,
                match.ended,
                _utc_text(match.ended),
                verdict.season or None,
                match.channel or None,
                match.variant.title,
            ),
            *(verdict.why_not is None, _why_not_code(verdict.why_not), match.voided),
        )
        for seat in match.seats:
            person = None if seat.computer or seat.removed else seat.person
            name = "" if seat.computer else names.full(seat.person)
            came = (seat.placing, place.get(person or 0), seat.points, worth.get(person or 0))
            yield (*about, seat.person, name, *came, seat.left, seat.computer, seat.removed)


def match_record(one: ExportedMatch) -> dict[str, object]:
    """Return a match as it counts and, if it was corrected, also as it was played; the hands only with `has_cards`."""
    verdict = one.verdicts[0]
    facts: dict[str, object] = {
        "counts": verdict.why_not is None,
        "why_not": _why_not_code(verdict.why_not) or None,
        "season": verdict.season or None,
        "ended_utc": _utc_text(one.match.ended),
        "league_points": {str(person): points for person, points in _league_points(verdict).items()},
        "match": _match_facts(one.match, has_cards=one.has_cards),
    }
    if one.verdicts[1:]:
        facts["leagues"] = [_verdict_record(other) for other in one.verdicts[1:]]
    if one.original == one.match:
        return facts
    return facts | {"played": _match_facts(one.original, has_cards=one.has_cards)}


def _verdict_record(verdict: ExportedVerdict) -> dict[str, object]:
    return {
        "league": verdict.league,
        "season": verdict.season,
        "counts": verdict.why_not is None,
        "why_not": _why_not_code(verdict.why_not) or None,
        "league_points": {str(person): points for person, points in _league_points(verdict).items()},
    }


def _league_points(verdict: ExportedVerdict) -> dict[int, float]:
    return {person: parts / PARTS_PER_POINT for person, parts in verdict.points}


def _match_facts(match: MatchResult, *, has_cards: bool) -> dict[str, Any]:
    facts: dict[str, Any] = msgspec.to_builtins(match)
    del facts["server"]
    for deal in () if has_cards else facts["deals"]:
        del deal["hands"], deal["melds"]
    return facts


def term_record(term: Term) -> dict[str, object]:
    """Return what a season counts: the definition of its league in it. The season runs if it has no `end`."""
    league: dict[str, Any] = msgspec.to_builtins(term.league, str_keys=True)
    season: dict[str, Any] = msgspec.to_builtins(term.season)
    for unneeded in ("server", "season_end", "announcements"):
        del league[unneeded]
    return {"league": term.number, "season": season, "definition": league}


def rating_records(ratings: Mapping[tuple[str, int], Rating], names: Names) -> list[dict[str, object]]:
    """Return the rating of each person for each deck, the best first."""
    in_order = sorted(ratings.items(), key=lambda one: (one[0][0], -one[1].mu, one[0][1]))
    return [
        {
            "deck": deck,
            "person": person,
            "name": names.full(person),
            "rating": shown_points(rating),
            "error": shown_error(rating),
            "matches": rating.matches,
            "mu": rating.mu,
            "sigma": rating.sigma,
        }
        for (deck, person), rating in in_order
    ]


def correction_rows(history: Iterable[ExportedMatch], names: Names) -> Iterator[Row]:
    """Yield a row for each correction of these matches, in the order in which they were made."""
    for one in sorted((made for match in history for made in match.corrections), key=lambda made: made.at):
        people = people_in_change(one.change)
        named = [(person, names.full(person)) for person in people] + [(None, "")] * (2 - len(people))
        (person, name), (other, other_name) = named
        said = (one.by, names.full(one.by), _change_code(one.change))
        yield (one.match, one.at, _utc_text(one.at), *said, person, name, other, other_name, _MENTION.sub(r"\1…", one.why))


def _utc_text(at: int) -> str:
    """Return a time in ISO 8601: `2026-03-02T20:15:00.250Z`."""
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _why_not_code(why: WhyNot | None) -> str:
    """Return the code of the reason why a match does not count; empty if it counts."""
    match why:
        case None:
            return ""
        case eligibility.Voided():
            return "voided"
        case eligibility.FewerThanTwoPeople():
            return "too_few_people"
        case eligibility.NoPointsFor():
            return "no_points"
        case eligibility.TooShort():
            return "too_short"
        case eligibility.NotPlayed():
            return "not_played"
        case eligibility.TooManyRematches():
            return "too_many_rematches"
        case league.OtherServer():
            return "other_server"
        case league.OtherChannel():
            return "other_channel"
        case league.OtherGame():
            return "other_game"
        case league.OtherRules():
            return "house_rules"
        case league.NoClock():
            return "no_clock"
        case _:
            assert_never(why)


def _change_code(change: Change) -> str:
    """Return the code of a correction's change."""
    match change:
        case Void():
            return "void"
        case Reinstate():
            return "reinstate"
        case SwapPeople():
            return "swap"
        case SwapBack():
            return "swap_back"
        case Remove():
            return "remove"
        case PutBack():
            return "put_back"
        case _:
            assert_never(change)
