"""People at their Discord, for tests. Each acts through the playground's `/local` and sees only what they may see.

async with people(pg.url, "Ann", "Bob") as (ann, bob):
    reply = await ann.slash("table new", variant="rami", in_="rummy")
    await bob.press(reply.message, "Join")
    await bob.until(lambda: bob.dms)
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, TypeVar

import aiohttp
import msgspec

Json = dict[str, Any]
T = TypeVar("T")
_read_json = msgspec.json.decode
BUTTON, LINK, RADIO = 2, 5, 21
EDIT_SECONDS = 2.0  # until an edit that the playground has made is seen


class NotOffered(Exception):  # noqa: N818  (said of the action)
    """Discord's client would not offer this action. The text says why."""


@dataclass(frozen=True, slots=True)
class Reply:
    """The bot's first answer: `outcome` is message, update, deferred, deferred_update, choices, modal or failed."""

    outcome: str
    message: Json = field(default_factory=dict)
    choices: list[Json] = field(default_factory=list)
    modal: Json = field(default_factory=dict)
    error: str = ""


class Person:
    """What one person sees, updated by events, and what they do."""

    def __init__(self, session: aiohttp.ClientSession, url: str, name: str) -> None:
        self._session = session
        self._url = url
        self.name = name
        self.pings: list[Json] = []
        """The messages that pinged them: `{"channel_id", "message_id"}` each."""
        self.bot_is_online = False
        self.commands: list[Json] = []
        self.listeners: list[Callable[[str, Json], None]] = []
        """Called after every event with its type and data."""
        self._channels: dict[str, Json] = {}
        self._messages: dict[str, dict[str, Json]] = {}
        self._news = asyncio.Event()

    # What they see.

    def messages(self, channel: str) -> list[Json]:
        """Return the messages that they see in a channel, oldest first. The channel is a name, an id, or "dm" for the bot."""
        return list(self._messages[self.channel_id(channel)].values())

    @property
    def dms(self) -> list[Json]:
        return self.messages("dm")

    @property
    def hidden(self) -> list[Json]:
        """The ephemeral messages that only this person sees, in all channels."""
        return [it for messages in self._messages.values() for it in messages.values() if it["flags"] & 64]

    def now(self, message: Json) -> Json:
        """Return the current state of a message."""
        return self._messages[message["channel_id"]].get(message["id"], message)

    def channel_id(self, name: str) -> str:
        if name in self._channels:
            return name
        for channel in self._channels.values():
            if channel.get("name") == name or (name == "dm" and channel["type"] == 1):
                return str(channel["id"])
        raise AssertionError(f"{self.name} sees no channel {name}, only {[it.get('name') for it in self._channels.values()]}")

    def sees(self, channel: str) -> bool:
        """Return whether a channel or thread of this name or id is in their list."""
        return any(channel in (it["id"], it.get("name")) for it in self._channels.values())

    def channel(self, name: str) -> Json:
        return self._channels[self.channel_id(name)]

    async def until(self, holds: Callable[[], T], timeout: float = 30) -> T:  # noqa: ASYNC109  (the error says what they saw)
        """Wait until this is true, checking it after every event, and return its value."""
        try:
            async with asyncio.timeout(timeout):
                while not (value := holds()):
                    self._news.clear()
                    await self._news.wait()
                return value
        except TimeoutError:
            raise AssertionError(f"{self.name} waited {timeout} s in vain and sees:\n{self}") from None

    def __str__(self) -> str:
        return "\n".join(
            f"#{self._channels[channel].get('name') or 'dm'}  {said(message)!r} {labels(message)}"
            for channel, messages in self._messages.items()
            for message in messages.values()
        )

    # What they do.

    async def slash(self, command: str, /, *, in_: str = "rummy", guild_locale: str | None = None, **options: object) -> Reply:
        """Use a slash command: `slash("table new", variant="rami")`. People and channels are given by their ids."""
        data = _command(command, [{"name": name, "value": value} for name, value in options.items()])
        return await self.act(2, in_, data, guild_locale=guild_locale)

    async def autocomplete(
        self, command: str, /, option: str, typed: object = "", *, in_: str = "rummy", **others: object
    ) -> list[Json]:
        """Return the choices that are offered while this option is typed."""
        options = [{"name": name, "value": value} for name, value in others.items()]
        data = _command(command, [*options, {"name": option, "value": typed, "focused": True}])
        reply = await self.act(4, in_, data)
        assert reply.outcome == "choices", f"Autocomplete of {option}: {reply.error}"
        return reply.choices

    async def press(self, message: Json, button: str) -> Reply:
        """Press the button with this label or custom_id."""

        def data(component: Json) -> Json:
            return {"custom_id": component["custom_id"], "component_type": component["type"]}

        return await self._use(message, button, data)

    async def choose(self, message: Json, select: str, *values: str) -> Reply:
        """Choose from the select with this custom_id or placeholder, by the options' values or labels."""

        def data(component: Json) -> Json:
            by_label = {option["label"]: option["value"] for option in component.get("options", ())}
            chosen = [by_label.get(value, value) for value in values]
            return {"custom_id": component["custom_id"], "component_type": component["type"], "values": chosen}

        return await self._use(message, select, data)

    async def _use(self, message: Json, name: str, data: Callable[[Json], Json]) -> Reply:
        """Press a button or choose from a select. If the message was edited just before, use the one in its new state."""
        seen = self.now(message)
        try:
            return await self.act(3, message["channel_id"], data(find(seen, name)), message_id=message["id"])
        except NotOffered:
            with suppress(TimeoutError):
                async with asyncio.timeout(EDIT_SECONDS):
                    while self.now(message) is seen:
                        self._news.clear()
                        await self._news.wait()
            edited = with_name(self.now(message), name)
            if edited is None or edited["custom_id"] == find(seen, name)["custom_id"]:
                raise
            return await self.act(3, message["channel_id"], data(edited), message_id=message["id"])

    async def submit(self, modal: Json, *, in_: str = "rummy", **answers: object) -> Reply:
        """Fill in a modal, with answers by the fields' custom_ids, and send it. The rest is sent as the modal shows it."""
        return await self.act(5, in_, {"custom_id": modal["custom_id"], "components": filled_in(modal, answers)})

    async def dismiss(self, message: Json) -> None:
        await self._post("/local/dismiss", {"as": self.name, "message_id": message["id"]})

    async def act(
        self, kind: int, channel: str, data: Json, *, message_id: str | None = None, guild_locale: str | None = None
    ) -> Reply:
        """Send any interaction, as `/local/interactions` takes it."""
        request: Json = {"as": self.name, "channel_id": self.channel_id(channel), "type": kind, "data": data}
        if message_id:
            request["message_id"] = message_id
        if guild_locale:
            request["guild_locale"] = guild_locale
        answer = await self._post("/local/interactions", request)
        del answer["interaction_id"]
        if "message" in answer:
            self._show(answer["message"])
        return Reply(**answer)

    def _show(self, message: Json) -> None:
        """Show a message that an answer brought, unless an event has already brought it, or a newer state of it."""
        known = self.now(message)
        if known is message or (message["edited_timestamp"] or "") > (known["edited_timestamp"] or ""):
            self._messages[message["channel_id"]][message["id"]] = message

    async def _post(self, path: str, body: Json) -> Json:
        async with self._session.post(self._url + path, json=body) as response:
            answer = await response.json(loads=_read_json)
            if response.status == 409:
                raise NotOffered(answer["message"])
            response.raise_for_status()
            return dict(answer)

    # Updates.

    @asynccontextmanager
    async def watching(self) -> AsyncIterator["Person"]:
        async with self._session.ws_connect(f"{self._url}/local/events?as={self.name}") as socket:
            await self._load_state()
            reader = asyncio.create_task(self._read(socket))
            try:
                yield self
            finally:
                reader.cancel()
                with suppress(asyncio.CancelledError):
                    await reader

    async def look(self) -> None:
        """See the newest messages of each channel as they are now, without `watching` what follows."""
        await self._load_state()

    async def _load_state(self) -> None:
        async with self._session.get(f"{self._url}/local/state?as={self.name}") as response:
            state = await response.json(loads=_read_json)
        self.id: str = state["me"]["id"]
        self.ids: dict[str, str] = {person["global_name"]: person["id"] for person in state["people"]}
        self.bot_is_online = state["bot"]["online"]
        self.commands = state["commands"]
        self._channels = {channel["id"]: channel for channel in state["channels"]}
        self._messages = {id_: {it["id"]: it for it in messages} for id_, messages in state["messages"].items()}

    async def _read(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        async for frame in socket:
            event = frame.json(loads=_read_json)
            self._hear(event["type"], event["data"])
            for listener in self.listeners:
                listener(event["type"], event["data"])
            self._news.set()

    def _hear(self, event: str, data: Any) -> None:
        match event:
            case "MESSAGE_CREATE" | "MESSAGE_UPDATE":
                self._messages[data["channel_id"]][data["id"]] = data
            case "MESSAGE_DELETE":
                self._messages[data["channel_id"]].pop(data["id"], None)
            case "CHANNEL_CREATE":
                self._channels[data["id"]] = data
                self._messages.setdefault(data["id"], {})
            case "CHANNEL_UPDATE":
                self._channels[data["id"]] = data
            case "CHANNEL_DELETE":
                self._channels.pop(data["id"], None)
                self._messages.pop(data["id"], None)
            case "NOTIFY":
                self.pings.append(data)
            case "BOT":
                self.bot_is_online = data["online"]
            case "COMMANDS":
                self.commands = data


@asynccontextmanager
async def people(url: str, *names: str) -> AsyncIterator[tuple[Person, ...]]:
    """Open the Discord of these people in a playground."""
    async with AsyncExitStack() as stack:
        # Everyone keeps a connection open for their events, and the usual limit is a hundred of them in all.
        session = await stack.enter_async_context(aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)))
        yield tuple([await stack.enter_async_context(Person(session, url, name).watching()) for name in names])


