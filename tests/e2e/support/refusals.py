"""Checks that the bot refuses a command, and that nothing else happens."""

from tests.e2e.support.club import Club
from tests.e2e.support.witness import Witness
from tests.people import Reply, said


async def check_refused(club: Club, person: Witness, command: str, *facts: str, in_: str = "rummy", **options: object) -> str:
    """The sentence, which names these facts; nothing was stored and nothing said to anybody else."""
    before, messages = club.count(), len(club["Finn"].messages("rummy"))
    reply = await person.slash(command, in_=in_, **options)
    return check_refusal(club, reply, before, messages, facts)


def check_refusal(club: Club, reply: Reply, before: int, messages: int, facts: tuple[str, ...]) -> str:
    assert reply.outcome == "message", reply
    assert reply.message["flags"] & 64
    sentence = said(reply.message)
    assert all(fact in sentence for fact in facts), sentence
    assert "went wrong" not in sentence
    assert club.count() == before, sentence
    assert len(club["Finn"].messages("rummy")) == messages
    return sentence
