"""Everything that discord.py receives passes here: limits first, then its handler in the error boundary.

Whatever happens, the person gets a reply, which is deferred only if it isn't ready in time. A reply that Discord rejects as
invalid is a fault of ours: it is logged as an error, and the person gets its reference instead. Every command and press runs in
the boundary, because discord.py swallows the errors of callbacks, and the person would see nothing.
"""

import asyncio
import math
import re
import secrets
import time
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from dataclasses import replace
from functools import partial, wraps
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar, cast

import discord
import structlog
from discord import InteractionType
from discord.app_commands import AppCommandError, CommandNotFound, CommandSignatureMismatch
from discord.ext import commands

from bot.delivery.discord_api import TEMPORARY_ERRORS
from bot.delivery.pictures import refuses_files
from bot.discord.forwarding import Forwarding
from bot.discord.interaction import ALREADY_ANSWERED, MAY_ANSWER, Interaction, OtherBot, Sender, call_of
from bot.interactions import routes
from bot.interactions.call import Call, Part, Reply, Services
from bot.interactions.rate_limits import Limited
from bot.interactions.routes import Router, Work
from bot.messages.words import Words
from bot.storage.database import ON_STORED
from bot.tables.ports import DatabaseAwayError, DatabaseLockedError, WhyNotStored
from bot.wording.sentence import Refused

_log = structlog.get_logger(__name__)
_C = TypeVar("_C", bound="RummyCog[Any]")
_P = ParamSpec("_P")
OnAnswer = Callable[[str, str, float], None]
"""Called with `command` or `press`, with `sent` or `lost`, and with the seconds until then."""
IsOurs = Callable[[int | None, int, int | None], Awaitable[bool]]
"""Says if this process answers what somebody asks, by the server, the person and the table; if not, another one does."""
IS_PUBLIC = "is public"
"""In a command's extras: a function that returns True if the reply to a call should be public, even if it is deferred."""
_INVALID = 400  # the status
_ARRIVED = "arrived"
"""In an interaction's extras: when it came, by the loop's time. It may wait for its owner before its work begins."""
_TRUST = "trust"
"""In an interaction's extras: what the boundary's `trust` returned when it came."""
_LOGGED_ID = re.compile(r"[a-z]:[0-9]{1,15}(?::[0-9]{1,15})?(?![^:~])")
_DEFER_AFTER = 1.5  # seconds; Discord waits for three
_EXPIRES = 3.0  # seconds after which Discord takes no answer
_DRIFT = 1e-4  # seconds a second by which this machine's clock may be faster than Discord's
_NOTICE_AFTER = 4.0  # seconds, if saving is what takes so long
_SLOW_SAVING = 2.0  # seconds for a commit


