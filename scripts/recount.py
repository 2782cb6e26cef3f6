"""Compute the standings and ratings of an export again, from its files alone, and compare them with those in it.

    python scripts/recount.py FILE_OR_FOLDER ...

The files are those of `/league export`, as they are or in their zips; of a large export, all parts. Nothing of the bot is
imported: docs/LEAGUES.md says everything that is computed here.
"""

import io
import json
import math
import sys
import zipfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from datetime import datetime
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

Json = dict[str, Any]
Made = defaultdict[int, list[Json]]
"""The corrections of each match, the oldest first."""
START_MU, START_SIGMA = 25.0, round(25 / 3, 6)
BETA, TAU, KAPPA = 25 / 2, 25 / 300, 0.0001
POINTS_PER_MU = 400 / (math.log(10) * math.sqrt(2) * BETA)
LENGTHS = ("one", "short", "full")
COUNTING = (None, "not_played")  # a match that was not played (`is_walkover`) gives those who left their last place


def read_export(paths: Iterable[Path]) -> dict[str, list[Json]]:
    """Return the records of the JSON files by their kind: standings, leagues, results, corrections, ratings."""
    found: dict[str, list[Json]] = {}
    seen = defaultdict[str, set[str]](set)
    for name, data in _files(paths):
        kind = name.rpartition("-")[2].removesuffix(".json")
        found.setdefault(kind, [])
        for record in json.loads(data):
            if (text := json.dumps(record, sort_keys=True)) not in seen[kind]:  # each part repeats the standings
                seen[kind].add(text)
                found[kind].append(record)
    return found


def _files(paths: Iterable[Path]) -> Iterator[tuple[str, bytes]]:
    for path in paths:
        if path.is_dir():
            yield from _files(sorted(path.iterdir()))
        elif path.suffix == ".zip":
            with zipfile.ZipFile(io.BytesIO(path.read_bytes())) as archive:
                yield from ((name, archive.read(name)) for name in archive.namelist() if name.endswith(".json"))
        elif path.suffix == ".json":
            yield path.name, path.read_bytes()


def people_of(match: Json) -> list[Json]:
    """Return the seats of people, without computers and people whom an organiser has removed."""
    return [seat for seat in match["seats"] if not seat.get("computer") and not seat.get("removed")]


def corrected(match: Json, corrections: Iterable[Json]) -> Json:
    """Return a match as it was played with these corrections, the oldest first."""
    match = json.loads(json.dumps(match))
    for made in corrections:
        seats = {seat["person"]: seat for seat in match["seats"] if not seat.get("computer")}
        person, other = made["person"], made["other"]
        match made["change"]:
            case "void" | "reinstate":
                match["voided"] = made["change"] == "void"
            case "remove" | "put_back":
                seats[person]["removed"] = made["change"] == "remove"
            case "swap" | "swap_back":
                one, two = seats[person], seats[other]
                earlier = one.get("earlier", 0), two.get("earlier", 0)
                one["person"], two["person"], (two["earlier"], one["earlier"]) = other, person, earlier
            case change:
                raise ValueError(f"unknown change: {change}")
    return match


