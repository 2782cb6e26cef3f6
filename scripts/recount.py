"""Compute the standings, verdicts, ratings and tournaments of an export again, from it alone, and compare them with it.

    python scripts/recount.py ramino-export.zip

The zip is that of `/league export`. Nothing of the bot is imported: docs/COUNTING.md says everything that is computed here.
Only whether a match was over a daily limit is taken from it: those that were broken off use up a limit, too, and have
no result.
"""

import csv
import io
import json
import math
import statistics
import sys
import zipfile
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from typing import IO, Any

Json = dict[str, Any]
START_MU, START_SIGMA = 25.0, round(25 / 3, 6)
BETA, TAU, KAPPA = 25 / 2, 25 / 300, 0.0001
POINTS_PER_MU = 400 / (math.log(10) * math.sqrt(2) * BETA)
LENGTHS = ("one", "short", "full")
VALUES = {"ace_points", "court_points", "joker_points", "figure_points", "rummy_add", "rummy_bonus", "scoring"}
VALUES |= {"gin_scores", "spades_double", "games_at_once"}
COUNTING = (None, "not_played")  # a match that was not played (`is_walkover`) gives those who left their last place


def read_export(file: str | IO[bytes]) -> Json:
    """Return `matches.json` of the zip, with the rows of `standings.csv` under `standings`."""
    with zipfile.ZipFile(file) as archive:
        sheet = io.StringIO(archive.read("standings.csv").decode("utf-8-sig"))
        export: Json = json.loads(archive.read("matches.json"))
        return export | {"standings": list(csv.DictReader(sheet))}


def people_of(match: Json) -> list[Json]:
    """Return the seats of people, without computers and people whom an organiser has removed."""
    return [seat for seat in match["seats"] if not seat.get("computer") and not seat.get("removed")]


def corrected(match: Json, corrections: Iterable[Json]) -> Json:
    """Return a match as it was played with these corrections, the oldest first."""
    match = json.loads(json.dumps(match))
    for made in corrections:
        seats = {seat["person"]: seat for seat in match["seats"] if not seat.get("computer")}
        match made["change"]:
            case {"type": "Void" | "Reinstate" as change}:
                match["voided"] = change == "Void"
            case {"type": "Remove" | "PutBack" as change, "person": person}:
                seats[person]["removed"] = change == "Remove"
            case {"type": "Swap" | "SwapBack", "first": first, "second": second}:
                seats[first]["person"], seats[second]["person"] = second, first
            case change:
                raise ValueError(f"unknown change: {change}")
    return match


