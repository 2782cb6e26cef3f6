"""A press that comes twice: what the second finds done by the first gets no refusal."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass, field
from typing import Any, cast

from bot.competition.refusals import LeagueRefused
from bot.interactions.reply import NO_REPLY, Reply
from bot.interactions.services import Interaction
from bot.interactions.table.promised_reply import withdraw
from bot.rummy.refusals import IllegalMove
from bot.tables.refusals import Refused

_SECONDS = 2.0


@dataclass(slots=True)
class _Press:
    begun: float
    has_done_something: "asyncio.Future[bool]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class RepeatedPresses:
    """The presses of the last two seconds. `steady` returns seconds of a clock that nobody sets."""

    def __init__(self, steady: Callable[[], float] = time.monotonic) -> None:
        self._steady = steady
        self._presses: dict[Hashable, _Press] = {}

    async def reply_to(self, interaction: Interaction, work: Callable[[Interaction], Awaitable[Reply]]) -> Reply:
        """Do the work of a press and return its reply; none if an equal press was faster. Raise what the work raises."""
        key, now = _key(interaction), self._steady()
        self._presses = {known: press for known, press in self._presses.items() if now - press.begun <= _SECONDS}
        first = self._presses.get(key)
        press = self._presses.setdefault(key, _Press(now))
        did_something = False
        try:
            reply = await work(interaction)
            did_something = not reply.is_out_of_date and reply.form is None
        except (Refused, IllegalMove, LeagueRefused):
            if first is None or not await first.has_done_something:
                raise
            return NO_REPLY
        finally:
            if first is None:
                press.has_done_something.set_result(did_something)
                if not did_something:
                    self._presses.pop(key, None)
        if reply.is_out_of_date and first is not None and await first.has_done_something:
            withdraw(reply.promised)
            return NO_REPLY
        return reply


def _key(interaction: Interaction) -> Hashable:
    data: dict[str, Any] = cast(dict[str, Any], interaction.data or {})
    message = None if interaction.message is None else interaction.message.id
    return interaction.user.id, message, str(data.get("custom_id")), str(data.get("values"))
