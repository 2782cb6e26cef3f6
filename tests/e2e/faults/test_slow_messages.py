"""Messages that wait for one another wait only so long; and what came too late is shown in a few messages."""

import asyncio

import pytest

from bot import app
from bot.delivery import table_delivery
from tests.e2e.support.club import Club, until
from tests.e2e.support.tables import mentions, newest_page, open_table, play_by_commands, play_turn, start_match
from tests.people import Json, labels, said

CLOSED = {"status": 403, "code": 50007}
COMMITMENT = "Shuffle fingerprint"


def posted(club: Club) -> list[Json]:
    """Return the public messages in #rummy."""
    return [it for it in club["Finn"].messages("rummy") if not it["flags"] & 64]


def direct_messages(club: Club, name: str) -> str:
    """Return the path of requests that send a person direct messages."""
    return f"/channels/{club[name].dms[-1]['channel_id']}/messages$"


async def test_a_deals_hands_wait_for_its_announcement(club: Club, bot: app.Bot) -> None:
    lobby = await open_table(club, "Ann", "Bob", deals=1)
    await club.add_fault("POST", f"/channels/{club['Ann'].channel_id('rummy')}/messages$", delay=1.5)
    await club["Ann"].press(lobby, "Start")
    await asyncio.sleep(1.0)
    assert not club["Ann"].dms
    await club.until_sent()
    announced = next(it for it in posted(club) if COMMITMENT in said(it))
    for name in ("Ann", "Bob"):
        assert int(club[name].dms[0]["id"]) > int(announced["id"])
        assert COMMITMENT not in said(club[name].dms[0])


async def test_a_deals_hands_carry_the_commitment_if_its_announcement_takes_too_long(
    club: Club, bot: app.Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_delivery, "_ANNOUNCEMENT_WAIT", 0.5)
    lobby = await open_table(club, "Ann", "Bob", deals=1)
    await club.add_fault("POST", f"/channels/{club['Ann'].channel_id('rummy')}/messages$", delay=3)
    await club["Ann"].press(lobby, "Start")
    await until(lambda: club["Ann"].dms and club["Bob"].dms)
    assert not [it for it in posted(club) if COMMITMENT in said(it)]
    commitment = said(club["Ann"].dms[0]).partition(COMMITMENT)[2].split("`")[1]
    assert COMMITMENT in said(club["Bob"].dms[0])
    await until(lambda: any(commitment in said(it) for it in posted(club)))


async def test_a_round_does_not_wait_for_a_slow_hand_and_a_late_failure_mentions_the_player(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob", deals=1)
    other = club["Bob" if club.on_turn().name == "Ann" else "Ann"]
    pings = len(other.pings)
    await club.add_fault("POST", direct_messages(club, other.name), delay=5, **CLOSED)
    began = asyncio.get_running_loop().time()
    await play_by_commands(club)
    await other.until(lambda: other.name in said(newest_page(club)).partition("###")[2])
    assert asyncio.get_running_loop().time() - began < 4
    assert len(other.pings) == pings
    await until(lambda: len(other.pings) > pings)
    await club.until_sent()
    (mention,) = mentions(club)
    assert other.id in said(mention)
    await play_turn(club, way="hand")
    await until(lambda: not mentions(club))


async def test_pages_that_were_over_before_they_could_be_posted_become_one_message(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob", "Cleo", deals=1)
    known = {it["id"] for it in posted(club)}
    await club.add_fault("POST", f"/channels/{club['Ann'].channel_id('rummy')}/messages$", delay=6)
    for _ in range(12):
        await play_by_commands(club)
    await bot.services.courier.flush()
    await club.until_sent()
    new = [it for it in posted(club) if it["id"] not in known]
    assert len(new) == 3, "the page that was slow, the late ones together, and the round that is open"
    assert said(new[1]).count("discarded") == 6
    assert not labels(new[1])
    assert labels(new[2]) == ["My hand", "Table"]


async def test_a_turn_takes_at_most_two_transactions_of_the_delivery(
    club: Club, bot: app.Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    await start_match(club, "Ann", "Bob", deals=1)
    surfaces, saves = bot.services.courier._sources.surfaces, 0
    save = surfaces.save

    async def counted(*arguments: object) -> None:
        nonlocal saves
        saves += 1
        await save(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(type(surfaces), "save", lambda _self, *arguments: counted(*arguments))
    for _ in range(8):
        await play_turn(club)
        await bot.services.courier.idle()
    assert saves <= 16