class Tournament:
    """What follows from the rounds of a tournament and its matches; `matches` are all of the export, by number."""

    def __init__(self, said: Json, matches: dict[int, Json]) -> None:
        self.said = said
        self.entered = {one["person"]: one["entered"] for one in said["people"]}
        self.replaced = {one["person"]: one["by"] for one in said["replaced"]}
        self.least = said.get("least", 2)
        for number, one_round in enumerate(said["rounds"], start=1):
            one_round["is_past"] = number <= len(said["rounds"]) - said["is_being_played"]
        self.matches = {number: match for number, match in matches.items() if not match.get("voided")}

    def table(self) -> list[Json]:
        """Return the rows of the table, the best first."""
        played = len(self.said["rounds"]) - self.said["is_being_played"]
        counted = [one for one in enumerate(self.said["rounds"], start=1) if one[0] <= played or self._is_over(one[1])]
        rounds = [one for one in counted if not one[1]["extra"]]
        became = {person: [self._became_of(person, *one) for one in rounds] for person in self.entered}
        swiss = self.said["rounds_wanted"] if self.said.get("cut") else 0  # what follows these is a knockout
        scored = {person: own[: swiss or None] for person, own in became.items()}
        late = [self._lower_mean(list(one)) for one in zip(*scored.values(), strict=True)]
        scores = {person: self._score(own, late) for person, own in scored.items()}
        keys = {person: self._key(own, scores[person], scores) for person, own in scored.items()}
        order = sorted(became, key=lambda one: (*(-value for value in keys[one]), one))
        firsts: dict[int, tuple[Any, ...]] = dict(keys)
        if swiss or self.said["kind"] == "knockout":
            reached = {person: self._reached(own[swiss:]) for person, own in became.items()}
            firsts = {person: (*way, *(() if way[0] else keys[person])) for person, way in reached.items()}
            order.sort(key=firsts.__getitem__, reverse=True)
        positions = {person: 1 + sum(other > firsts[person] for other in firsts.values()) for person in order}
        self._decide_extra_deal(positions, order)
        return [
            {"position": positions[person], "person": person}
            | {name: str(value) for name, value in zip(("score", "opponents", "cards"), keys[person], strict=True)}
            for person in order
        ]

    def _decide_extra_deal(self, positions: dict[int, int], order: list[int]) -> None:
        """Let the extra deal, if there was one, decide between those who are equal, as corrected matches have it."""
        *_, before, extra = ({}, {"extra": False}, *self.said["rounds"])
        is_knockout = self.said.get("cut") or self.said["kind"] == "knockout"  # in which other extra deals decide who goes on
        if not extra["extra"] or (is_knockout and (len(before["tables"]) > 1 or before["byes"])):
            return
        won = {self._successor(one): share for one, share in (self._shares(extra["tables"][0], extra) or {}).items()}
        if not won:
            return
        keys = {person: (at, -won.get(person, max(won.values()))) for person, at in positions.items()}
        positions |= {person: 1 + sum(other < key for other in keys.values()) for person, key in keys.items()}
        order.sort(key=keys.__getitem__)

    def _is_over(self, one_round: Json) -> bool:
        return all(self._shares(table, one_round) is not None for table in one_round["tables"])

    def _match(self, table: Json) -> Json | None:
        return self.matches.get(table.get("match", 0))

    def _duplicate_shares(self, table: Json, one_round: Json) -> dict[int, Fraction] | None:
        """Return what each person has beaten of those with the same seat at the other tables of a duplicate round."""
        people = table["people"]
        if self._is_bye(table, one_round):
            return self._shares_of_bye(table, one_round)
        others = (one for one in one_round["tables"] if not one.keys() & {"awarded", "shared"})
        compared = [one for one in others if not self._is_bye(one, one_round)]
        found = [match for one in compared if (match := self._match(one)) is not None]
        if self._match(table) is None or (len(found) < len(compared) and not one_round["is_past"]):
            return None
        tables = [_points_by_seat(match) for match in found]
        shares = dict.fromkeys(people, Fraction(0))
        for seat in range(max(map(len, tables))):
            results = dict(one[seat] for one in tables if seat in one)
            for person in shares.keys() & results.keys():
                others = [points for other, points in results.items() if other != person]
                beaten = sum(Fraction(2 * (one < results[person]) + (one == results[person]), 2) for one in others)
                shares[person] = beaten / len(others) if others else Fraction(1, 2)
        return shares

    def _is_bye(self, table: Json, one_round: Json) -> bool:
        """Return True if who came to a table gets what a bye gets: too few came for a match, or it couldn't be compared."""
        if "awarded" in table or "shared" in table:
            return False
        match = self._match(table)
        if one_round["duplicate"]:
            return "absent" in table or (match is not None and match.get("is_walkover", False))
        return "absent" in table and match is None and 1 < len(self._came(table, one_round)) < self.least

    def _came(self, table: Json, one_round: Json) -> set[int]:
        """Return who came to a table; of a duplicate match that wasn't played, who stayed."""
        if (match := self._match(table)) is None:
            return {*table.get("shared", table["people"])} - {*table.get("absent", ())}
        is_left = one_round["duplicate"] and match.get("is_walkover", False)
        return {one for one, _, _, has_left in _placed(match) if not (is_left and has_left)}

    def _shares_of_bye(self, table: Json, one_round: Json) -> dict[int, Fraction]:
        came = self._came(table, one_round)
        return {person: Fraction(person in came, 2) for person in table["people"]}

    def _shares(self, table: Json, one_round: Json) -> dict[int, Fraction] | None:
        """Return everyone's share of the others that they have beaten at a table; None while that isn't decided."""
        people, match = table["people"], self._match(table)
        if "awarded" in table:
            return {person: Fraction(person == table["awarded"]) for person in people}
        if "shared" in table:
            return {person: Fraction(person in table["shared"], max(1, len(table["shared"]))) for person in people}
        if one_round["duplicate"]:
            return self._duplicate_shares(table, one_round)
        if match is None:
            if self._is_bye(table, one_round):
                return self._shares_of_bye(table, one_round)
            came = [person for person in people if person not in table.get("absent", ())]
            return None if len(came) > 1 else {person: Fraction(person in came) for person in people}
        results = {one: (not has_left, -place) for one, place, _, has_left in _placed(match) if one in people}
        beaten = dict.fromkeys(people, Fraction(0))
        for person, own in results.items():
            behind = sum(other < own for other in results.values()) + len(people) - len(results)
            beaten[person] = behind + Fraction(list(results.values()).count(own) - 1, 2)
        return {person: number / (len(people) - 1) for person, number in beaten.items()}

    def _successor(self, person: int) -> int:
        while person in self.replaced:
            person = self.replaced[person]
        return person

    def _became_of(self, person: int, number: int, one_round: Json) -> Json | str:
        """Return the share, opponents and card points (in sixtieths) of a person in a round, or why they have none."""
        own = {person, *(one for one in self.replaced if self._successor(one) == person)}
        if own & set(one_round["byes"]):
            return "bye"
        for table in one_round["tables"]:
            who = next((one for one in table["people"] if one in own), None)
            if who is None:
                continue
            match, came = self._match(table), self._came(table, one_round)
            placed = [] if match is None else _placed(match)
            if "awarded" in table:
                came = {*table["people"]}
            elif who not in came:
                return "absent"
            elif self._is_bye(table, one_round):
                return "bye"
            if (shares := self._shares(table, one_round)) is None:
                return "bye"
            others = [self._successor(one) for one in table["people"] if one != who and one in came]
            return {
                "share": shares.get(who, Fraction(0)),
                "others": others,
                "cards": sum(it[2] for it in placed if it[0] == who),
            }
        return "late" if self.entered[person] > number else "absent"

    @staticmethod
    def _lower_mean(one_round: list[Json | str]) -> Fraction:
        shares = sorted(one["share"] for one in one_round if not isinstance(one, str))
        lower = shares[: math.ceil(len(shares) / 2)]
        return sum(lower, Fraction()) / max(1, len(lower))

    @staticmethod
    def _score(own: list[Json | str], late: list[Fraction]) -> Fraction:
        shares = [one["share"] for one in own if not isinstance(one, str)]
        bye = sum(shares, Fraction()) / len(shares) if shares else Fraction(1, 2)
        missed = [worth for one, worth in zip(own, late, strict=True) if one == "late"]
        return sum([*shares, *missed], own.count("bye") * bye)

    @staticmethod
    def _key(own: list[Json | str], score: Fraction, scores: dict[int, Fraction]) -> tuple[Fraction, ...]:
        """Return the score, the mean score of the opponents, and the card points of a person."""
        played = [one for one in own if not isinstance(one, str)]
        met = [scores[other] for one in played for other in one["others"] if other in scores]
        return score, sum(met, Fraction()) / max(1, len(met)), Fraction(sum(one["cards"] for one in played), 60)

    @staticmethod
    def _reached(own: list[Json | str]) -> tuple[int, Fraction]:
        """Return the last round that a person played in a knockout, and their share there; a bye is worth 1."""
        steps = [(nth, one) for nth, one in enumerate(own, start=1) if one not in ("absent", "late")]
        last, one = steps[-1] if steps else (0, "bye")
        return last, Fraction(1) if isinstance(one, str) else one["share"]


