"""The error boundary: whatever happens, the person gets a reply. It is deferred only if it isn't ready in time.

Every command and press runs in it, because discord.py swallows the errors of callbacks, and the person would see nothing.
"""

import asyncio
import secrets
import time
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from typing import Any, cast

import structlog

from bot.competition.refusals import LeagueRefused
from bot.delivery.discord_api import TEMPORARY_ERRORS
from bot.interactions.reply import Reply, defer, is_press, send_reply
from bot.interactions.services import Interaction, Services
from bot.interactions.typed_lengths import check_lengths
from bot.league.scheme.scheme_faults import SchemeRefused
from bot.messages.league.faults import scheme_fault_sentence
from bot.messages.league.refusals import league_refusal_sentence, people_named_in
from bot.messages.names import Names
from bot.messages.table.refusals import refusal_sentence
from bot.messages.words import Words
from bot.rummy.refusals import IllegalMove
from bot.tables.refusals import Refused

_log = structlog.get_logger(__name__)
OnAnswer = Callable[[str, str, float], None]
"""Called with `command` or `press`, with `sent` or `lost`, and with the seconds until then."""
_MOST_FAULTS = 8  # in one reply; each is a sentence
_DEFER_AFTER = 1.5  # seconds; Discord waits for three


class ErrorBoundary:
    """The frame in which commands and presses run: it replies to refusals and errors, and counts what is under way."""

    def __init__(self, services: Services, on_answer: OnAnswer = lambda kind, outcome, seconds: None) -> None:
        self._services = services
        self._on_answer = on_answer
        self._under_way = 0
        self._idle = asyncio.Event()
        self._idle.set()

    @property
    def under_way(self) -> int:
        """How many commands and presses are under way."""
        return self._under_way

    async def idle(self) -> None:
        """Return when no command or press is under way."""
        await self._idle.wait()

    async def run(self, interaction: Interaction, work: Coroutine[None, None, Reply], *, is_public: bool = False) -> None:
        """Do the work and send its reply, or the reason for a refusal. `public`: the reply should be public. Never raise."""
        self._under_way += 1
        self._idle.clear()
        began, outcome = time.monotonic(), "lost"
        try:
            task = asyncio.ensure_future(self._reply_to(interaction, work))
            done, _ = await asyncio.wait({task}, timeout=_DEFER_AFTER)
            if not done:
                with suppress(*TEMPORARY_ERRORS):  # sending the reply is still tried
                    await defer(interaction, is_public=is_public)
            await send_reply(interaction, await task, is_public=is_public)
            outcome = "sent"
        except TEMPORARY_ERRORS as error:
            _log.warning("a reply did not arrive", command=_request_name(interaction), error=str(error))
        finally:
            self._on_answer("press" if is_press(interaction) else "command", outcome, time.monotonic() - began)
            self._under_way -= 1
            if not self._under_way:
                self._idle.set()

    async def _reply_to(self, interaction: Interaction, work: Coroutine[None, None, Reply]) -> Reply:
        say = self._services.say(interaction)
        try:
            check_lengths(interaction)
            return await work
        except IllegalMove as refused:
            return Reply(text=refusal_sentence(refused.refusal, say, Names({})))
        except Refused as refused:
            return Reply(text=refusal_sentence(refused.refusal, say, await self._names_at(refused.table, say)))
        except LeagueRefused as refused:
            names = await self._services.names_of(people_named_in(refused.refusal), say)
            return Reply(text=league_refusal_sentence(refused.refusal, say, names))
        except SchemeRefused as refused:
            return Reply(text="\n".join(scheme_fault_sentence(fault, say) for fault in refused.faults[:_MOST_FAULTS]))
        except Exception:
            reference = secrets.token_hex(4)
            _log.exception("a request failed", command=_request_name(interaction), reference=reference)
            text = say(
                "Something went wrong here (reference {reference}). Look at /hand before you do it again.", reference=reference
            )
            return Reply(text=text)
        finally:
            work.close()  # it has not begun if a text is too long

    async def _names_at(self, number: int | None, say: Words) -> Names:
        """Return the names of everyone at a table; for None, no names."""
        if number is None:
            return Names({})
        table = await self._services.tables.get(number)
        return await self._services.names_of(table.all_people, say, table)


def _request_name(interaction: Interaction) -> str:
    """Return the name of the command, or the `custom_id` of the button or select, for the log."""
    data: Mapping[str, Any] = cast(Mapping[str, Any], interaction.data or {})
    return str(data.get("custom_id") or data.get("name") or "?")
