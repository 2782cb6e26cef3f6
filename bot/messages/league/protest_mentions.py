"""The lines of an announcement that mention people: the organisers below a protest, the protester below its answer."""

from bot.league.organiser_actions import LogLine, ProtestAnswered, Protested
from bot.messages.words import Words


def mention_line(line: LogLine, role: int | None, protester: int | None, say: Words) -> str:
    """Return the line below a protest or an answer; empty below any other line, and for a protester whose data was deleted.

    `role` is that of the organisers (a Discord id), None if there is none that can be mentioned; `protester` is a Discord id.
    """
    match line.what:
        case Protested(match=number):
            command = f"`/league answer match:{number}`"
            if role is None:
                return say("Organisers can answer with {command}.", command=command)
            return say("{organisers}: you can answer with {command}.", organisers=f"<@&{role}>", command=command)
        case ProtestAnswered() if protester is not None:
            return say("{name}: your protest has been answered.", name=f"<@{protester}>")
        case _:
            return ""
