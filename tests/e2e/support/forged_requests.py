"""What Discord's client would not send: it checks neither custom_ids nor values of an altered client."""

from typing import Any

from playground.actions.action import Action
from playground.interactions.payload import metadata_of
from playground.world.entities import COMMAND, PRESS, SUBMIT
from tests.e2e.support.club import Club
from tests.people import Json, Reply


async def send_forged(
    club: Club, name: str, kind: int, data: Json, source: Json | None = None, channel: str = "rummy"
) -> dict[str, Any]:
    """Send an interaction of this kind from a channel, under the message `source` if it is a press; return the answer."""
    world = club.pg.world
    person, where = (
        world.person(name),
        world.channels[club[name].channel_id(channel) if source is None else source["channel_id"]],
    )
    assert person is not None
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