def _points_by_seat(match: Json) -> dict[int, tuple[int, int]]:
    """Return the person and the points in each seat, more being better; who left or was removed has fewer than all others."""
    sign = -1 if match["variant"]["scoring"] == "penalty" else 1
    gone = {at for at, seat in enumerate(match["seats"]) if seat["left"] or seat.get("removed")}
    seats = enumerate(match["seats"])
    return {at: (seat["person"], -(10**9) if at in gone else sign * seat["points"]) for at, seat in seats}


def _placed(match: Json) -> list[tuple[int, int, int, bool]]:
    """Return what `placings` does, with the card points of an average deal; nothing if everyone was removed."""
    return placings(match, per_deal=True) if people_of(match) else []


class League:
    """What counts in one season of a league."""

    def __init__(self, term: Json) -> None:
        self.number, self.terms = term["league"], term["definition"]

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
        if any(league == self.number for league, _ in match.get("over", ())):
            return "too_many_rematches"
        if any(league == self.number for league, *_ in match.get("full", ())):
            return "day_was_full"
        if match.get("paused") and not is_fixture:
            return "play_paused"
        return "has_returned" if self.number in match.get("returned", ()) else None

    def _misfit(self, match: Json) -> str | None:
        """Return why the match doesn't fit the league's terms."""
        terms = self.terms
        if terms["channel"] not in (None, match.get("channel", 0)):
            return "other_channel"
        rules = {key: answer for key, answer in match["variant"].items() if key not in ("name", "title")}
        differing = set(match.get("house_rules", ()))
        if terms["games"]:
            game = next((game for game in terms["games"] if game["name"] == match["variant"]["name"]), None)
            if game is None:
                return "other_game"
            differing = {key for key, answer in rules.items() if answer != game[key]}
        if not terms["house_rules"] and differing:
            return "house_rules"
        has_values = differing & VALUES or ("ace" in differing and rules["ace_points"] == "auto")
        if has_values and match.get("has_card_rules") and terms["scheme"]["type"] == "ByCards":
            return "card_values"
        if terms["requires_clock"] and not match.get("has_clock"):
            return "no_clock"
        is_long = LENGTHS.index(match.get("length", "full")) >= LENGTHS.index(terms["shortest"])
        return None if is_long else "too_short"


