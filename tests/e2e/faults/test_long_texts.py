"""Texts that are longer than an option may be, from a Discord that doesn't check them."""

from typing import Any

import aiohttp
import pytest

from bot import app
from bot.command_sync import command_payloads
from tests.e2e.support.club import Club
from tests.e2e.support.refusals import check_refused
from tests.e2e.support.tables import start_match

LONG = "5H|" * 2000


def without_limits(payload: dict[str, Any]) -> dict[str, Any]:
    """Return a command without the maximum lengths of its options, in its subcommands too."""
    options = [without_limits(option) for option in payload.get("options", ())]
    return {key: value for key, value in payload.items() if key != "max_length"} | ({"options": options} if options else {})


@pytest.fixture
async def unchecked(club: Club, bot: app.Bot) -> Club:
    """Return the club at a Discord that knows no maximum lengths."""
    async with aiohttp.ClientSession(headers={"Authorization": "Bot any"}) as session:
        url = f"{club.pg.api_url}/applications/{bot.client.application_id}/commands"
        payloads = [without_limits(payload) for payload in await command_payloads(bot.client.tree)]
        async with session.put(url, json=payloads) as answer:
            assert answer.status == 200

    def is_unchecked() -> bool:
        meld = next(command for command in club["Ann"].commands if command["name"] == "meld")
        return "max_length" not in meld["options"][0]

    for person in ("Ann", "Bob"):
        await club[person].until(is_unchecked)
    return club


async def test_a_text_that_is_too_long_is_refused_with_both_lengths(unchecked: Club) -> None:
    await start_match(unchecked, "Ann", "Bob")
    person = unchecked.on_turn()
    await check_refused(unchecked, person, "meld", "6000", "900", cards=LONG)
    await check_refused(unchecked, person, "layoff", "6000", "900", cards="JK=" * 2000)
    await check_refused(unchecked, person, "swap", "6000", "60", card=LONG)
    await check_refused(unchecked, person, "discard", "6000", "60", card=LONG)
    await check_refused(unchecked, person, "table new", "6000", "200", variant=LONG)
    await check_refused(unchecked, person, "table rule", "6000", "100", rule="ace", answer=LONG)
    await check_refused(unchecked, person, "rules", "6000", "200", variant=LONG)
    await check_refused(unchecked, person, "variant add", "6000", "1500", code=LONG)


async def test_nothing_is_offered_for_a_text_that_is_too_long(unchecked: Club) -> None:
    await start_match(unchecked, "Ann", "Bob")
    person = unchecked.on_turn()
    assert await person.autocomplete("meld", "cards", LONG) == []
    assert await person.autocomplete("table new", "variant", "r" * 6000) == []
    assert await person.autocomplete("layoff", "meld", "1", cards=LONG) == []
    assert await person.autocomplete("table new", "variant", "ram")
