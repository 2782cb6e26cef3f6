"""The deal of the day over the wire: in a server and in direct messages, in two servers, after a kill, shared and posted."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from bot import app
from bot.interactions import daily as daily_actions
from bot.rummy.events import CardsDealt
from bot.tables import daily
from tests.e2e.support.checks import check_no_error
from tests.e2e.support.club import Clock, Club, open_club
from tests.e2e.support.forms import choose_setting
from tests.e2e.support.hand_controls import offered_moves
from tests.e2e.support.players import Player
from tests.e2e.table.test_play_now import interactions_only, shown_after
from tests.people import Json, Person, labels, said

DAY = 24 * 60
RAMI_EACH_DAY = (("rami",),) * 7


@pytest.fixture(autouse=True)
def _always_the_same(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each day have the same cards, and everyone be in their server's table."""
    monkeypatch.setattr(daily, "GAMES_OF_DAYS", RAMI_EACH_DAY)
    monkeypatch.setattr(daily, "deals_of", lambda _secret, _day: "5c" * 32)
    monkeypatch.setattr(daily_actions, "deals_of", lambda _secret, _day: "5c" * 32)
    for name in ("_MEMBER_DAYS", "_ACCOUNT_DAYS"):
        monkeypatch.setattr(daily_actions, name, 0)
    club.limits["moves_per_second"] = 0


@pytest.fixture
async def timed(club: Club, clock: Clock) -> AsyncIterator[app.Bot]:
    """A connected bot whose clock can be set."""
    async with club.bot() as parts:
        yield parts


async def begin(person: Person, in_: str = "rummy") -> Json:
    """Let the person press **Start** under the card of the day's deal, and return the message with their hand."""
    card = (await person.slash("daily", in_=in_)).message
    return await shown_after(person, card, await person.press(card, "Start"))


async def play_to_the_end(club: Club, name: str, message: Json, *, table: int = 1, most: int = 500) -> Json:
    """Play by the buttons of this message until the deal is over, at most so many moves; return what it shows then."""
    player = Player(club, club[name], "hand", table=table)
    for _ in range(most):
        if "Result" in labels(message):
            break
        reply = await player.press_move(message, player.choose_move(offered_moves(message)))
        message = await shown_after(club[name], message, reply)
    return message


def attempts(club: Club) -> list[tuple[int, bool, bool]]:
    """Return who has begun a deal, whether it is in a server's table, and whether it is finished."""
    return club.query("SELECT person, server <> 0, points IS NOT NULL FROM attempts ORDER BY person")


@pytest.mark.journey
@pytest.mark.usefixtures("short_deals")
async def test_a_day_is_played_in_a_server_and_in_direct_messages_shared_and_posted(
    club: Club, clock: Clock, timed: app.Bot
) -> None:
    ann, bob, finn = club["Ann"], club["Bob"], club["Finn"]
    await choose_setting(club, "daily", ann.channel_id("lounge"))
    since = await club.last_request()
    end = await play_to_the_end(club, "Ann", await begin(ann))
    begun = await begin(bob, "dm")
    assert not begun["flags"] & 64
    direct = await play_to_the_end(club, "Bob", begun, table=2)
    dealt = [event.hands for table in (1, 2) for event in club.events(table) if isinstance(event, CardsDealt)]
    assert dealt[0] == dealt[1]
    assert attempts(club) == [(1, True, True), (2, False, True)]
    assert finn.messages("rummy") == []
    assert interactions_only(await club.requests(since))
    result = (await ann.press(end, "Result")).message
    assert "Better than" in said(result)
    assert "the best computer" in said((await bob.press(direct, "Result")).message)
    await ann.press(result, "Share")
    shared = await finn.until(lambda: finn.messages("rummy"))
    assert len(said(shared[0]).splitlines()) == 4, (
        "a title, the points, two lines of squares; not that Ann owns the application"
    )
    clock.advance(DAY + 6 * 60)
    await timed.league_clock.run_once()
    (posted,) = await finn.until(lambda: finn.messages("lounge"))
    assert "Ann" in said(posted)
    assert "Bob" not in said(posted), "they played in no server"
    assert "† runs Ramino" in said(posted)
    await timed.league_clock.run_once()
    watched = (await finn.press(posted, "Best here")).message
    assert watched["flags"] & 64
    assert "step 2 of" in said((await finn.press(watched, "▶")).message)
    assert [one for one in finn.messages("lounge") if not one["flags"] & 64] == [posted]
    check_no_error(club)


@pytest.mark.usefixtures("repeats_at_once", "short_deals")
async def test_a_post_that_arrived_although_discord_failed_is_posted_once(club: Club, clock: Clock, timed: app.Bot) -> None:
    await choose_setting(club, "daily", club["Ann"].channel_id("lounge"))
    await play_to_the_end(club, "Ann", await begin(club["Ann"]))
    clock.advance(DAY + 6 * 60)
    await club.add_fault("POST", "/channels/[0-9]+/messages", status=500, applied=True, times=9)
    await timed.league_clock.run_once()
    clock.advance(2)
    for _ in range(2):
        await timed.league_clock.run_once()
    finn = club["Finn"]
    assert len(await finn.until(lambda: finn.messages("lounge"))) == 1


async def test_a_deal_that_was_begun_in_one_server_goes_on_in_another(club: Club, tmp_path: Path) -> None:
    async with club.bot():
        await play_to_the_end(club, "Ann", await begin(club["Ann"]), most=2)
    (tmp_path / "other").mkdir()
    async with open_club(tmp_path / "other", "Bob", shared=club.database) as other, AsyncExitStack() as stack:
        other.limits["moves_per_second"] = 0
        person = club.pg.world.person("Ann")
        await other.control("people", {"name": "Annie", "id": person.id})
        await other.add_people(stack, "Annie")
        async with other.bot():
            hand = (await other["Annie"].slash("daily")).message
            assert "table 1" in said(hand)
            await play_to_the_end(other, "Annie", hand)
    assert attempts(club) == [(1, True, True)]
    assert club.query("SELECT count(*) FROM tables") == [(1,)]
