"""Checks that the bot refuses a command or a press and does nothing else."""

import msgspec
import pytest

from tests.e2e.support.club import Club
from tests.e2e.support.witness import Witness
from tests.people import NotOffered, Reply, said


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


async def check_refused(club: Club, person: Witness, command: str, *facts: str, in_: str = "rummy", **options: object) -> str:
    """Use a command that must be refused, and return the refusal (see `check_refusal`)."""
    before, messages = club.event_count(), len(club["Finn"].messages("rummy"))
    reply = await person.slash(command, in_=in_, **options)
    return check_refusal(club, reply, before, messages, facts)


def check_refusal(club: Club, reply: Reply, before: int, messages: int, facts: tuple[str, ...]) -> str:
    """Check that a reply is a refusal for one person that names these facts, and return its text.

    `before` is the number of events and `messages` the number of messages in #rummy before the request: both must be unchanged.
    """
    assert reply.outcome == "message", reply
    assert reply.message["flags"] & 64
    sentence = said(reply.message)
    assert all(fact in sentence for fact in facts), sentence
    assert "went wrong" not in sentence
    assert club.event_count() == before, sentence
    assert len(club["Finn"].messages("rummy")) == messages
    return sentence