# Reading a message.


def parts(components: list[Json]) -> Iterator[Json]:
    """Yield every component at any depth, in the order in which it is shown."""
    for component in components:
        yield component
        yield from parts(component.get("components", []))
        yield from parts([component[key] for key in ("accessory", "component") if key in component])


def said(message: Json) -> str:
    """Return all text of a message: its content, its text displays, its embeds."""
    texts = [message["content"], *(it["content"] for it in parts(message["components"]) if it["type"] == 10)]
    for embed in message["embeds"]:
        texts += [embed.get("title", ""), embed.get("description", "")]
        texts += [f"{it['name']}: {it['value']}" for it in embed.get("fields", ())]
    return "\n".join(text for text in texts if text)


def labels(message: Json, *, enabled: bool = False) -> list[str]:
    """Return the labels of a message's buttons; with `enabled`, only of those that can be pressed."""
    return [
        it.get("label", it.get("custom_id", ""))
        for it in parts(message["components"])
        if it["type"] == BUTTON and not (enabled and (it.get("disabled") or it["style"] == LINK))
    ]


def filled_in(modal: Json, answers: Mapping[str, object]) -> list[Json]:
    """Return the answers of a modal as Discord's client sends them; what isn't answered is sent as the modal shows it."""
    components = []
    for it in parts(modal["components"]):
        name = it.get("custom_id")
        chosen = [option["value"] for option in it.get("options", ()) if option.get("default")]
        if name in answers:
            answer = answers[name]
            key = "values" if isinstance(answer, list) else "value"
            components.append({"type": it["type"], "custom_id": name, key: answer})
        elif chosen:
            answered: Json = {"value": chosen[0]} if it["type"] == RADIO else {"values": chosen}
            components.append({"type": it["type"], "custom_id": name} | answered)
    return components


def find(message: Json, name: str) -> Json:
    """Return the button or select with this label, placeholder or custom_id."""
    control = with_name(message, name)
    offered = [it.get("label") or it["custom_id"] for it in _controls(message)]
    assert control is not None, f"The message has no {name!r}, only {offered}: {said(message)!r}"
    return control


def with_name(message: Json, name: str) -> Json | None:
    """Return the button or select with this label, placeholder or custom_id, or None."""
    names = (
        (control, (control["custom_id"], control.get("label"), control.get("placeholder"))) for control in _controls(message)
    )
    return next((control for control, its in names if name in its), None)


def _controls(message: Json) -> list[Json]:
    return [it for it in parts(message["components"]) if "custom_id" in it]


def _command(words: str, options: list[Json]) -> Json:
    """Return `table new` with its options, nested as Discord does."""
    name, *inner = words.split()
    for sub in reversed(inner):
        options = [{"name": sub, "options": options}]
    return {"name": name, "options": options}
