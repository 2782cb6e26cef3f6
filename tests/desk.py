"""Handlers called in the process: a call goes in, a reply comes out, and nothing is sent. A question takes milliseconds.

async with open_desk(folder) as desk:
    reply = await desk["Ann"].slash("variant list")

It is for tests that look at texts and at what is stored. A test of messages that come later, of autocomplete, or of what
Discord does by itself needs a `Club`.
"""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from inspect import unwrap
from itertools import count
from pathlib import Path
from typing import Any

from discord import AppCommandOptionType, Object, Permissions
from discord.app_commands import Parameter

import tests.read_once  # noqa: F401
from bot import app
from bot.app import LOCALES
from bot.interactions.call import Call, Caller, CallKind, Pressed
from bot.interactions.call import Reply as Answer
from bot.settings import Settings
from bot.storage.store import open_store
from tests.databases import new_database
from tests.people import Json, Reply, filled_in, find, parts, said

SERVER, MANAGER = 1, "Ann"
PEOPLE = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn")
PLACES = {"rummy": 11, "lounge": 12, "dm": 13, "abroad": 14}
_SERVERS = {"dm": None, "abroad": 2}  # of other places, it is SERVER
_OBJECTS = (AppCommandOptionType.user, AppCommandOptionType.channel, AppCommandOptionType.role)


@dataclass
class Asker:
    """One person of the server; Ann manages it."""

    desk: "Desk"
    name: str
    id: int

    async def slash(self, command: str, /, *, in_: str = "rummy", **options: object) -> Reply:
        """Use a slash command. People, channels and roles are given by their ids."""
        found = self.desk.bot.services.commands[command]
        kinds = {one.display_name: one for one in found.parameters}
        call = self._call(CallKind.COMMAND, in_, name=command, options=options)
        given = {kinds[name].name: _given(kinds[name], value) for name, value in options.items()}
        handler = unwrap(found.callback)  # without what takes an interaction
        return self._seen(
            call, await self.desk.bot.boundary.router.answer(call, lambda call: handler(found.binding, call, **given))
        )

    async def press(self, message: Json, button: str) -> Reply:
        """Press the button with this label or custom_id."""
        return await self._use(message, button)

    async def choose(self, message: Json, select: str, *values: str) -> Reply:
        """Choose these values from the select with this custom_id or placeholder."""
        return await self._use(message, select, values=list(values))

    async def submit(self, form: Reply, /, **answers: object) -> Reply:
        """Send a form that was opened, with answers by the fields' custom_ids; the rest is sent as the form shows it."""
        components = [{"component": answer} for answer in filled_in(form.modal, answers)]
        data, message = {"custom_id": form.modal["custom_id"], "components": components}, form.message or None
        place = "rummy" if message is None else message["channel_id"]
        return await self._answer(self._call(CallKind.FORM, place, data=data, message=message), message)

    async def forge(self, data: Json, *, is_form: bool = False) -> Reply:
        """Send a press or a form as only an altered client can."""
        return await self._answer(self._call(CallKind.FORM if is_form else CallKind.PRESS, "rummy", data=data))

    async def refused(self, command: str, *facts: str, in_: str = "rummy", **options: object) -> str:
        """Use a command that must be refused, naming these facts; nothing may change. Return the refusal."""
        before = await self.desk.stored()
        reply = await self.slash(command, in_=in_, **options)
        sentence = said(reply.message)
        assert reply.message["flags"] & 64
        assert not reply.message["components"], sentence
        assert all(fact in sentence for fact in facts), sentence
        assert await self.desk.stored() == before, sentence
        return sentence

    async def _use(self, message: Json, control: str, **data: object) -> Reply:
        data["custom_id"] = find(message, control)["custom_id"]
        return await self._answer(self._call(CallKind.PRESS, message["channel_id"], data=data, message=message), message)

    async def _answer(self, call: Call, pressed: Json | None = None) -> Reply:
        return self._seen(call, await self.desk.bot.boundary.router.answer(call), pressed)

    def _call(
        self,
        kind: CallKind,
        place: str,
        *,
        name: str = "",
        options: Mapping[str, object] = {},
        data: Json = {},  # noqa: B006
        message: Json | None = None,
    ) -> Call:
        pressed = None
        if message is not None:
            ids = tuple(it["custom_id"] for it in parts(message["components"]) if "custom_id" in it)
            pressed = Pressed(message["id"], bool(message["flags"] & 64), ids)
        is_manager = self.name == MANAGER and place not in _SERVERS
        return Call(
            id=next(self.desk.numbers),
            kind=kind,
            at=app.now(),
            caller=Caller(
                self.id,
                self.name,
                self.name.lower(),
                is_manager=is_manager,
                roles=frozenset(self.desk.roles.get(self.name, ())),
                sees=lambda place: False,
                joined=self.desk.joined,
                nickname=self.desk.nicknames.get((self.name, place), ""),
            ),
            locale=self.desk.locales.get(self.name, "en-US"),
            server=_SERVERS.get(place, SERVER),
            channel=PLACES[place],
            parent=None,
            has_threads=self.desk.has_threads,
            bot_may=self.desk.bot_may,
            most_bytes=10_000_000,
            name=name,
            options=options,
            data=data,
            pressed=pressed,
        )

    def _seen(self, call: Call, answer: Answer, pressed: Json | None = None) -> Reply:
        """Return what the person would see."""
        self.desk.files = answer.files
        if answer.form is not None:
            return Reply("modal", message=pressed or {}, modal=answer.form.to_dict())
        place = next(name for name, channel in PLACES.items() if channel == call.channel)
        message: Json = {
            "id": call.id if pressed is None or not answer.replaces_pressed else pressed["id"],
            "channel_id": place,
            "content": answer.text,  # beside a layout, it is a second message
            "components": [] if answer.view is None else answer.view.to_components(),
            "embeds": [],
            "flags": 0 if answer.is_public else 64,
        }
        return Reply("update" if answer.replaces_pressed else "message", message=message)


