"""The messages before those that a page gets at first: in order, as far as the person may read them."""

import aiohttp
import pytest

from tests.playground.conftest import Wire


async def test_older_messages_come_in_order_until_there_are_none(wire: Wire) -> None:
    channel = await wire.channel_id()
    sent = [(await wire.api("POST", f"/channels/{channel}/messages", {"content": str(number)}))[1] for number in range(330)]
    state = await wire.state("Ann")
    shown = state["messages"][channel]
    assert [it["content"] for it in shown] == [str(number) for number in range(130, 330)]
    assert state["has_older"] == [channel]
    path = f"/local/messages?as=Ann&channel_id={channel}&before="
    older = await wire.local("GET", path + shown[0]["id"])
    assert [it["content"] for it in older["messages"]] == [str(number) for number in range(30, 130)]
    assert older["has_older"] is True
    oldest = await wire.local("GET", path + older["messages"][0]["id"])
    assert [it["id"] for it in oldest["messages"]] == [it["id"] for it in sent[:30]]
    assert oldest["has_older"] is False
    assert (await wire.local("GET", path + sent[0]["id"]))["messages"] == []


async def test_messages_of_a_channel_that_a_person_cannot_see_are_not_given(wire: Wire) -> None:
    bobs = await wire.channel_id("Bob")
    for query in (f"channel_id={bobs}&before=9", "channel_id=1&before=9", "before=9"):
        with pytest.raises(aiohttp.ClientResponseError, match="409"):
            await wire.local("GET", f"/local/messages?as=Ann&{query}")
    with pytest.raises(aiohttp.ClientResponseError, match="400"):
        await wire.local("GET", f"/local/messages?as=Ann&channel_id={await wire.channel_id()}&before=x")