class League:
    """The counting of one season of a league; judge all matches of the season, the oldest first."""

    def __init__(self, term: Json) -> None:
        self.number, self.terms = term["league"], term["definition"]
        self._met: Counter[tuple[int, bool, int, int]] = Counter()

    def why_not(self, match: Json) -> str | None:
        """Return the code of the reason why the match doesn't count; None if it counts."""
        is_fixture = match.get("league", 0) == self.number != 0
        people = people_of(match)
        points = self.terms["scheme"].get("points")
        if match.get("voided"):
            return "voided"
        if not is_fixture and (misfit := self._misfit(match)):
            return misfit
        if len(people) < 2:
            return "too_few_people"
        if points is not None and str(len(people)) not in points:
            return "no_points"
        if match.get("is_walkover"):
            return "not_played"
        return None if is_fixture or not self._is_over_limit(match, people) else "too_many_rematches"

    def _misfit(self, match: Json) -> str | None:
        """Return why the match doesn't fit the league's terms."""
        terms = self.terms
        if terms["channel"] not in (None, match.get("channel", 0)):
            return "other_channel"
        rules = {key: answer for key, answer in match["variant"].items() if key not in ("name", "title")}
        if terms["games"]:
            game = next((game for game in terms["games"] if game["name"] == match["variant"]["name"]), None)
            if game is None:
                return "other_game"
            if not terms["house_rules"] and rules != {key: game[key] for key in rules}:
                return "house_rules"
        elif not terms["house_rules"] and match.get("house_rules"):
            return "house_rules"
        if terms["requires_clock"] and not match.get("has_clock"):
            return "no_clock"
        is_long = LENGTHS.index(match.get("length", "full")) >= LENGTHS.index(terms["shortest"])
        return None if is_long else "too_short"

    def _is_over_limit(self, match: Json, people: list[Json]) -> bool:
        """Count the meetings of each two people on the day of the match. Return True if one was beyond the limit."""
        day = datetime.fromtimestamp(match["ended"] // 1000, ZoneInfo(self.terms["zone"])).toordinal()
        is_two = len(people) == 2
        limit = self.terms["rematches" if is_two else "larger_rematches"]
        earlier = {seat["person"]: seat.get("earlier", 0) for seat in people}  # matches under a number that was deleted
        pairs = [(day, is_two, *pair) for pair in combinations(sorted(earlier), 2)]
        is_over = any(self._met[pair] + max(earlier[pair[2]], earlier[pair[3]]) >= limit for pair in pairs)
        self._met.update(pairs)
        return is_over


def placings(match: Json) -> list[tuple[int, int, int, bool]]:
    """Return the person, the place, the card points, and whether the person has left, for each person of a match."""
    people = people_of(match)
    staying = [seat["placing"] for seat in people if not seat["left"]]
    cards = [seat["points"] for seat in people]
    if match["variant"]["scoring"] == "penalty":
        cards = [max(cards) - own for own in cards]
    return [
        (seat["person"], len(people), min(cards), True)
        if seat["left"]
        else (seat["person"], 1 + sum(other < seat["placing"] for other in staying), own, False)
        for seat, own in zip(people, cards, strict=True)
    ]


def league_points(scheme: Json, match: Json) -> dict[int, Fraction]:
    """Return what a match that counts, or that wasn't played, is worth to each person who gets anything."""
    placed = placings(match)
    if match.get("is_walkover"):
        return {person: Fraction(0) for person, _, _, has_left in placed if has_left}
    found = {}
    for person, place, cards, has_left in placed:
        if scheme["type"] == "ByWins":
            found[person] = Fraction(place == 1)
        elif scheme["type"] == "ByCards":
            found[person] = Fraction(cards)
        else:
            worth = scheme["points"][str(len(placed))]
            sharing = sum(other == place for _, other, _, _ in placed)
            shared = worth[-1:] if has_left else worth[place - 1 : place - 1 + sharing]
            found[person] = Fraction(sum(shared), len(shared))
    return found


def standings(terms: Json, counted: Iterable[Json]) -> list[Json]:
    """Return the rows of a season, the best first; `counted` are the matches that count, or that weren't played."""
    totals: dict[int, Json] = {}
    for match in counted:
        points = league_points(terms["scheme"], match)
        for person, place, cards, _ in placings(match):
            if person in points:
                row = totals.setdefault(person, {"matches": 0, "points": Fraction(), "cards": 0, "places": Counter()})
                row["matches"] += 1
                row["points"] += points[person]
                row["cards"] += 0 if match.get("is_walkover") else cards
                row["places"][place] += 1

    def key(row: Json) -> list[Any]:
        places = [row["places"][place] for place in range(1, max(row["places"]) + 1)]
        values = {"wins": places[0], "places": places, "card points": row["cards"], "fewest matches": -row["matches"]}
        return [row["points"], *(values[tie] for tie in terms["scheme"]["ties"])]

    in_order = sorted(totals, key=lambda one: (totals[one]["matches"] >= terms["least"], key(totals[one]), -one), reverse=True)
    rows, position = list[Json](), 0
    for count, person in enumerate(in_order, start=1):
        row = totals[person]
        if count == 1 or key(row) != key(totals[in_order[count - 2]]):
            position = count
        is_ranked = row["matches"] >= terms["least"]
        rows.append(
            {
                "position": position if is_ranked else None,
                "person": person,
                "matches": row["matches"],
                "points": float(row["points"]),
                "wins": row["places"][1],
                "average": float(row["points"] / row["matches"]),
            }
        )
    return rows


def rate(people: list[tuple[float, float]], places: list[int]) -> list[tuple[float, float]]:
    """Return mu and sigma of each person after a match: the full Bradley-Terry model of Weng and Lin, with ties."""
    order = sorted(range(len(people)), key=lambda one: (places[one], *people[one]))
    mus = [people[one][0] for one in order]
    sigmas = [math.sqrt(people[one][1] ** 2 + TAU * TAU) for one in order]
    found = list(people)
    for at, one in enumerate(order):
        variance, omega, delta = sigmas[at] ** 2, 0.0, 0.0
        for against, other in enumerate(order):
            if against == at:
                continue
            c = math.sqrt(variance + sigmas[against] ** 2 + 2 * BETA**2)
            expected = 1 / (1 + math.exp((mus[against] - mus[at]) / c))
            score = 0.5 if places[other] == places[one] else float(places[other] > places[one])
            omega += variance / c * (score - expected)
            delta += math.sqrt(variance) / c * (variance / c) / c * expected * (1 - expected)
        found[one] = round(mus[at] + omega, 6), round(sigmas[at] * math.sqrt(max(1 - delta, KAPPA)), 6)
    return found


def ratings(rated: Iterable[Json]) -> list[Json]:
    """Return the rating of each person for each deck, the best first; `rated` are the rated matches, the oldest first."""
    found: dict[tuple[str, int], tuple[float, float, int]] = {}
    for match in rated:
        placed, deck = placings(match), match["variant"]["deck"]
        before = [found.get((deck, person), (START_MU, START_SIGMA, 0)) for person, *_ in placed]
        after = rate([(mu, sigma) for mu, sigma, _ in before], [place for _, place, *_ in placed])
        for (person, *_), (_, _, matches), (mu, sigma) in zip(placed, before, after, strict=True):
            found[deck, person] = mu, sigma, matches + 1
    rows = [
        {
            "deck": deck,
            "person": person,
            "rating": 1500 + round((mu - START_MU) * POINTS_PER_MU),
            "error": round(sigma * POINTS_PER_MU),
            "matches": matches,
            "mu": mu,
            "sigma": sigma,
        }
        for (deck, person), (mu, sigma, matches) in found.items()
    ]
    return sorted(rows, key=lambda row: (row["deck"], -row["mu"], row["person"]))


def recount(export: dict[str, list[Json]]) -> list[str]:
    """Return what differs between the export and what follows from its matches and corrections, a line for each."""
    records = sorted(export.get("results", []), key=lambda one: (one["match"]["ended"], one["match"]["number"]))
    made: Made = defaultdict(list)
    for correction in export.get("corrections", []):
        made[correction["match"]].append(correction)
    wrong, rated = _wrong_corrections(records, made), dict[int, Json]()
    tables = dict[tuple[int, int], list[Json]]()
    for term in export["leagues"]:
        verdicts = [(one, verdict) for one in records for verdict in _verdicts(one, export) if _is_of(verdict, term)]
        league, counted = League(term), list[Json]()
        for one, verdict in verdicts:
            why_not = league.why_not(one["match"])
            if (verdict["counts"], verdict["why_not"]) != (why_not is None, why_not):
                wrong.append(f"match {one['match']['number']} in {term['definition']['name']}: computed {why_not or 'counts'}")
            if why_not in COUNTING:
                counted.append(one["match"])
                worth = league_points(term["definition"]["scheme"], one["match"])
                if {str(person): float(points) for person, points in worth.items()} != verdict["league_points"]:
                    wrong.append(f"match {one['match']['number']} in {term['definition']['name']}: computed {worth}")
            if why_not is None and term["definition"]["rated"]:
                rated[one["match"]["number"]] = one["match"]
        if term["season"]["end"] is not None:
            counted = _counted_at_the_end(term, [one for one, _ in verdicts], made)
        tables[term["league"], term["season"]["number"]] = standings(term["definition"], counted)
    shown = 0 if "ratings" in export else max(tables)[0]  # a league, or the server's count of wins
    newest = max(one for one in tables if one[0] == shown)
    wrong += _differences("standings", export.get("standings", []), tables[newest])
    in_order = sorted(rated.values(), key=lambda match: (match["ended"], match["number"]))
    return wrong + _differences("ratings", export.get("ratings", []), ratings(in_order) if "ratings" in export else [])


def _wrong_corrections(records: Iterable[Json], made: Made) -> list[str]:
    wrong = []
    for one in records:
        number = one["match"]["number"]
        if _without_defaults(corrected(_played(one), made[number])) != _without_defaults(one["match"]):
            wrong.append(f"match {number}: its corrections lead to another result")
    return wrong


def _counted_at_the_end(term: Json, records: Iterable[Json], made: Made) -> list[Json]:
    """Return the matches that counted when the season ended: its table has none of the corrections that were made later."""
    league, end = League(term), term["season"]["end"]
    then = [corrected(_played(one), [each for each in made[one["match"]["number"]] if each["at"] < end]) for one in records]
    return [match for match in then if league.why_not(match) in COUNTING]


def _played(one: Json) -> Json:
    """Return the match as it was played, without its corrections."""
    match: Json = one["played"] if "played" in one else one["match"]
    return match


def _verdicts(one: Json, export: dict[str, list[Json]]) -> list[Json]:
    """Return what the export says of a match in each league; in an export of the server, first in its count of wins."""
    league = 0 if "ratings" in export else export["leagues"][0]["league"]
    return [one | {"league": league, "season": one["season"] or 1}, *one.get("leagues", [])]


def _is_of(verdict: Json, term: Json) -> bool:
    return bool((verdict["league"], verdict["season"]) == (term["league"], term["season"]["number"]))


def _without_defaults(match: Json) -> Json:
    """Return a match without what is left out of a file: flags that are false, and no earlier matches."""
    seats = [
        {key: value for key, value in seat.items() if value is not False and (key, value) != ("earlier", 0)}
        for seat in match["seats"]
    ]
    return {key: value for key, value in match.items() if value is not False} | {"seats": seats}


def _differences(what: str, said: list[Json], computed: list[Json]) -> list[str]:
    """Return a line for each row that differs; names are not compared."""
    plain = [{key: value for key, value in row.items() if key != "name"} for row in said]
    wrong = [
        f"{what}: {one} in the export, computed {other}" for one, other in zip(plain, computed, strict=False) if one != other
    ]
    return wrong if len(plain) == len(computed) else [*wrong, f"{what}: {len(plain)} rows, computed {len(computed)}"]


def main() -> int:
    """Print what differs. Return 1 if anything does, and 2 for a wrong call."""
    export = read_export(map(Path, sys.argv[1:]))
    if "leagues" not in export:
        print(__doc__, file=sys.stderr)
        return 2
    wrong = recount(export)
    print("\n".join(wrong) or f"Everything agrees: {len(export.get('results', []))} matches, {len(export['leagues'])} seasons.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