def _given(parameter: Parameter, value: object) -> object:
    """Return an option as a command gets it."""
    return Object(int(str(value))) if parameter.type in _OBJECTS else value


@dataclass
class Desk:
    bot: app.Bot
    store: Any
    numbers: Any = field(default_factory=lambda: count(1000))
    roles: dict[str, list[int]] = field(default_factory=dict)
    locales: dict[str, str] = field(default_factory=dict)
    """The languages of people's Discord, by their names; of others it is English."""
    nicknames: dict[tuple[str, str], str] = field(default_factory=dict)
    """The nicknames of people, by their names and places."""
    has_threads: bool = True
    bot_may: Permissions = field(default_factory=Permissions.all)
    joined: int = 0
    """Since when everyone is a member of the server (epoch ms)."""
    files: tuple[tuple[str, bytes], ...] = ()
    """Names and contents of the files of the newest answer."""

    def __getitem__(self, name: str) -> Asker:
        return Asker(self, name, 101 + PEOPLE.index(name))

    async def stored(self) -> tuple[object, ...]:
        """Return what a refused command must leave as it is."""
        services = self.bot.services
        tables = {table.number: table.version for table in services.tables.in_play}
        return tables, await services.variants.all_variants(SERVER), await services.leagues.all(SERVER)


@asynccontextmanager
async def open_desk(folder: Path, *, locales: Path = LOCALES, **settings: int) -> AsyncIterator[Desk]:
    """Open a bot that isn't connected, with these settings and languages, on the database in this folder, or on a new one."""
    file = folder / "desk.db"
    if not file.exists():
        new_database(file)
    async with open_store(f"sqlite:///{file}", synchronous="NORMAL") as store:
        bot = await app.assemble(Settings.model_construct(**settings), store, locales)
        await app.add_cogs(bot.client, bot.services, bot.boundary)
        yield Desk(bot, store)
        await bot.services.courier.close(1.0)
