"""The report on a season lists what organisers may want to look at, by its documented rules, and nothing else."""

from collections.abc import Iterable
from fractions import Fraction

from msgspec.structs import replace

from bot.league.corrections import Correction, Void
from bot.league.league import League
from bot.league.match_facts import MatchResult
from bot.league.report import DecidedByLeaving, OneSidedPair, OnlyOpponent, Report, ReportCount, TimedOutTurns
from bot.league.seasons.season_terms import Term
from bot.league.seasons.seasons import Season
from tests.league.written_matches import ANN, BEN, CEM, DAY, DEE, EVE, FAY, HOUR, MONDAY, SERVER, played

CUP = Term(1, League(server=SERVER, name="Cup"), Season(1, MONDAY))
OTHERS = ("Cem 1 9 · Dee 2 4", "Dee 1 9 · Eve 2 4", "Eve 1 9 · Fay 2 4", "Fay 1 9 · Cem 2 4")


def season(*said: str) -> list[MatchResult]:
    """Return these matches, one every six hours."""
    return [played(one, nth, ended=MONDAY + nth * 6 * HOUR) for nth, one in enumerate(said, start=1)]


def report(matches: Iterable[MatchResult], corrections: Iterable[Correction] = ()) -> Report:
    """Return the report, in which everyone with a single opponent is new."""
    count = ReportCount(CUP, corrections)
    for match in matches:
        count.add([match])
    return count.report(count.only_opponents())


def test_a_pair_that_meets_often_with_one_sided_results_is_reported() -> None:
    matches = season(*["Ann 1 9 · Ben 2 4"] * 6, "Ben 1 9 · Ann 2 4", *OTHERS * 4)
    assert report(matches).pairs == (OneSidedPair(ANN, BEN, 7, 6, Fraction(7 * 7, 46)),)


def test_five_meetings_or_balanced_results_or_no_choice_of_opponents_are_not_reported() -> None:
    rest = OTHERS * 6
    assert report(season(*["Ann 1 9 · Ben 2 4"] * 5, *rest)).pairs == ()
    assert report(season(*["Ann 1 9 · Ben 2 4"] * 5, *["Ben 1 9 · Ann 2 4"] * 2, *rest)).pairs == ()
    assert report(season(*["Ann 1 9 · Ben 2 4"] * 5, *["Ann 1 9 · Ben 1 9"] * 2, *rest)).pairs == (), "a tie is nobody's"
    assert report(season(*["Ann 1 9 · Ben 2 4"] * 9)).pairs == (), "there is nobody else"


def test_a_voided_match_and_one_outside_the_season_are_not_in_the_report() -> None:
    matches = season(*["Ann 1 9 · Ben 2 4"] * 6, *OTHERS * 4)
    assert len(report(matches).pairs) == 1
    corrected = report(matches, [Correction(3, Void(), CEM, MONDAY, "x")])
    assert (corrected.pairs, corrected.matches) == ((), 21)
    early = [replace(matches[0], ended=MONDAY - DAY), *matches[1:]]
    assert (report(early).pairs, report(early).matches) == ((), 21)


def test_a_match_is_decided_by_leaving_if_one_person_stays() -> None:
    matches = season("Ann 1 · Ben 2 left · Cem 3 left", "Ann 1 9 · Ben 2 4 · Cem 3 left", "Dee 1 · Eve 2 left")
    matches[2] = replace(matches[2], is_walkover=True)
    assert report(matches).departures == (
        DecidedByLeaving(3, matches[2].ended, DEE, (EVE,), is_walkover=True),
        DecidedByLeaving(1, matches[0].ended, ANN, (BEN, CEM), is_walkover=False),
    )


def test_timed_out_turns_are_added_up_by_person() -> None:
    matches = season(*["Ann 1 9 · Ben 2 4"] * 3)
    for nth, turns in ((0, 4), (2, 3)):
        ann, ben = matches[nth].seats
        matches[nth] = replace(matches[nth], seats=(replace(ann, timeouts=nth), replace(ben, timeouts=turns)))
    assert report(matches).timeouts == (TimedOutTurns(BEN, 7, 2), TimedOutTurns(ANN, 2, 1))


def test_people_who_met_only_one_other_in_three_matches_are_named_the_latest_first() -> None:
    matches = season(*OTHERS, *["Ann 1 9 · Cem 2 4"] * 3, "Ben 1 9 · Cem 2 4", *["Ben 1 9 · Cem 2 4"] * 2, "Fay 1 9 · Eve 2 4")
    assert report(matches).only_opponents == (
        OnlyOpponent(BEN, CEM, 3, matches[7].ended),
        OnlyOpponent(ANN, CEM, 3, matches[4].ended),
    )
    assert FAY not in {one.person for one in report(matches).only_opponents}
