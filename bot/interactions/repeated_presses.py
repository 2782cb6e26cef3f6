"""A press that comes twice: what either finds done by the other gets no refusal. No command is carried out twice."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass, field

from bot.interactions.call import Call
from bot.interactions.reply import NO_REPLY, Reply
from bot.wording.sentence import Refused

_SECONDS = 2.0


@dataclass(slots=True, eq=False)
class _Press:
    caller: int
    key: Hashable
    begun: float
    has_done_something: "asyncio.Future[bool]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    def may_repeat(self, later: "_Press") -> bool:
        """Return False if it was too long ago, or if the person has pressed something else since."""
        return later.begun - self.begun <= _SECONDS and (self.key == later.key or self.caller != later.caller)


class RepeatedPresses:
    """The presses of the last two seconds, and those under way. `steady` returns seconds of a clock that nobody sets."""

    def __init__(self, steady: Callable[[], float] = time.monotonic) -> None:
        self._steady = steady
        self._presses: list[_Press] = []

    async def reply_to(self, call: Call, work: Callable[[Call], Awaitable[Reply]]) -> Reply:
        """Do the work of a press and return its reply; none if an equal press was faster. Raise what the work raises.

        Under the question which table is meant, the work is then not even begun: most commands can be carried out twice.
        """
        press = _Press(call.caller.id, _key(call), self._steady())
        self._presses = [one for one in self._presses if not one.has_done_something.done() or one.may_repeat(press)]
        earlier = self._equal_to(press)
        self._presses.append(press)
        outcome = press.has_done_something
        try:
            if call.asked_at is not None and await _have_done_something(earlier):
                return NO_REPLY
            reply = await work(call)
            outcome.set_result(not reply.is_out_of_date and reply.form is None)
        except Refused:
            outcome.set_result(False)  # before waiting: the others wait for it, too
            if not await _have_done_something([*earlier, *self._equal_to(press)]):
                raise
            return NO_REPLY
        finally:
            if not outcome.done():
                outcome.set_result(False)
        if reply.is_out_of_date and await _have_done_something([*earlier, *self._equal_to(press)]):
            if reply.promised is not None:
                reply.promised.withdraw()
            return NO_REPLY
        return reply

    def _equal_to(self, press: _Press) -> list[_Press]:
        return [one for one in self._presses if one.key == press.key]


async def _have_done_something(presses: list[_Press]) -> bool:
    for press in presses:
        if await asyncio.shield(press.has_done_something):
            return True
    return False


def _key(call: Call) -> Hashable:
    return call.caller.id, None if call.pressed is None else call.pressed.id, call.custom_id, str(call.data.get("values"))
