"""Writes of one message: by turns, never an older state after a newer one, and one more edit when nobody knows."""

import asyncio

import pytest

from bot.delivery import lanes
from bot.delivery.lanes import MessageWrites

HAND = "hand 7"


@pytest.fixture
def short_second(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lanes, "_REPLY_WAIT", 0.01)


def message_writes() -> tuple[MessageWrites, list[str]]:
    unsure: list[str] = []
    return MessageWrites(unsure.append, lambda _key, _channel, _message: True), unsure


async def test_a_kept_promise_shows_its_version() -> None:
    writes, unsure = message_writes()
    promised = await writes.promise(HAND)
    assert promised.send(12)
    promised.keep(1, 2, 12)
    assert writes.is_shown(HAND, 12)
    assert not writes.is_shown(HAND, 13)
    assert not unsure


async def test_an_edit_waits_for_the_reply_that_is_under_way() -> None:
    writes, _ = message_writes()
    promised = await writes.promise(HAND)

    async def edit() -> bool:
        async with writes.turn(HAND):
            return writes.is_shown(HAND, 12)

    editing = asyncio.create_task(edit())
    for _ in range(5):
        await asyncio.sleep(0)
    assert not editing.done()
    promised.send(12)
    promised.keep(1, 2, 12)
    assert await editing


@pytest.mark.usefixtures("short_second")
async def test_a_second_reply_waits_a_second_then_goes_without_its_turn_and_the_message_is_unsure() -> None:
    writes, unsure = message_writes()
    first = await writes.promise(HAND)
    assert first.send(11)
    async with asyncio.timeout(30):
        second = await writes.promise(HAND)
    assert second.send(12)
    second.keep(1, 2, 12)
    assert not writes.is_shown(HAND, 12)
    first.keep(1, 2, 11)
    assert not writes.is_shown(HAND, 11)
    assert unsure == [HAND]


@pytest.mark.usefixtures("short_second")
async def test_an_older_state_is_not_sent_after_a_newer_one() -> None:
    writes, _ = message_writes()
    first = await writes.promise(HAND)
    second = await writes.promise(HAND)
    assert second.send(12)
    assert not first.send(11)


async def test_a_reply_with_an_unknown_end_makes_the_message_unsure_and_a_refused_one_does_not() -> None:
    writes, unsure = message_writes()
    refused = await writes.promise(HAND)
    refused.withdraw()
    assert not unsure
    lost = await writes.promise(HAND)
    lost.send(12)
    lost.withdraw()
    assert unsure == [HAND]
    assert not writes.is_shown(HAND, 12)


async def test_a_message_that_was_given_up_or_not_written_is_not_edited_for_ever() -> None:
    writes, unsure = message_writes()
    async with writes.turn(HAND):
        writes.send(HAND, 12)
        writes.give_up(HAND)
    assert not unsure
    async with writes.turn(HAND):
        writes.send(HAND, 13)
    assert unsure == [HAND]
    async with writes.turn(HAND):
        assert not writes.is_shown(HAND, 13)
    assert unsure == [HAND]