class ErrorBoundary:
    """The frame in which commands, presses and forms run: it replies to refusals and errors, and counts what is under way."""

    def __init__(
        self,
        services: Services,
        on_answer: OnAnswer = lambda kind, outcome, seconds: None,
        other_bot: OtherBot | None = None,
        saving_for: Callable[[], float] = lambda: 0.0,
    ) -> None:
        """`saving_for` returns for how many seconds the database has been trying to store something."""
        self._services = services
        self._saving_for = saving_for
        self._other_bot = other_bot or OtherBot()
        self._on_answer = on_answer
        self.router = Router(services)
        self.is_ours: IsOurs | None = None
        self.trust: Callable[[], int | None] = lambda: 0
        """Returns another number after this process lost its tables to others, and None while it may have lost them."""
        self.forwarding: Forwarding | None = None
        self._under_way = set[asyncio.Task[object]]()
        self._least, self._heard = math.inf, -math.inf

    @property
    def under_way(self) -> int:
        """How many commands and presses are under way."""
        return len(self._under_way)

    async def idle(self) -> None:
        """Return when no command or press is under way."""
        while self._under_way:
            await self.answered()

    async def answered(self) -> None:
        """Return when what is being answered now has been."""
        if self._under_way:
            await asyncio.wait(set(self._under_way))

    async def run(self, interaction: Interaction, work: Work | None = None) -> None:
        """Send the reply of the work of a command, or else to a press or form. Never raise."""
        this = asyncio.current_task()
        assert this is not None
        self._under_way.add(this)
        began, outcome = time.monotonic(), "lost"
        now = asyncio.get_running_loop().time()
        most = max(_DEFER_AFTER - (now - interaction.extras.get(_ARRIVED, now)), _DEFER_AFTER / 5)
        respond_by: float | None = now + most
        notice: discord.WebhookMessage | None = None
        trust = interaction.extras.get(_TRUST)
        MAY_ANSWER.set(lambda: trust is None or self.trust() == trust)
        try:
            call, command = call_of(interaction), interaction.command
            is_public = command is not None and command.extras.get(IS_PUBLIC, lambda _: False)(call)
            sender = Sender(interaction, call, self._services.api, is_public)
            task = asyncio.ensure_future(self._reply_to(sender, work))
            done, _ = await asyncio.wait({task}, timeout=most)
            if not done:
                respond_by = None
                try:
                    await sender.defer()
                    notice = await self._say_if_saving_is_slow(sender, task)
                except (*TEMPORARY_ERRORS, DatabaseLockedError) as error:  # sending the reply is still tried
                    self._note_lost_reply(interaction, error)
            reply = await task
            await self._send(sender, reply, respond_by)
            outcome = "sent"
            if notice is not None:
                say = self._services.say(sender.call)
                failed, works = say("Saving failed. Your move isn't stored."), say("Saving works again.")
                await notice.edit(content=failed if reply.is_error else works)
        except (*TEMPORARY_ERRORS, DatabaseLockedError) as error:
            self._note_lost_reply(interaction, error)
        except Exception:
            _log.exception("a reply could not be sent", command=_request_name(interaction))
        finally:
            kind = "command" if interaction.message is None else "press"
            self._on_answer(kind, outcome, time.monotonic() - began)
            self._under_way.discard(this)

    async def on_interaction(self, interaction: Interaction) -> None:
        """Reply to a press or a form; commands are left to discord.py's command tree. Never raise."""
        is_press = interaction.type in (InteractionType.component, InteractionType.modal_submit)
        if is_press and await self.is_allowed(interaction):
            await self.run(interaction)

    async def is_allowed(self, interaction: Interaction) -> bool:
        """Return False if a command, autocomplete or press is another process's, too old, or comes too fast. Never raise.

        The refusal is sent once a second.
        """
        call = call_of(interaction)
        interaction.extras[_ARRIVED] = asyncio.get_running_loop().time()
        interaction.extras[_TRUST] = self.trust()
        is_ours = False
        try:
            is_ours = self.is_ours is None or await self.is_ours(call.server, call.caller.id, routes.table_named(call))
        finally:  # if that can't be read here, another process may be able to
            if self.forwarding is not None and call.server is None:
                is_ours = await self.forwarding.claim(call.id, is_ours)
        if not is_ours or self._is_expired(interaction):
            return False
        if interaction.extras[_TRUST] is None:  # it waited for the locks
            interaction.extras[_TRUST] = self.trust()
        limited = routes.limit_of(self._services, call)
        try:
            self._services.count(limited, call)
        except Refused as refused:
            if limited != Limited.AUTOCOMPLETE and self._services.limits.may_answer(call.caller.id):
                await self.run(interaction, partial(_refuse, refused))
            return False
        return True

    def _is_expired(self, interaction: Interaction) -> bool:
        """Return True if it is heard so late that Discord takes no answer, and another process may have given one.

        The clocks are compared by how late the earliest ones were heard.
        """
        now = time.monotonic()
        late = now - interaction.created_at.timestamp()
        self._least, self._heard = min(self._least + (now - self._heard) * _DRIFT, late), now
        if (seconds := late - self._least) <= _EXPIRES:
            return False
        _log.info("what was heard too late is not begun", command=_request_name(interaction), seconds=round(seconds, 1))
        return True

    async def on_command_error(self, interaction: Interaction, error: AppCommandError) -> None:
        """Reply to a command that reached no cog, such as one of an older version that Discord still offers. Never raise."""
        if interaction.type != InteractionType.autocomplete:
            await self.run(interaction, partial(self._unknown_command, error))

    async def _unknown_command(self, error: AppCommandError, call: Call) -> Reply:
        if not isinstance(error, CommandNotFound | CommandSignatureMismatch):
            raise error
        say = self._services.say(call)
        return Reply(text=say("I don't know this command any more. Type / and choose it again."))

    async def _say_if_saving_is_slow(self, sender: Sender, task: "asyncio.Task[Reply]") -> discord.WebhookMessage | None:
        """Say that saving takes long if the reply of the task seems to wait for it. For a command, the reply replaces that."""
        done, _ = await asyncio.wait({task}, timeout=_NOTICE_AFTER - _DEFER_AFTER)
        if done or self._saving_for() < _SLOW_SAVING:
            return None
        say = self._services.say(sender.call)
        text = say("Saving takes longer than usual. Your move isn't stored yet.")
        if sender.call.is_press:
            return await sender.interaction.followup.send(text, ephemeral=True, wait=True)
        await sender.interaction.edit_original_response(content=text)
        return None

    async def _send(self, sender: Sender, reply: Reply, respond_by: float | None) -> None:
        """Send the reply. If Discord rejects it as invalid, log that as an error, and send the reference of the error."""
        try:
            await sender.send(reply, respond_by)
        except discord.HTTPException as error:
            if reply.files and error.status != _INVALID and refuses_files(error):
                say = self._services.say(sender.call)
                instead = Reply(text=say("Discord doesn't take files at the moment. Try again in a few minutes."))
            elif error.status != _INVALID or error.code == ALREADY_ANSWERED:
                raise
            else:
                instead = self._report(sender)
            await replace(sender, is_public=False).send(instead)

    def _note_lost_reply(self, interaction: Interaction, error: BaseException) -> None:
        self._other_bot.report(interaction.id, error)
        _log.warning("a reply did not arrive", command=_request_name(interaction), error=str(error))

    def _report(self, sender: Sender) -> Reply:
        """Log the error that is being handled, and return the reply that gives its reference."""
        reference = secrets.token_hex(4)
        _log.exception("a request failed", command=_request_name(sender.interaction), reference=reference)
        say = self._services.say(sender.call)
        text = say(
            "Something went wrong (reference {reference}). It may have worked anyway: check `/hand` before you try again.",
            reference=reference,
        )
        return Reply(text=text, is_error=True)

    async def _reply_to(self, sender: Sender, work: Work | None) -> Reply:
        """Return the reply of the work, or the reason for a refusal, or the report of an error in either.

        Raise DatabaseLockedError: the connection to Discord has been closed before.
        """
        has_stored = asyncio.Event()
        ON_STORED.set(has_stored.set)
        try:
            reply = await self.router.answer(sender.call, work)
            await sender.prepare_pictures(reply)
            return reply
        except DatabaseLockedError:
            raise
        except DatabaseAwayError as error:  # the database's own line in the log says it
            say = self._services.say(sender.call)
            in_part = say("Perhaps only part of this is stored. Check before you try again.")
            return Reply(text=in_part if has_stored.is_set() else _not_stored(error.why, say), is_error=True)
        except Exception:
            return self._report(sender)


