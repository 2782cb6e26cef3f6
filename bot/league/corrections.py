"""The corrections that organisers make, and how to apply them to a history. The stored facts never change."""

from collections.abc import Iterable, Sequence
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from bot.league.match_facts import MatchResult, SeatFacts
from bot.wording.sentence import Code, Person, Refusal, StoredSentence


class Void(StoredSentence, frozen=True):
    """The match counts nowhere."""

    sentence = "{by} voided match {match}: {why}"


class Reinstate(StoredSentence, frozen=True):
    """A voided match counts again, with all its other corrections."""

    sentence = "{by} reinstated match {match}: {why}"


class SwapPeople(StoredSentence, frozen=True, tag="Swap"):
    """Two people exchange seats: each gets the placing, points, hands and charge for leaving of the other."""

    first: Person
    second: Person
    sentence = "{by} swapped the seats of {first} and {second} in match {match}: {why}"


class SwapBack(StoredSentence, frozen=True):
    """The last swap of a match, which was of these two people, is undone."""

    first: Person
    second: Person
    sentence = "{by} undid the swap of {first} and {second} in match {match}: {why}"


class Remove(StoredSentence, frozen=True):
    """A person is removed: the match is one of the others, who move up."""

    person: Person
    sentence = "{by} removed {person} from match {match}: {why}"


class PutBack(StoredSentence, frozen=True):
    person: Person
    sentence = "{by} put {person} back into match {match}: {why}"


Change = Void | Reinstate | SwapPeople | SwapBack | Remove | PutBack

LONGEST_REASON = 300  # characters


class Correction(Struct, frozen=True, forbid_unknown_fields=True):
    """A line of a league's log: the person `by` changed this match `at` (epoch ms) and gave `why` as the reason.

    Facts belong to the server, so a correction holds in all its leagues.
    """

    match: int
    change: Change
    by: int
    at: int
    why: str


class CorrectionFault(Refusal):
    """Why a match can't be corrected in this way."""


class AlreadyVoided(CorrectionFault):
    sentence = "This match has already been voided."


class NotVoided(CorrectionFault):
    sentence = "There's nothing to reinstate: this match isn't voided."


class NotInThatMatch(CorrectionFault):
    name: Person
    sentence = "{name} isn't in that match. `/match` shows its players."


class SamePerson(CorrectionFault):
    sentence = "Choose two different people."


class AlreadySwapped(CorrectionFault):
    first: Person
    second: Person
    option: Code = "change:swap back"
    sentence = "{first} and {second} are already swapped in that match. To undo it, choose {option}."


class NotSwapped(CorrectionFault):
    first: Person
    second: Person
    command: Code = "/match"
    sentence = "The last swap in that match wasn't {first} and {second}. {command} shows its corrections."


class NotRemoved(CorrectionFault):
    name: Person
    sentence = "There's nothing to put back: {name} is still in that match."


def check_repetition(earlier: Sequence[Change], change: Change) -> CorrectionFault | None:
    """Return why the change repeats an earlier one of the match; None if it doesn't. `earlier` are in the order they were made.

    A second swap of the same people would undo the first, whoever meant that.
    """
    if not isinstance(change, SwapPeople | SwapBack):
        return None  # `check_change` refuses a second one
    swaps = [one for one in earlier if isinstance(one, SwapPeople | SwapBack)]
    last = swaps[-1] if swaps and isinstance(swaps[-1], SwapPeople) else None
    is_same = last is not None and {last.first, last.second} == {change.first, change.second}
    if isinstance(change, SwapPeople):
        return AlreadySwapped(last.first, last.second) if is_same and last is not None else None
    return None if is_same else NotSwapped(change.first, change.second)


def check_change(match: MatchResult, change: Change) -> CorrectionFault | None:
    """Return why the change is impossible in the match as it is now; None if it is possible."""
    match change:
        case Void():
            return AlreadyVoided() if match.voided else None
        case Reinstate():
            return None if match.voided else NotVoided()
        case SwapPeople(first=first, second=second) | SwapBack(first=first, second=second):
            missing = next((person for person in (first, second) if match.seat_of(person) is None), None)
            if missing is not None:
                return NotInThatMatch(missing)
            return SamePerson() if first == second else None
        case Remove(person=person):
            return NotInThatMatch(person) if match.seat_of(person) is None else None
        case PutBack(person=person):
            return None if any(seat.person == person and seat.removed for seat in match.seats) else NotRemoved(person)
        case _:
            assert_never(change)


def apply_change(match: MatchResult, change: Change) -> MatchResult:
    """Return the match with this change. Never refuse: an impossible change has no effect."""
    if check_change(match, change) is not None:
        return match
    match change:
        case Void() | Reinstate():
            return replace(match, voided=isinstance(change, Void))
        case SwapPeople(first=first, second=second) | SwapBack(first=first, second=second):
            other = {first: second, second: first}
            return _replace_seats(match, {person: replace(_seat(match, person), person=other[person]) for person in other})
        case Remove(person=person) | PutBack(person=person):
            return _replace_seats(match, {person: replace(_seat(match, person), removed=isinstance(change, Remove))})
        case _:
            assert_never(change)


def apply_corrections(history: Iterable[MatchResult], corrections: Iterable[Correction]) -> list[MatchResult]:
    """Return the matches in the same order, each with its corrections applied in the order in which they were made."""
    of_match: dict[int, list[Change]] = {}
    for correction in corrections:
        of_match.setdefault(correction.match, []).append(correction.change)
    found = []
    for match in history:
        for change in of_match.get(match.number, ()):
            match = apply_change(match, change)
        found.append(match)
    return found


def _seat(match: MatchResult, person: int) -> SeatFacts:
    return next(seat for seat in match.seats if seat.person == person and not seat.computer)


def _replace_seats(match: MatchResult, new: dict[int, SeatFacts]) -> MatchResult:
    seats = tuple(seat if seat.computer else new.get(seat.person, seat) for seat in match.seats)
    return replace(match, seats=seats)
