"""The protests against the result of a match, as the match shows them."""

from collections.abc import Sequence

from bot.competition.protests import Protest
from bot.league.corrections import LONGEST_REASON
from bot.messages.names import Names
from bot.messages.text import lines_that_fit, safe_text
from bot.messages.words import Words

_ROOM = 800  # characters


def protest_lines(protests: Sequence[Protest], names: Names, say: Words) -> list[str]:
    """Return whose protests these are, whether they are answered, why, and below each what an organiser answered.

    What players typed ends a line, so that nobody can write an answer into their own protest.
    """
    return lines_that_fit((_protest_text(one, names, say) for one in protests), _ROOM)


def _protest_text(protest: Protest, names: Names, say: Words) -> str:
    """Return the line of a protest, and that of its answer; a person whose data was deleted has left no reason."""
    name, why = names.person(protest.line.by), safe_text(protest.line.why, LONGEST_REASON)
    if protest.answer is None and protest.line.why:
        return say("**Open protest** by {name}: “{why}”", name=name, why=why)
    if protest.answer is None:
        return say("**Open protest** by {name}", name=name)
    by, said = names.person(protest.answer.by), safe_text(protest.answer.why, LONGEST_REASON)
    asked = (
        say("Answered protest by {name}: “{why}”", name=name, why=why)
        if protest.line.why
        else say("Answered protest by {name}", name=name)
    )
    return f"{asked}\n{say('Answered by {by}: “{answer}”', by=by, answer=said)}"
