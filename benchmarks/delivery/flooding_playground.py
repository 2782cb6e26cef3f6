"""A playground in which Ann can send a flood: 40 of every command a second, as events of the gateway.

Her commands don't come by `/local`, so that the playground has time for the others. On standard input, `flood N` begins with N
of every command a second, `stop` ends it and prints how many were sent.
`python -m benchmarks.delivery.flooding_playground PORT WORLD`
"""

import asyncio
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from playground.actions.action import Action
from playground.actions.complete_action import complete_action
from playground.interactions.payload import interaction_payload
from playground.server import Playground
from playground.simulation import Simulation
from playground.world.entities import COMMAND

Json = dict[str, Any]
_SUBCOMMAND, _GROUP = 1, 2
_VALUES = {"cards": "7H 8H 9H", "card": "7H", "rule": "jokers", "answer": "2", "name": "Flood", "code": "R1-x", "why": "x"}


def commands(body: Json, person: str) -> Iterator[Json]:
    """Yield a command, or each of its subcommands, with its required options filled in; `person` is a Discord id."""
    inner = [option for option in body.get("options", ()) if option["type"] in (_SUBCOMMAND, _GROUP)]
    for part in inner:
        for filled in commands(part, person):
            yield {"name": body["name"], "options": [filled]}
    if not inner:
        options = [
            {"name": one["name"], "value": _value(one, person)} for one in body.get("options", ()) if one.get("required")
        ]
        yield {"name": body["name"], "options": options}


def _value(option: Json, person: str) -> object:
    if option.get("choices"):
        return option["choices"][0]["value"]
    match option["type"]:
        case 3:
            return _VALUES.get(option["name"], "x")
        case 4:
            return option.get("min_value", 1)
        case 5:
            return False
        case 6:
            return person
        case other:
            raise ValueError(f"no value for {option['name']} of type {other}")


class Flood:
    """The commands of Ann in #rummy."""

    def __init__(self, simulation: Simulation, per_second: int) -> None:
        world = simulation.world
        self._simulation = simulation
        self._person = world.person("Ann") or sys.exit("Ann is missing")
        self._channel = next(channel for channel in world.channels.values() if channel.name == "rummy")
        self._actions = list(self._complete_actions())
        self._per_second = per_second * len(self._actions)
        self.sent = 0

    def _complete_actions(self) -> Iterator[Action]:
        simulation = self._simulation
        for command in simulation.world.commands.values():
            for data in commands(command.body, self._person.id):
                body = {"type": COMMAND, "data": data}
                yield complete_action(simulation.world, self._person, self._channel, body, {})

    async def run(self) -> None:
        began = time.monotonic()
        while True:
            due = (time.monotonic() - began) * self._per_second
            while self.sent < due:
                self._send(self._actions[self.sent % len(self._actions)])
                self.sent += 1
            await asyncio.sleep(0.002)

    def _send(self, action: Action) -> None:
        simulation = self._simulation
        interaction = simulation.interactions._create(self._person, self._channel, action)
        payload = interaction_payload(simulation.world, interaction, action, self._person, self._channel, None)
        simulation.gateway.dispatch("INTERACTION_CREATE", payload, interaction.guild_id)


async def main() -> None:
    async with Playground(Path(sys.argv[2]), int(sys.argv[1])) as playground:
        reader = asyncio.StreamReader()
        await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
        flood, task = None, None
        while line := (await reader.readline()).decode().split():
            match line:
                case ["flood", number]:
                    flood = Flood(playground.simulation, int(number))
                    task = asyncio.create_task(flood.run())
                case ["stop"]:
                    assert flood is not None
                    assert task is not None
                    task.cancel()
                    with suppress(asyncio.CancelledError):
                        await task
                    print(flood.sent, flush=True)


if __name__ == "__main__":
    asyncio.run(main())