def _not_stored(why: WhyNotStored, say: Words) -> str:
    return {
        WhyNotStored.FULL: say("Not stored: Ramino's disk is full. Try again later."),
        WhyNotStored.READ_ONLY: say("Not stored: Ramino's database is read-only. Try again later."),
        WhyNotStored.BROKEN: say("Not stored: Ramino's disk has failed. Try again later."),
        WhyNotStored.AWAY: say("Not stored: Ramino's database is away. Try again in a minute."),
    }[why]


def _request_name(interaction: Interaction) -> str:
    """Return the name of the command, or the kind and the table of the button or select, for the log.

    The rest of a `custom_id` stays out of the log: it names cards, and a forged one can contain anything.
    """
    data: Mapping[str, Any] = cast(Mapping[str, Any], interaction.data or {})
    if "custom_id" not in data:
        return str(data.get("name") or "?")
    known = _LOGGED_ID.match(str(data["custom_id"]))
    return "?" if known is None else known[0]


class RummyCog(commands.Cog, Generic[Part]):
    """Slash commands, each with `@replies` above its handler, and the services of their part."""

    def __init__(self, services: Part, boundary: ErrorBoundary) -> None:
        super().__init__()
        self._services = services
        self.boundary = boundary


def replies(
    handler: Callable[Concatenate[_C, Call, _P], Awaitable[Reply]],
) -> Callable[Concatenate[_C, Interaction, _P], Coroutine[Any, Any, None]]:
    """Make the callback that discord.py needs from a handler that takes the call and the command's options."""

    @wraps(handler)
    async def callback(cog: _C, interaction: Interaction, /, *args: _P.args, **options: _P.kwargs) -> None:
        await cog.boundary.run(interaction, lambda call: handler(cog, call, *args, **options))

    return callback


async def _refuse(refused: Refused, _call: Call) -> Reply:
    raise refused
