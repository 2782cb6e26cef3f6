"""When a tournament's messages are posted: the reminder of a round of days, and who is told of their removal."""

from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, cast

from bot.competition.eligibility import EligibilityCheck
from bot.competition.match_history import MatchHistory
from bot.competition.standings import LeagueDirectory
from bot.delivery.readers import Readers
from bot.delivery.tournament_posts import TournamentPosts
from bot.interactions.tournament.decisions import Open, TakeOut
from bot.messages.words import Languages
from tests.competition.tournament.club_evening import QUICK, ClubEvening
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
        cast(Any, None),  # no table is open
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


async def test_a_removed_person_is_told_by_direct_message(evening: ClubEvening) -> None:
    api = Api()
    await evening.open(SWISS, 4, rounds=2)
    await posts_of(evening, api).tell_removed(await evening.decide(TakeOut(3), "doesn't answer"), 3)
    assert api.told == {3: "An organiser removed you from Evening. Only they can add you again."}
