"""When a tournament's messages are posted: the reminder of a round of days, and who is told what has changed for them."""

from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, cast

from msgspec.structs import replace

from bot.background.league_clock import LeagueClock
from bot.competition.corrections import Corrections
from bot.competition.eligibility import EligibilityCheck
from bot.competition.match_history import MatchHistory
from bot.competition.standings import LeagueDirectory
from bot.delivery.readers import Readers
from bot.delivery.tournament_posts import TournamentPosts
from bot.interactions.tournament.decisions import (
    Add,
    Award,
    Change,
    Decision,
    End,
    LimitPlayers,
    Open,
    PairAgain,
    ReplacePlayer,
    StartWithout,
    TakeOut,
    Withdraw,
)
from bot.league.corrections import SwapPeople
from bot.messages.words import Languages
from tests.competition.tournament.club_evening import MINUTE, QUICK, ClubEvening
from tests.competition.tournament.test_tournaments import evening as evening
from tests.competition.tournament.test_weeks import PAIRS, SWISS, at
from tests.databases import on_sqlite
from tests.messages.shown_text import readable_text
from tests.tables.stores import empty_store, service, store

__all__ = ["empty_store", "service", "store"]
pytestmark = on_sqlite


@dataclass
class Api:
    """Discord's API, as far as these posts need it, without pictures.

    `sent` are the nonces of what was posted, `told` the direct messages.
    """

    sent: list[str] = field(default_factory=list)
    told: dict[int, str] = field(default_factory=dict)
    pictures: Any = field(default_factory=lambda: SimpleNamespace(are_usable=False))
    emoji: Any = field(default_factory=lambda: SimpleNamespace(current=None))

    def server_locale(self, server: int) -> str:
        return "en-US"

    def may_attach(self, server: int, place: int) -> bool:
        return False

    def home(self, server: int, place: int) -> int:
        return place

    def lacks(self, server: int, place: int) -> bool:
        return False

    async def send_direct(self, person: Any, render: Any, nonce: str) -> tuple[int, int]:
        self.told[person.number] = readable_text(await render())
        return 1, 1

    async def post(self, channel: int, render: Any, nonce: str, mentioned: Any = ()) -> int:
        self.sent.append(nonce)
        return 1000 + len(self.sent)


def posts_of(evening: ClubEvening, api: Api) -> TournamentPosts:
    store, service, discord = evening.store, evening.service, cast(Any, api)
    readers = Readers(Languages({}), discord, store.server_settings)
    return TournamentPosts(
        store.posts,
        store.tournaments,
        evening.tournaments,
        service.tables,
        cast(Any, SimpleNamespace(place=lambda _table: 20)),
        store.people,
        discord,
        readers,
        service.clock,
        EligibilityCheck(
            LeagueDirectory(store.ledgers, service.clock),
            store.ledgers,
            MatchHistory(store.ledgers),
            service.clock,
            {"rami": QUICK},
        ),
    )


async def test_the_reminder_of_a_week_comes_two_days_of_the_calendar_before_its_end_also_if_summer_time_ends(
    evening: ClubEvening,
) -> None:
    api = Api()
    posts, service = posts_of(evening, api), evening.service
    service.now = at(10, 18)
    await evening.open(SWISS, 4, rounds=2, rules=PAIRS, days=7, zone="Europe/Rome")
    assert (await evening.decide(Open())).rounds[0].come_by == at(10, 25)
    for now, reminders in ((at(10, 23) - 1, 0), (at(10, 23), 1), (at(10, 24), 1)):
        service.now = now
        await posts.show(await evening.now())
        assert api.sent.count(f"t {evening.number} 1 last") == reminders


async def told(evening: ClubEvening, decision: Decision, why: str) -> dict[int, str]:
    """Return who is told what when an organiser decides this."""
    api, before = Api(), await evening.now()
    await posts_of(evening, api).tell(before, await evening.decide(decision, why), why)
    return api.told


async def test_who_is_removed_added_again_or_moves_up_is_told_by_direct_message(evening: ClubEvening) -> None:
    await evening.open(SWISS, 4, rounds=2)
    await evening.decide(LimitPlayers("4"))
    await evening.tournaments.join(10, evening.number, 5)
    assert await told(evening, TakeOut(3), "doesn't answer") == {
        3: "An organiser removed you from Evening. Only an organiser can add you again.\nWhy: doesn't answer",
        5: "You're in Evening. It begins when an organiser says so.",
    }
    assert await told(evening, LimitPlayers("5"), "") == {}
    await evening.decide(Open())
    assert {person: text.partition(" <t:")[0] for person, text in (await told(evening, Add([3]), "")).items()} == {
        3: "You're in Evening. Round 1 begins"
    }


async def test_who_waits_is_told_when_their_time_is_over_and_who_moves_up_for_somebody_whose_data_is_deleted(
    evening: ClubEvening,
) -> None:
    await evening.open(SWISS, 4, rounds=3)
    await evening.decide(LimitPlayers("4"))
    for person in (5, 6, 7):
        await evening.tournaments.join(10, evening.number, person)
    api = Api()
    clock = LeagueClock(*[cast(Any, None)] * 3, evening.tournaments, posts_of(evening, api), *[cast(Any, None)] * 2)
    evening.tournaments.is_former = lambda person: person == 3
    await clock._advance(10, evening.number)
    assert api.told.pop(5) == "You're in Evening. It begins when an organiser says so."
    await evening.begin_first(1, 2, 4, 5)
    await evening.play_round()
    assert (await evening.now()).waiting == (6, 7)
    await evening.check_in(1, 2, 4)
    evening.service.now += 20 * MINUTE
    await clock._advance(10, evening.number)
    began = await evening.now()
    assert (len(began.rounds), began.waiting) == (2, ())
    late = "Evening has begun. It's too late to join."
    assert (api.told[6], api.told[7]) == (late, late)


