"""All commands with options that make them valid, refusals, and what only an altered client sends."""

from collections.abc import Awaitable
from typing import Any

import msgspec
import pytest

from playground.actions.action import Action
from playground.interactions.payload import metadata_of
from playground.world.entities import COMMAND, PRESS, SUBMIT
from tests.e2e.support.club import Club, Witness
from tests.people import Json, NotOffered, Person, Reply, said

ASKER = "asker"
"""Stands for the Discord id of the person who uses the command."""

TABLE_COMMANDS: dict[str, dict[str, object]] = {
    "table show": {},
    "table join": {},
    "table agree": {},
    "table start": {},
    "table computer add": {"level": "easy"},
    "table computer remove": {},
    "table clock": {"pace": "slow"},
    "table ready": {},
    "table cancel": {},
    "table leave": {},
    "table remove": {"person": ASKER},
    "table seat": {},
    "table rule": {"rule": "jokers", "answer": "2"},
    "rules": {},
    "hand": {},
    "move": {"move": "draw stock"},
    "draw": {"from": "stock"},
    "meld": {"cards": "7H 8H 9H"},
    "layoff": {"cards": "7H"},
    "swap": {"card": "7H"},
    "nudge": {},
    "takeback": {},
    "discard": {"card": "7H"},
    "variant save": {"name": "x"},
}
"""Those with the option `table`: the number of a table."""

ONLY_IN_SERVERS: dict[str, dict[str, object]] = {
    "variant save": {"name": "x"},
    "variant list": {},
    "variant remove": {"name": "x"},
    "variant add": {"code": "x"},
    "league create": {"name": "x"},
    "league edit": {"league": "x"},
    "league list": {},
    "league season-end": {"league": "x"},
    "tournament": {},
    "league archive": {"league": "x"},
    "league organisers": {},
    "league void": {"match": 1, "why": "x"},
    "league reinstate": {"match": 1, "why": "x"},
    "league correct": {"match": 1, "change": "swap", "player": "x", "why": "x"},
    "league log": {},
    "league export": {},
    "leaderboard": {},
    "stats": {},
    "history": {},
    "match": {"match": 1},
}

IN_DMS = {command: options for command, options in TABLE_COMMANDS.items() if command not in ONLY_IN_SERVERS} | {
    "help": {},
    "play": {},
    "daily": {},
    "settings": {},
    "privacy my-data": {},
    "privacy delete-me": {"sure": False},
}
"""Those that are offered in direct messages, too."""


def options_for(person: Person, options: dict[str, object]) -> dict[str, object]:
    """Return the options as this person uses them."""
    return {name: person.id if value == ASKER else value for name, value in options.items()}


async def check_refused_in_dm(club: Club, person: Witness, command: str, **options: object) -> str:
    """Use a command that works only in servers in a direct message, and return the refusal.

    Discord doesn't offer it there. A client that still knows an older version of it does.
    """
    with pytest.raises(NotOffered):
        await person.slash(command, in_="dm", **options)
    world = club.pg.world
    current = dict(world.commands)
    for one in current.values():
        world.save(msgspec.structs.replace(one, body={**one.body, "contexts": None, "dm_permission": True}))
    try:
        return await check_refused(club, person, command, in_="dm", **options)
    finally:
        for one in current.values():
            world.save(one)


async def check_refused(
    club: Club, person: Witness, command: str, /, *facts: str, in_: str = "rummy", **options: object
) -> str:
    """Use a command that must be refused, and return the refusal (see `check_refusal`)."""
    return await check_refusal(club, person.slash(command, in_=in_, **options), *facts)


async def check_refusal(club: Club, request: Awaitable[Reply], *facts: str) -> str:
    """Check that a request is refused to one person in a text that names these facts, and causes no event and no message.

    Return the text.
    """
    before, messages = club.event_count(), len(club["Finn"].messages("rummy"))
    reply = await request
    assert reply.outcome == "message", reply
    assert reply.message["flags"] & 64
    sentence = said(reply.message)
    assert all(fact in sentence for fact in facts), sentence
    assert "went wrong" not in sentence
    assert club.event_count() == before, sentence
    assert len(club["Finn"].messages("rummy")) == messages
    return sentence


async def send_forged(club: Club, name: str, kind: int, data: Json, source: Json | None = None) -> dict[str, Any]:
    """Send an interaction of this kind from #rummy, under the message `source` if it is a press; return the answer."""
    world = club.pg.world
    person, where = (
        world.person(name),
        world.channels[club[name].channel_id("rummy") if source is None else source["channel_id"]],
    )
    opened = Action(COMMAND, {}) if kind == SUBMIT else None  # a modal is opened by another interaction
    trigger = None if opened is None else metadata_of("1", opened, person, world.guild.id)
    action = Action(kind, data, source_id=None if source is None else source["id"], trigger=trigger)
    return dict(await club.pg.simulation.interactions.send(person, where, action, None))


async def press_forged(club: Club, name: str, message: Json, custom_id: str) -> dict[str, Any]:
    """Press a button that this message does not have; return the answer."""
    return await send_forged(club, name, PRESS, {"custom_id": custom_id, "component_type": 2, "id": 1}, message)


async def forged_reply(club: Club, name: str, message: Json, custom_id: str, *values: object) -> Reply:
    """Press a button, or choose these values in a select, that this message does not have; return the reply."""
    kind = {"component_type": 3, "values": list(values)} if values else {"component_type": 2}
    answer = await send_forged(club, name, PRESS, {"custom_id": custom_id, "id": 1, **kind}, message)
    del answer["interaction_id"]
    return Reply(**answer)


async def post_buttons(club: Club, channel: str, *custom_ids: str) -> Json:
    """Post a message of the bot with these buttons, as a forger would like to have them."""
    rows = [
        {"type": 1, "components": [{"type": 2, "style": 1, "label": one, "custom_id": one} for one in custom_ids[at : at + 5]]}
        for at in range(0, len(custom_ids), 5)
    ]
    url = f"{club.pg.api_url}/channels/{club['Ann'].channel_id(channel)}/messages"
    async with club.session.post(url, json={"components": rows}, headers={"Authorization": "Bot x"}) as response:
        message = dict(await response.json())
    await club["Finn"].until(lambda: message["id"] in {one["id"] for one in club["Finn"].messages(channel)})
    return message