def placings(match: Json, *, per_deal: bool = False) -> list[tuple[int, int, int, bool]]:
    """Return the person, the place, the card points, and whether the person has left, for each person of a match.

    With `per_deal`, the card points are those of an average deal, in sixtieths.
    """
    people = people_of(match)
    staying = [seat["placing"] for seat in people if not seat["left"]]
    cards = [seat["points"] for seat in people]
    if per_deal:
        cards = points_per_deal(match)
    elif match["variant"]["scoring"] == "penalty":
        cards = [max(cards) - own for own in cards]
    return [
        (seat["person"], len(people), min(cards), True)
        if seat["left"]
        else (seat["person"], 1 + sum(other < seat["placing"] for other in staying), own, False)
        for seat, own in zip(people, cards, strict=True)
    ]


def points_per_deal(match: Json) -> list[int]:
    """Return the points of an average deal against the average of the table, in sixtieths, for each person of a match."""
    sign, open_hands = -1 if match["variant"]["scoring"] == "penalty" else 1, match.get("open_hands", [])
    deals = match.get("deal_count", 0) + bool(open_hands)
    own = [
        sign * seat["points"] - (open_hands[at] if open_hands else 0)
        for at, seat in enumerate(match["seats"])
        if not seat.get("computer") and not seat.get("removed")
    ]
    mean = Fraction(sum(own), len(own))
    return [round(60 * (one - mean) / deals) if deals else 0 for one in own]