async def test_who_waits_is_told_when_the_tournament_ends(evening: ClubEvening) -> None:
    await evening.open(SWISS, 4, rounds=3)
    await evening.decide(LimitPlayers("4"))
    await evening.tournaments.join(10, evening.number, 5)
    assert await told(evening, End(), "") == dict.fromkeys(range(1, 6), "Evening is over.")


async def test_who_loses_a_win_by_an_award_or_a_correction_is_told_why(evening: ClubEvening) -> None:
    await evening.open(SWISS, 2, rounds=2, rules=PAIRS)
    await evening.begin_first(1, 2)
    await evening.play_round()
    one, results = await evening.tournaments.with_results(10, evening.number)
    (table, match), outcome = next(iter(results.items())), one.rounds[0].outcome(0, results) or {}
    winner, loser = sorted(outcome, key=lambda person: -outcome[person])
    lost = "Your win in round 1 of Evening no longer counts.\nWhy: a wrong row"
    got = "You now have the win in round 1 of Evening.\nWhy: a wrong row"
    assert await told(evening, Award(loser), "a wrong row") == {winner: lost, loser: got}
    assert await told(evening, Withdraw(1, 1), "a wrong row") == {winner: got, loser: lost}
    corrections = Corrections(evening.store.ledgers, evening.service.clock)
    await corrections.correct(10, table, SwapPeople(1, 2), by=1, why="a wrong row")
    api = Api()
    await posts_of(evening, api).tell(one, one, "a wrong row", match)
    assert api.told == {winner: lost, loser: got}


async def test_who_loses_a_match_that_they_did_not_play_is_told_why(evening: ClubEvening) -> None:
    await evening.open(SWISS, 4, rounds=2, rules=PAIRS)
    (winner, loser), (here, missing) = (await evening.begin_first(1, 2, 3, 4)).rounds[0].tables
    people = evening.store.people
    assert await told(evening, Award(winner), "the train is late") == {
        loser: f"Round 1 of Evening\n{people[winner].name} 1, {people[loser].name} 0 (awarded)\nWhy: the train is late",
        winner: "You now have the win in round 1 of Evening.\nWhy: the train is late",
    }
    await evening.come(here)
    evening.service.now += 3 * MINUTE
    assert await told(evening, StartWithout(1), "") == {
        missing: f"Round 1 of Evening\nTable 1: {people[here].name} 1, {people[missing].name} 0 · "
        f"{people[missing].name} didn't come"
    }


async def test_nobody_is_told_of_a_lost_match_when_a_round_is_paired_again_with_fewer_tables(evening: ClubEvening) -> None:
    await evening.open(SWISS, 4, rounds=2, rules=PAIRS)
    await evening.begin_first(1, 2, 3, 4)
    await evening.tournaments.leave(10, evening.number, 4)
    assert await told(evening, PairAgain(), "one has gone home") == {}
    assert len((await evening.now()).rounds[0].tables) == 1


async def test_who_is_replaced_and_who_replaces_them_are_told(evening: ClubEvening) -> None:
    await evening.open(SWISS, 4, rounds=2)
    other = evening.store.people[5].name
    assert await told(evening, ReplacePlayer(2, 5), "ill") == {
        2: f"{other} plays for you in Evening now.",
        5: "You're in Evening. It begins when an organiser says so.",
    }


async def test_after_an_early_end_the_winner_is_posted_once_no_match_is_played_any_more(evening: ClubEvening) -> None:
    await evening.open(SWISS, 2, rounds=2, rules=PAIRS)
    await evening.begin_first(1, 2)
    await evening.come(1, 2)
    await evening.decide(End(), "the bar closes")
    (table,), api = (await evening.now()).rounds[0].opened.values(), Api()
    posts = posts_of(evening, api)
    await posts.show(await evening.now())
    assert f"t {evening.number} end" not in api.sent
    await evening.play_table(table)
    for _ in range(2):
        await posts.show(await evening.now())
        assert api.sent.count(f"t {evening.number} end") == 1


async def test_who_takes_part_or_waits_is_told_of_another_start(evening: ClubEvening) -> None:
    await evening.open(SWISS, 4, rounds=2)
    await evening.decide(LimitPlayers("4"))
    await evening.tournaments.join(10, evening.number, 5)
    plan = replace((await evening.now()).plan, start=evening.service.now + 24 * 3_600_000)
    heard = await told(evening, Change("Evening", plan), "")
    assert sorted(heard) == [1, 2, 3, 4, 5]
    assert heard[1].startswith("The start has changed.\nYou're in Evening. Starts <t:")
    assert heard[5].startswith("The start has changed.\nWaiting for a place: ")
    assert await told(evening, Change("Long evening", plan), "") == {}
    assert await told(evening, End(), "it snows") == dict.fromkeys(range(1, 6), "Long evening is over.\nWhy: it snows")
