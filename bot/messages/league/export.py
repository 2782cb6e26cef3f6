"""The zip of `/league export`: three CSV files for spreadsheets, `matches.json` for programs, a `README.md`.

Columns and keys never change their meaning and aren't translated; docs/COUNTING.md describes them.
"""

import csv
import io
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from fractions import Fraction
from typing import IO, Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import msgspec

from bot.competition.match_history import MatchRecord
from bot.league.corrections import Correction
from bot.league.days import DAY_MS, write_day
from bot.league.match_facts import MatchResult, league_placings
from bot.league.ratings import Rating, shown_error, shown_points
from bot.league.scheme import PARTS_PER_POINT
from bot.league.seasons import Term, TermVerdict
from bot.league.standings import Standing, match_shares
from bot.league.tournament.rows import tournament_rows
from bot.league.tournament.tournament import Results, Tournament, TournamentRound
from bot.messages.names import Names
from bot.messages.text import visible_line
from bot.messages.words import Words

Tables = Sequence[tuple[Term, Sequence[Standing]]]
Tournaments = Sequence[tuple[Tournament, Results]]
STANDINGS_COLUMNS = (
    *("league", "league_name", "season", "season_name"),
    *("position", "person", "name", "matches", "points", "wins", "average", "rating"),
)
MATCHES_COLUMNS = (
    *("match", "ended", "game", "tournament", "round", "voided", "person", "name", "place", "points", "left", "awarded"),
)
TOURNAMENTS_COLUMNS = (
    *("tournament", "tournament_name", "position", "person", "name"),
    *("score", "opponents", "card_points", "played", "byes"),
)
_FORMULA = re.compile(r"(^|;)(\s*[=+\-@＝＋－＠])")
"""What a spreadsheet would take for a formula. Where commas are decimal signs, `;` begins a cell, too."""
_MENTION = re.compile(r"<(@[!&]?|#)[0-9]+>")
"""A mention in a typed text, which has a Discord id."""