def open_hand_losses(match: Json) -> list[Fraction]:
    """Return what each person of a match loses against the average of the table if somebody else ends the open deal."""
    open_hands = match.get("open_hands") or [0] * len(match["seats"])
    people = [(seat["person"], hand) for seat, hand in zip(match["seats"], open_hands, strict=True) if seat in people_of(match)]
    losses = []
    for person, hand in people:
        cost = hand * (len(people) - (match["variant"]["scoring"] != "payment"))
        if match["variant"]["scoring"] == "winner_collects":
            cost = sum(each for _, each in people) - min((each for other, each in people if other != person), default=0)
        losses.append(Fraction(round(Fraction(60 * cost, len(people))), 60))
    return losses


def league_points(terms: Json, match: Json) -> dict[int, Fraction]:
    """Return what a match that counts, or that wasn't played, is worth to each person who gets anything."""
    scheme, per_deal = terms["scheme"], terms.get("per_deal", False)
    placed = placings(match, per_deal=per_deal)
    if match.get("is_walkover"):
        costs = scheme["type"] == "ByCards" and per_deal and match.get("has_card_rules")
        lost = open_hand_losses(match) if costs else [Fraction(0)] * len(placed)
        return {person: -own for (person, _, _, has_left), own in zip(placed, lost, strict=True) if has_left}
    found = {}
    for person, place, cards, has_left in placed:
        if scheme["type"] == "ByWins":
            found[person] = Fraction(place == 1)
        elif scheme["type"] == "ByCards":
            found[person] = Fraction(cards, 60 if per_deal else 1)
        else:
            worth = scheme["points"][str(len(placed))]
            sharing = sum(other == place for _, other, _, _ in placed)
            shared = worth[-1:] if has_left else worth[place - 1 : place - 1 + sharing]
            found[person] = Fraction(sum(shared), len(shared))
    return found


