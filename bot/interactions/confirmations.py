"""The questions that organisers are asked before an action that changes much; their buttons have its number."""

from collections.abc import Awaitable, Callable

from bot.interactions.call import Call, Reply
from bot.league.seasons import StoredLeague
from bot.wording.sentence import Refusal, Refused

_ANSWER_TIME = 15 * 60_000
"""How long a question can be answered, in milliseconds."""

Confirmed = Callable[[Call, StoredLeague], Awaitable[Reply]]
"""What is done in a league if the answer is yes. It checks everything again."""


class QuestionTooOld(Refusal):
    """The question was asked too long ago, or the bot has been restarted since."""

    sentence = "This question is too old. Nothing has changed; use the command again."


class Confirmations:
    """The questions that can still be answered. Nothing is stored of them, because an answer is soon given, or never.

    The number of a question is the time at which it was asked (epoch ms), so none has that of a question before a restart.
    """

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._asked: dict[int, tuple[int, Confirmed]] = {}

    def ask(self, league: int, confirmed: Confirmed) -> int:
        """Return the number of a new question about a league. Forget those that are too old to be answered."""
        now = self._now()
        self._asked = {number: one for number, one in self._asked.items() if number + _ANSWER_TIME >= now}
        number = max([now, *(asked + 1 for asked in self._asked)])
        self._asked[number] = league, confirmed
        return number

    def find(self, number: int) -> tuple[int, Confirmed]:
        """Return the number of the league, and what is done there. Raise Refused if the question is too old."""
        if number not in self._asked or number + _ANSWER_TIME < self._now():
            raise Refused(QuestionTooOld())
        return self._asked[number]