class ExportWriter(ExitStack):
    """Writes the zip to a file: call `add` for some matches at a time, then `finish`. Each step needs a thread.

    It begins with the README and the seasons with their `tables`. People and channels get numbers from 1, valid in this zip
    only; an earlier person has a lower one. `people` and `names` have their real numbers.
    """

    def __init__(
        self, file: IO[bytes], tables: Tables, people: Iterable[int], names: Names, say: Words, tournaments: Tournaments = ()
    ) -> None:
        super().__init__()
        self._people = {person: number for number, person in enumerate(sorted(people), start=1)}
        self._names, self._named, self._channels = names, dict[int, str](), dict[int, int]()
        sheet, self._separator = io.StringIO(), b"\n"
        csv.writer(sheet).writerows([STANDINGS_COLUMNS, *(row for table in tables for row in self._rows(*table, say))])
        archive, entry = self.enter_context(ZipFile(file, "w")), ZipInfo("matches.json")
        archive.writestr(ZipInfo("README.md"), readme_text(say))
        archive.writestr(ZipInfo("standings.csv"), sheet.getvalue().encode("utf-8-sig"), ZIP_DEFLATED)  # for spreadsheets
        entry.compress_type = ZIP_DEFLATED
        self._json = self.enter_context(archive.open(entry, "w"))
        leagues = msgspec.json.encode({"leagues": [self._term(term) for term, _ in tables]})
        self._json.write(leagues[:-1] + b',\n"matches":[')
        self._archive, self._tournaments = archive, tournaments
        self._rounds = [(one, nth, played) for one, _ in tournaments for nth, played in enumerate(one.rounds, start=1)]
        self._round_of = {table: (one.name, nth) for one, nth, played in self._rounds for table in played.opened.values()}
        self._text = io.TextIOWrapper(io.BytesIO(), "utf-8-sig", newline="")
        self._sheet = csv.writer(self._text)
        self._sheet.writerow(MATCHES_COLUMNS)

    def add(self, matches: Iterable[MatchRecord], hidden: Collection[int]) -> None:
        """Write the next matches, the oldest first; those with `hidden` numbers without their cards."""
        for one in matches:
            self._json.write(self._separator + msgspec.json.encode(self._record(one, has_cards=one.match.number not in hidden)))
            self._separator = b",\n"
            self._sheet.writerows(self._match_rows(one.match))

    def finish(self, ratings: Mapping[tuple[str, int], Rating] | None) -> None:
        """Write the ratings and tournaments, then everyone's name and the matches for spreadsheets, and end the zip.

        Only the export of a whole server has ratings and tournaments; in others, `ratings` is None.
        """
        rest: dict[str, object] = {}
        if ratings is not None:
            in_order = sorted(ratings.items(), key=lambda one: (one[0][0], -one[1].mu, one[0][1]))
            rest["ratings"] = [
                {"deck": deck, "person": self._person(person), "rating": shown_points(rating), "error": shown_error(rating)}
                | {"matches": rating.matches, "mu": rating.mu, "sigma": rating.sigma}
                for (deck, person), rating in in_order
            ]
            rest["tournaments"] = [self._tournament(*one) for one in self._tournaments]
            self._sheet.writerows(self._award_rows())
        self._json.write(b"\n],\n" + msgspec.json.encode(rest | {"people": self._named})[1:])
        self._json.close()
        self._archive.writestr(ZipInfo("matches.csv"), self._text.detach().getvalue(), ZIP_DEFLATED)
        if self._tournaments:
            table = io.StringIO()
            csv.writer(table).writerows([TOURNAMENTS_COLUMNS, *self._tournament_rows()])
            self._archive.writestr(ZipInfo("tournaments.csv"), table.getvalue().encode("utf-8-sig"), ZIP_DEFLATED)
        self.close()

    def _tournament_rows(self) -> Iterator[list[object]]:
        for one, results in self._tournaments:
            for row in tournament_rows(one, results):
                who = (row.position, self._person(row.person), self._names.full(row.person))
                worth = (float(row.score), float(row.opponents), row.cards / PARTS_PER_POINT, row.played, row.byes)
                yield _cells(one.number, one.name, *who, *worth)

    def _person(self, person: int) -> int:
        number = self._people.setdefault(person, len(self._people) + 1)
        self._named.setdefault(number, self._names.full(person))
        return number

    def _channel(self, channel: int) -> int:
        return self._channels.setdefault(channel, len(self._channels) + 1)

    def _rows(self, term: Term, rows: Iterable[Standing], say: Words) -> Iterator[list[object]]:
        name = term.league.name if term.number else all_matches_name(say)
        about = (term.number, name, term.season.number, term.season.name)
        for row in rows:
            who = (row.position, self._person(row.person), self._names.full(row.person))
            yield _cells(*about, *who, row.matches, float(row.points), row.wins, float(row.average), row.rating)

    def _match_rows(self, match: MatchResult) -> Iterator[list[object]]:
        """Yield a row for each person. The tournament is known in the export of a whole server."""
        day, minute = write_day(match.ended // DAY_MS), match.ended // 60_000 % 1440
        about = (match.number, f"{day} {minute // 60:02}:{minute % 60:02}", match.variant.title)
        facts = (*self._round_of.get(match.number, ("", "")), int(match.voided))
        for seat, one in zip(match.people(), league_placings(match), strict=True):
            who = (self._person(one.person), self._names.full(one.person))
            yield _cells(*about, *facts, *who, one.place, seat.points, int(one.has_left), 0)

    def _award_rows(self) -> Iterator[list[object]]:
        """Yield a row for each person of each match that an organiser has awarded, whether or not it was played."""
        for one, nth, played in self._rounds:
            for place, winner in played.winners.items():
                about = (played.opened.get(place, ""), "", one.plan.variant.title, one.name, nth, 0)
                for person in played.tables[place]:
                    who = (self._person(person), self._names.full(person))
                    yield _cells(*about, *who, 1 if person == winner else 2, "", 0, 1)

    def _term(self, term: Term) -> dict[str, object]:
        definition: dict[str, Any] = msgspec.to_builtins(term.league, str_keys=True)
        for unneeded in ("server", "season_end", "announcements"):
            del definition[unneeded]
        if term.league.channel is not None:
            definition["channel"] = self._channel(term.league.channel)
        season = msgspec.to_builtins(term.season) | {"final": term.season.end if term.season.final == 0 else term.season.final}
        return {"league": term.number, "season": season, "definition": definition}

    def _record(self, one: MatchRecord, *, has_cards: bool) -> dict[str, object]:
        verdicts = [self._verdict(verdict, one.match) for verdict in one.verdicts]
        record: dict[str, object] = {"match": self._facts(one.match, has_cards=has_cards), "verdicts": verdicts}
        if one.corrections:
            record["played"] = self._facts(one.original, has_cards=has_cards)
            record["corrections"] = [self._correction(made) for made in one.corrections]
        return record

    def _facts(self, match: MatchResult, *, has_cards: bool) -> dict[str, Any]:
        facts: dict[str, Any] = msgspec.to_builtins(match)
        del facts["server"]
        if match.channel:
            facts["channel"] = self._channel(match.channel)
        for seat in facts["seats"]:
            if not seat.get("computer"):
                seat["person"] = self._person(seat["person"])
        for deal in () if has_cards else facts["deals"]:
            del deal["hands"], deal["melds"], deal["shown"]
        return facts

    def _tournament(self, one: Tournament, results: Results) -> dict[str, object]:
        return {
            "number": one.number,
            "name": _MENTION.sub(r"\1…", one.name),
            "kind": one.plan.kind,
            "rounds_wanted": one.plan.rounds,
            "on": one.plan.on,
            "cut": one.plan.cut,
            "least": one.plan.variant.players[0],
            "ended": one.over_at,
            "people": [
                {"person": self._person(person), "entered": begun + 1, "left": person in one.left}
                for person, begun in one.people.items()
            ],
            "replaced": [{"person": self._person(who), "by": self._person(by)} for who, by in one.replaced.items()],
            "is_being_played": one.is_being_played,
            "rounds": [self._round(played, results) for played in one.rounds],
            "table": [
                {"position": row.position, "person": self._person(row.person), "score": str(row.score)}
                | {"opponents": str(row.opponents), "cards": str(Fraction(row.cards, PARTS_PER_POINT))}
                for row in tournament_rows(one, results)
            ],
        }

    def _round(self, played: TournamentRound, results: Results) -> dict[str, object]:
        tables = []
        for place, people in enumerate(played.tables):
            table: dict[str, object] = {"people": list(map(self._person, people))}
            if place in played.opened:
                table["match"] = played.opened[place]
            if place in played.shared:
                table["shared"] = list(map(self._person, played.shared[place]))
            if place in played.absent:
                table["absent"] = list(map(self._person, played.absent[place]))
            if place in played.winners:
                table["awarded"] = self._person(played.winners[place])
            tables.append(table)
        about = {"tables": tables, "byes": list(map(self._person, played.byes)), "extra": played.extra}
        about |= {"duplicate": bool(played.deals)}
        return about | ({"deals": played.deals} if played.deals and played.is_over(results) else {})

    def _verdict(self, verdict: TermVerdict, match: MatchResult) -> dict[str, object]:
        shares = match_shares(verdict.term.league, match) if verdict.changes_standings else []
        return {
            "league": verdict.term.number,
            "season": verdict.term.season.number,
            "why_not": None if verdict.why_not is None else verdict.why_not.code,
            "league_points": {self._person(share.person): share.parts / PARTS_PER_POINT for share in shares},
        }

    def _correction(self, made: Correction) -> dict[str, object]:
        change = {
            key: self._person(value) if key != "type" else value for key, value in msgspec.to_builtins(made.change).items()
        }
        return {"at": made.at, "by": self._person(made.by), "change": change, "why": _MENTION.sub(r"\1…", made.why)}


def _cells(*cells: object) -> list[object]:
    """Return the cells of a row: texts on one line, without ids of Discord, with an apostrophe before each formula."""
    return [
        _FORMULA.sub(r"\1'\2", visible_line(_MENTION.sub(r"\1…", cell))) if isinstance(cell, str) and cell else cell
        for cell in cells
    ]


def all_matches_name(say: Words) -> str:
    """Return the name of the server's own rows, in no league."""
    return say("All matches in this server, by wins")


def readme_text(say: Words) -> str:
    """Return the text of the README in the zip."""
    held = (
        say("`standings.csv`: the table of each season, for spreadsheets."),
        say("`matches.csv`: each match with a row for each player, for spreadsheets."),
        say("`matches.json`: league rules, and each match with corrections and where it counts."),
        say("`tournaments.csv`: the table of each tournament. Without `league:`, the zip has these and the ratings."),
        say("People and channels have numbers only this zip knows."),
        say("Ramino's `scripts/recount.py` computes it all again. `docs/COUNTING.md` explains each key."),
    )
    return "".join(f"- {line}\n" for line in held)