def standings(terms: Json, counted: Iterable[Json]) -> list[Json]:
    """Return the rows of a season, the best first; `counted` are the matches that count, or that weren't played, by end."""
    counted, ranking = list(counted), terms.get("ranking", "points")
    played = (dict(one, variant=dict(one["variant"], deck="")) for one in counted if not one.get("is_walkover"))
    rated = {row["person"]: row for row in ratings(played)} if ranking == "rating" else {}
    rating_of = {person: row["rating"] for person, row in rated.items()}
    totals: dict[int, Json] = {}
    for match in counted:
        points = league_points(terms, match)
        for person, place, cards, _ in placings(match, per_deal=terms.get("per_deal", False)):
            if person in points:
                row = totals.setdefault(person, {"matches": 0, "points": Fraction(), "cards": 0, "places": Counter()})
                row["matches"] += 1
                row["points"] += points[person]
                row["cards"] += 0 if match.get("is_walkover") else cards
                row["places"][place] += 1

    least, enough = terms["least"], {person: row["matches"] for person, row in totals.items()}
    if ranking == "rating":
        enough = {person: rated[person]["matches"] if person in rated else 0 for person in totals}
    if ranking != "points" and any(enough.values()):
        least = max(least, math.ceil(statistics.median(filter(None, enough.values())) / 3))

    def key(person: int) -> list[Any]:
        row = totals[person]
        places = [row["places"][place] for place in range(1, max(row["places"]) + 1)]
        values = {"wins": places[0], "places": places, "card points": row["cards"], "fewest matches": -row["matches"]}
        firsts = {"points": row["points"], "average": row["points"] / row["matches"], "rating": rating_of.get(person, 1500)}
        return [firsts[ranking], *(values[tie] for tie in terms["scheme"]["ties"])]

    in_order = sorted(totals, key=lambda one: (enough[one] >= least, key(one), -one), reverse=True)
    rows, position = list[Json](), 0
    for count, person in enumerate(in_order, start=1):
        row = totals[person]
        if count == 1 or key(person) != key(in_order[count - 2]):
            position = count
        is_ranked = enough[person] >= least
        rows.append(
            {
                "position": position if is_ranked else None,
                "person": person,
                "matches": row["matches"],
                "points": float(row["points"]),
                "wins": row["places"][1],
                "average": float(row["points"] / row["matches"]),
                "rating": rating_of.get(person, 1500) if ranking == "rating" else None,
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


def recount(export: Json) -> list[str]:
    """Return what differs between the export and what follows from its matches and corrections, a line for each."""
    matches = sorted(export["matches"], key=lambda one: (one["match"]["ended"], one["match"]["number"]))
    wrong, rated = _wrong_corrections(matches), dict[int, Json]()
    for term in export["leagues"]:
        number, season, name = term["league"], term["season"], term["definition"]["name"]
        key = number, season["number"]
        judged = [(one, said) for one in matches for said in one["verdicts"] if (said["league"], said["season"]) == key]
        league, counted = League(term), list[Json]()
        for one, said in judged:
            match, worth = one["match"], dict[int, Fraction]()
            why_not = league.why_not(match)
            if why_not in COUNTING:
                counted.append(match)
                worth = league_points(term["definition"], match)
            points = {str(person): float(own) for person, own in worth.items()}
            if (said["why_not"], said["league_points"]) != (why_not, points):
                wrong.append(f"match {match['number']} in {name}: computed {why_not or 'counts'}, {points}")
            if why_not is None and term["definition"]["rated"] and not match.get("returned"):
                rated[match["number"]] = match
        if season["final"] is not None:
            counted = _counted_at_the_end(term, [one for one, _ in judged])
        rows = [row for row in export["standings"] if (row["league"], row["season"]) == tuple(map(str, key))]
        table = standings(term["definition"], counted)
        wrong += _differences(f"standings of season {season['number']} of {name}", rows, table)
    if "ratings" in export:
        in_order = sorted(rated.values(), key=lambda match: (match["ended"], match["number"]))
        wrong += _differences("ratings", export["ratings"], ratings(in_order))
    played = {one["match"]["number"]: one["match"] for one in matches}
    for said in export.get("tournaments", ()):
        what = f"table of tournament {said['number']} ({said['name']})"
        wrong += _differences(what, said["table"], Tournament(said, played).table())
    return wrong


def _wrong_corrections(matches: Iterable[Json]) -> list[str]:
    return [
        f"match {one['match']['number']}: its corrections lead to another result"
        for one in matches
        if "played" in one
        and _without_defaults(corrected(one["played"], one["corrections"])) != _without_defaults(one["match"])
    ]


def _counted_at_the_end(term: Json, matches: Iterable[Json]) -> list[Json]:
    """Return the matches that counted when the table became final: it has none of the corrections that were made later."""
    league, end = League(term), term["season"]["final"]
    then = [
        corrected(one.get("played", one["match"]), [made for made in one.get("corrections", ()) if made["at"] < end])
        for one in matches
    ]
    return [match for match in then if league.why_not(match) in COUNTING]


def _without_defaults(match: Json) -> Json:
    """Return a match without what is left out of a file: flags that are false."""
    seats = [{key: value for key, value in seat.items() if value is not False} for seat in match["seats"]]
    return {key: value for key, value in match.items() if value is not False} | {"seats": seats}


def _differences(what: str, said: list[Json], computed: list[Json]) -> list[str]:
    """Return a line for each row that differs in anything that is computed; a spreadsheet has everything as text."""
    rows = [{key: "" if value is None else str(value) for key, value in row.items()} for row in computed]
    plain = [{key: str(row[key]) for key in other} for row, other in zip(said, rows, strict=False)]
    wrong = [f"{what}: {one} in the export, computed {other}" for one, other in zip(plain, rows, strict=False) if one != other]
    return wrong if len(said) == len(rows) else [*wrong, f"{what}: {len(said)} rows, computed {len(rows)}"]


def main() -> int:
    """Print what differs. Return 1 if anything does, and 2 for a wrong call."""
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    export = read_export(sys.argv[1])
    wrong = recount(export)
    numbers = {"matches": "matches", "leagues": "seasons", "tournaments": "tournaments"}
    counted = ", ".join(f"{len(export.get(key, ()))} {what}" for key, what in numbers.items())
    print("\n".join(wrong) or f"Everything agrees: {counted}.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
