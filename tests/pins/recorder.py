"""Records what Ramino answers, and which messages change by it, as text that is the same in every run.

Time stands still: the clocks of Ramino and of the playground advance by a second with each act. Seeds come from a number.
Computers play only when they are told to. What Discord draws at random (ids) or Ramino does (names of pictures) is left out.
"""

import hashlib
import json
import re
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from difflib import unified_diff
from io import BytesIO
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any
from unittest import mock
from zipfile import ZipFile

from bot import app
from bot.delivery.budget import Budget
from bot.discord import error_boundary
from playground import simulation
from tests.e2e.support.club import EVERYONE, NO_LIMITS, Club, open_club, until
from tests.e2e.support.commands import forged_reply
from tests.e2e.support.hand_controls import controls, offered_moves
from tests.e2e.support.league_messages import attached_files
from tests.e2e.support.year import Seeds, ShortMatches
from tests.people import Json, Reply, parts, with_name
from tests.seeded_deals import deals_from

START = 1_903_089_600_000
"""A Monday at noon, in epoch milliseconds. It is in the future, so that discord.py takes no interaction for an old one."""
PATIENCE = 60.0
_SAME = {"deferred": "message", "deferred_update": "update"}
"""Outcomes that depend only on how busy the machine is."""
_WORTH_REFERRING = 6
"""The number of lines of an answer from which on it isn't repeated."""
_TYPED: dict[str, dict[str, object]] = {"answer": {"rule": "jokers"}, "player": {"match": 5}, "other_player": {"match": 5}}
"""What is typed in other options while one is completed."""
_ENOUGH = 24
"""How many characters of a line say that it is gone."""
_KINDS = (
    (r"^([md]:\d+:\d+):(take back|[a-z]+).*", r"\1:\2"),
    (r"^(g:learn:\d+):.+", r"\1:move"),
    (r"^w:.*", "w:#:#:command"),
    (r"^(f:\d+):\w+:", r"\1:part:"),
    (r"^(j:one:\d+):\w+:", r"\1:setting:"),
    (r"^(r:\d+:[a-z]+):[-.\d]+$", r"\1:choices"),
    (r"(?<=:)(?:block|cuccu|ramino|rami|wrotham|sprint)\b", "game"),
    (r"(?<=:)(?:easy|normal)\b", "level"),
    (r"^(v:\d+:\d+:\d+:)\d*", r"\1"),
    (r"\d+", "#"),
)
"""What is replaced in a `custom_id` to get its kind."""


class StandingClock:
    """A clock for Ramino (epoch ms) and the playground (seconds); each look by the playground takes a microsecond."""

    def __init__(self) -> None:
        self.forward, self._looks = 0, 0

    def __call__(self) -> int:
        return START + self.forward

    def steady(self) -> float:
        return self.forward / 1000

    def discord(self, _clock: simulation.Clock) -> float:
        self._looks += 1
        return self() / 1000 + self._looks / 1e6

    def advance(self, seconds: float = 1) -> None:
        self.forward, self._looks = self.forward + round(seconds * 1000), 0


class Recorder:
    """What was recorded in one server: `lines`. `slash`, `press`, `choose` and `submit` are recorded acts."""

    def __init__(self, club: Club, bot: app.Bot, clock: StandingClock, seeds: Seeds) -> None:
        self.club, self.bot, self.clock, self.seeds = club, bot, clock, seeds
        self.short = ShortMatches(club, seeds)
        self.lines: list[str] = []
        self._is_muted = False
        self._made: set[tuple[str, str]] = set()
        self._recorded: set[tuple[str, str]] = set()
        self._said: dict[tuple[str, ...], str] = {}
        self._known: dict[str, list[str]] = {}
        self._replies: dict[str, Reply] = {}
        self._places: dict[str, str] = {}
        channels = {channel.id: channel.name for channel in club.pg.world.channels.values() if channel.name}
        people = {one.id: name for name, one in club.members.items()}
        dms = {club.pg.world.dm_of(id_).id: f"dm-{name}" for id_, name in people.items()}
        self._ids: dict[str, str] = {club.pg.world.guild.id: "server", **channels, **people, **dms}
        self._names = {f"#{name}": id_ for id_, name in channels.items()} | {f"@{name}": id_ for id_, name in people.items()}

    def name_id(self, name: str, id_: str) -> None:
        """Show an id by this name from now on; it begins with @ or #."""
        self._ids[id_], self._names[name] = name[1:], id_

    @contextmanager
    def unrecorded(self) -> Iterator[None]:
        """Record nothing of what happens meanwhile."""
        before, self._is_muted = self._is_muted, True
        yield
        self._is_muted = before

    # Acts.

    async def slash(self, name: str, command: str, /, *, in_: str = "rummy", **options: object) -> Json:
        """Use a command and record the answer. A name with @ or # among the options stands for its id."""
        given = {key: self._real(value) for key, value in options.items()}
        shown = "".join(f" {key}:{value}" for key, value in options.items())
        self._act(name, in_)
        reply = await self.club[name].slash(command, in_=in_, **given)
        return await self._record(name, f"/{command}{shown}{'' if in_ == 'rummy' else f' in {in_}'}", reply)

    async def press(self, name: str, button: str) -> Json:
        """Press the newest button that this person sees with this label, or a `custom_id` that begins or ends so."""
        message, control = self._find(name, button)
        self._act(name, message["channel_id"])
        reply = await self.club[name].press(message, control["custom_id"])
        return await self._record(name, f"presses [{self.text(control.get('label', ''))}] {self._id(control)}", reply)

    async def forge(self, name: str, custom_id: str) -> None:
        """Press a button that isn't shown, such as one of a long list that this server doesn't have."""
        message, _ = self._find(name, "")
        self._act(name, message["channel_id"])
        await self._record(name, f"presses {{{custom_id}}}", await forged_reply(self.club, name, message, custom_id))

    async def choose(self, name: str, select: str, *values: str) -> Json:
        """Choose these values, or else the last option that isn't chosen; the select is found as a button is by `press`."""
        message, control = self._find(name, select)
        chosen = values or tuple(it["value"] for it in control["options"] if not it.get("default"))[-1:]
        self._act(name, message["channel_id"])
        reply = await self.club[name].choose(message, control["custom_id"], *map(str, map(self._real, chosen)))
        return await self._record(name, f"chooses “{', '.join(chosen)}” in {self._id(control)}", reply)

    def _act(self, name: str, place: str) -> None:
        self.clock.advance()
        self._places[name] = place

    async def submit(self, name: str, /, **answers: object) -> Json:
        """Send the form that this person has opened last."""
        form, place = self._replies[name].modal, self._places[name]
        self._act(name, place)
        given = {key: list(map(self._real, value)) if isinstance(value, list) else value for key, value in answers.items()}
        reply = await self.club[name].submit(form, in_=place, **given)
        shown = "".join(f" {key}:{value}" for key, value in answers.items())
        return await self._record(name, f"sends{shown} {self._id(form)}", reply)

    async def change_settings(self, name: str, league: str, **settings: object) -> None:
        """Change these settings of a league by their forms; it isn't recorded."""
        with self.unrecorded():
            await self.slash(name, "league edit", league=league)
            for setting, value in settings.items():
                await self.choose(name, "j:setting:", setting)
                await self.submit(name, value=value if isinstance(value, list) else str(value))

    async def play(self, number: int, turns: int, *, silently: bool = False) -> None:
        """Let people play so many turns as they are offered; each kind of move is recorded once for each way to make it."""
        for turn in range(turns):
            if self.club.table(number).phase != "deal":
                return
            name = self.club.on_turn(number).name
            self._is_muted = True
            hand = await self.slash(name, "hand", table=number)
            while moves := offered_moves(hand):
                wants_swap = ("swap", "/") not in self._made and any(move.startswith("swap") for move in moves)
                by = "/" if wants_swap else ("/", "m", "s")[turn % 3]
                move = self._choose_move(hand, moves, by)
                control = "/" if by == "/" else next(id_ for id_, its in controls(hand).items() if move in its)
                self._made.add((_kind_of_move(move), by))
                self._mute(move, control[0], silently=silently)
                hand = await self._make(name, number, move, control)
                sure = next((id_ for id_ in controls(hand) if id_.startswith("d:")), None)
                if sure is not None:
                    self._mute("sure", "d", silently=silently)
                    hand = await self.press(name, sure)
            self._is_muted = silently

    def _choose_move(self, hand: Json, moves: list[str], by: str) -> str:
        """Return the first move that goes on with the turn; the first time, one is taken back, and a discard taken."""
        order = ("swap", "layoff", "meld", "draw", "take", "discard")
        kinds = [*(kind for kind in ("take back", "take") if (kind, by) not in self._made), *order]
        in_selects = [move for id_, its in controls(hand).items() if id_.startswith("s:") for move in its]
        preferred = in_selects + moves if by == "s" else moves
        return next(move for kind in kinds for move in preferred if _kind_of_move(move) == kind)

    def _mute(self, move: str, by: str, *, silently: bool) -> None:
        """Record only the first move of each kind that is made by a command, a button or a select."""
        kind = _kind_of_move(move)
        self._is_muted = silently or (kind, by) in self._recorded
        self._recorded.add((kind, by))

    async def _make(self, name: str, number: int, move: str, control: str) -> Json:
        if control == "/":
            command, options = _typed(move)
            return await self.slash(name, command, table=number, **options)
        return await (self.choose(name, control, move) if control[0] == "s" else self.press(name, control))

    async def autocomplete(self, name: str, *wanted: str) -> None:
        """Record what is offered for these options of all commands, or for every option, while nothing is typed."""
        self.lines += ["", f"## autocompletion for {name}"]
        some = {3: "1", 4: 1, 6: self.club["Bob"].id}
        for command, option, needed in self._offering_options():
            if option not in (wanted or (option,)):
                continue
            values = {it["name"]: [*_choices(it), some[it["type"]]][0] for it in needed} | _TYPED.get(option, {})
            typed = "Europe/R" if option == "zone" else ""
            choices = await self.club[name].autocomplete(command, option, typed, **values)
            offered = (it["name"] if it["name"] == it["value"] else f"{it['name']} = {it['value']}" for it in choices)
            self.lines.append(self.text(f"/{command} {option}: {' · '.join(offered) or '–'}"))

    def _offering_options(self) -> Iterator[tuple[str, str, list[Json]]]:
        for words, command in commands_in(self.club["Ann"].commands):
            options = command.get("options") or []
            for option in options:
                if option.get("autocomplete"):
                    yield words, option["name"], [one for one in options if one.get("required") and one is not option]

    async def play_short(self, *names: str) -> None:
        """Let these people play a match of one deal, which the first of them wins; it isn't recorded."""
        self.clock.advance()
        number = int(self.club.query("SELECT max(number) FROM tables")[0][0]) + 1
        host, *guests = (self.club[name] for name in names)
        await host.slash("table new", variant="Sprint", thread=False)
        for guest in guests:
            await guest.slash("table join", table=number)
        await self.short.finish(number, host, *guests, winner=host)
        await self.settle()
        self.note_changes("", silently=True)

    # What is seen.

    async def settle(self) -> None:
        """Wait until everything is sent and everyone sees it."""
        await self.bot.boundary.idle()
        await self.bot.services.courier.flush()
        await self.bot.league_clock.run_once(0)
        await until(lambda: all(map(self._sees_everything, self.club.members)), PATIENCE)

    def _sees_everything(self, name: str) -> bool:
        person = self.club[name]
        for channel, seen in person._messages.items():
            there = self.club.pg.world.messages.get(channel, {}).values()
            mine = [it.body for it in there if it.only_for in (None, person.id) and not it.dismissed]
            if {it["id"]: it["edited_timestamp"] for it in mine} != {it["id"]: it["edited_timestamp"] for it in seen.values()}:
                return False
        return True

    async def _record(self, name: str, act: str, reply: Reply) -> Json:
        await self.settle()
        message = self.club[name].now(reply.message) if reply.message else {}
        self._replies[name] = Reply(reply.outcome, message, reply.choices, reply.modal, reply.error)
        if self._is_muted:
            self.note_changes(name, silently=True)
            return message
        outcome = _SAME.get(reply.outcome, reply.outcome)
        seen_by = (", private" if message["flags"] & 64 else ", public") if message else ""
        self.lines += ["", f"## {self.text(f'{name} {act}')}", f"{outcome}{seen_by} {reply.error}".rstrip()]
        if reply.modal:
            self.lines += [self.text(f"form “{reply.modal['title']}” {self._id(reply.modal)}")]
            self.lines += self.shown(reply.modal)
        if message:
            before, self._known[message["id"]] = self._known.get(message["id"], []), self.shown(message)
            answer = _changes(before, self._known[message["id"]])
            first = self._said.setdefault(tuple(answer), act)
            self.lines += (
                answer if first is act or len(answer) < _WORTH_REFERRING else [f"the same as after “{self.text(first)}”"]
            )
        self.note_changes(name)
        return message

    def note_changes(self, name: str, *, silently: bool = False) -> None:
        """Record how other messages have changed that this person sees: those of a channel, and their own."""
        answer = self.shown(self._replies[name].message) if name and self._replies[name].message else []
        for person in self.club.members.values():
            for channel in sorted(person._messages):
                is_own = person.name == name or (person.name == "Finn" and person.channel(channel)["type"] != 1)
                for message in sorted(person.messages(channel), key=lambda it: int(it["id"])) if is_own or silently else ():
                    self._note_change(message, self.text(f"<#{channel}>"), answer, silently=silently)

    def _note_change(self, message: Json, where: str, answer: list[str], *, silently: bool) -> None:
        before, now = self._known.get(message["id"]), self.shown(message)
        if before == now:
            return
        self._known[message["id"]] = now
        if silently:
            return
        if now == answer:
            self.lines.append(f"-- the same in {where}")
        elif before is None:
            whose = "private" if message["flags"] & 64 else "new"
            self.lines += [f"-- {whose} in {where}", *now]
        else:
            self.lines += [f"-- edited in {where}", *_changes(before, now)]

    async def files(self, name: str, *hashed: str) -> None:
        """Record the files of the answer that this person got last; of those whose names end so, only the hash."""
        attached = await attached_files(self.club, self._replies[name].message)
        for file, content in chain.from_iterable(_unpacked(*one) for one in attached.items()):
            plain = content.decode()
            lines = _json_lines(json.loads(plain)) if file.endswith("json") else plain.splitlines()
            text = self.text("\n".join(lines))
            if file.endswith(hashed):
                text = f"sha256 {hashlib.sha256(text.encode()).hexdigest()}"
            self.lines += ["", f"-- {file}", *text.split("\n")]

    def page(self, name: str, channel: str) -> None:
        """Record all messages of a channel that this person sees, as they are now."""
        for message in sorted(self.club[name].messages(channel), key=lambda it: int(it["id"])):
            self.lines += ["", f"## {name} sees in {channel}", *self.shown(message)]

    def shown(self, message: Json) -> list[str]:
        """Return the lines of a message or form: texts, labels, options, alt texts, hints, and each `custom_id` in braces."""
        found = [f"@ {message['content']}"] if message.get("content") else []
        for it in parts(message["components"]):
            found += self._component(it)
        found += [f"file {self._file(it)} {it.get('description', '')}" for it in message.get("attachments", ())]
        return [self.text(line).rstrip() for text in found for line in text.split("\n")]

    def _component(self, it: Json) -> list[str]:
        match it["type"]:
            case 10:
                return [str(it["content"])]
            case 2:
                emoji = it.get("emoji", {}).get("name", "")
                style = ("", "primary", "grey", "green", "red", "link")[it["style"]]
                off = ", disabled" if it.get("disabled") else ""
                return [f"[{emoji}{it.get('label', '')}] {style}{off} {self._id(it) if 'custom_id' in it else it.get('url')}"]
            case 3 | 5 | 6 | 7 | 8 | 21:
                range_ = (
                    "" if it.get("min_values", 1) == it.get("max_values", 1) == 1 else f" {it['min_values']}–{it['max_values']}"
                )
                chosen = "".join(f" {one['type']} {one['id']}" for one in it.get("default_values", ()))
                return [f"<{it.get('placeholder') or ''}>{range_}{chosen} {self._id(it)}", *map(_option, it.get("options", ()))]
            case 4:
                limits = (
                    f"{it.get('min_length', 0)}–{it.get('max_length', '')}{'' if it.get('required', True) else ', optional'}"
                )
                return [f"input “{it.get('value') or ''}” ({it.get('placeholder') or ''}) {limits} {self._id(it)}"]
            case 12:
                return [f"picture: {one.get('description') or '–'}" for one in it["items"]]
            case 17 if it.get("accent_color") is not None:
                return [f"frame #{it['accent_color']:06x}"]
            case 18:
                return [f"{it['label']}: {it.get('description') or ''}"]
            case _:
                return []

    def _file(self, file: Json) -> str:
        return "picture" if file["filename"].endswith(("png", "webp")) else str(file["filename"])

    def text(self, text: str) -> str:
        """Return the text with names in the place of known ids, and numbers in the order of appearance for others.

        Whether a message was stored before the next deal depends on the machine, so that isn't recorded.
        """
        text = text.replace(" (without a message's ID)", "")
        return re.sub(r"(?<!\d)\d{17,20}(?!\d)", lambda found: self._ids.setdefault(found[0], f"id{len(self._ids)}"), text)

    def _real(self, value: object) -> object:
        """Return the value with ids in the place of names."""
        if not isinstance(value, str):
            return value
        whole = self._names.get(value, value)
        return re.sub(r"<(@\w+)>", lambda found: f"<@{self._names[found[1]]}>", whole)

    def _id(self, control: Json) -> str:
        return f"{{{control['custom_id'].partition('~')[0]}}}"

    def _find(self, name: str, what: str) -> tuple[Json, Json]:
        person = self.club[name]
        every = sorted((it for all_ in person._messages.values() for it in all_.values()), key=lambda it: -int(it["id"]))
        last = self._replies[name].message if name in self._replies else {}
        for message in [*([person.now(last)] if last else []), *every]:
            if (control := with_name(message, what)) is not None:
                return message, control
            for it in parts(message["components"]):
                custom_id = it.get("custom_id", "").partition("~")[0]
                if custom_id and (custom_id.startswith(what) or custom_id.endswith(what)):
                    return message, it
        raise LookupError(f"{name} sees no {what!r}:\n{person}")


def _changes(before: list[str], now: list[str]) -> list[str]:
    """Return the lines that have changed, or all lines if most have. Of those that are gone, only the beginning."""
    found = (line for line in list(unified_diff(before, now, lineterm="", n=0))[2:] if not line.startswith("@@"))
    changed = [line[:_ENOUGH] if line[0] == "-" else line for line in found]
    return changed if len(changed) < len(now) else now


def _json_lines(content: Any) -> list[str]:
    """Return a line for each element of a list or each field of an object."""
    inner = content.items() if isinstance(content, dict) else enumerate(content)
    return [f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in inner]


def _kind_of_move(move: str) -> str:
    return move if move == "take back" else move.split()[0]


def _choices(option: Json) -> list[object]:
    return [one["value"] for one in option.get("choices", ())]


def _typed(move: str) -> tuple[str, dict[str, object]]:
    """Return the command of a move, with its options."""
    match move.split():
        case ["draw", _]:
            return "draw", {"from": "stock"}
        case ["take"]:
            return "draw", {"from": "discards"}
        case ["take", "back"]:
            return "takeback", {}
        case ["meld", *_]:
            return "meld", {"cards": move.removeprefix("meld ")}
        case ["layoff", *cards, meld]:
            return "layoff", {"cards": " ".join(cards), "meld": int(meld)}
        case ["swap", card, meld]:
            return "swap", {"card": card, "meld": int(meld)}
        case _:
            return "discard", {"card": move.split()[1]}


def _option(option: Json) -> str:
    chosen = " ✓" if option.get("default") else ""
    emoji = (option.get("emoji") or {}).get("name", "")
    return f"  - {emoji}{option['label']} = {option['value']}{chosen} {option.get('description') or ''}".rstrip()


def commands_in(commands: list[Json]) -> Iterator[tuple[str, Json]]:
    """Yield the words of each command, and the command."""
    for command in commands:
        options = command.get("options") or []
        if any(one["type"] in (1, 2) for one in options):
            yield from ((f"{command['name']} {words}", inner) for words, inner in commands_in(options))
        else:
            yield command["name"], command


def kind_of(custom_id: str) -> str:
    """Return a `custom_id` without what differs from one button of a kind to the next: numbers, cards, games, options."""
    for pattern, written in _KINDS:
        custom_id = re.sub(pattern, written, custom_id)
    return custom_id


@asynccontextmanager
async def recording(
    folder: Path, seed: int = 1, load: Callable[[Club, StandingClock], None] = lambda _club, _clock: None
) -> AsyncIterator[Recorder]:
    """Open a server with six people and a bot whose clocks stand still and whose deals follow from the seed.

    `load` may replace the database, and set the clock, before the bot opens it.
    """
    clock, seeds = StandingClock(), Seeds(Random(seed))
    with ExitStack() as stack:
        for owner, name, value in (
            (app, "now", clock),
            (app, "steady", clock.steady),
            (app, "COMPUTER_SECONDS", (1e8, 1e8)),
            (app, "Budget", lambda **_: Budget(1e6, 1e6)),
            (error_boundary, "_DEFER_AFTER", PATIENCE),
            (simulation.Clock, "__call__", lambda it: clock.discord(it)),
        ):
            stack.enter_context(mock.patch.object(owner, name, value))
        stack.enter_context(deals_from(seeds))
        limits = NO_LIMITS | {"moves_per_second": 0}
        async with open_club(folder, *EVERYONE, deal_pause=3600, limits=limits) as club:
            club.pg.simulation.interactions._answer_within = PATIENCE + 1
            load(club, clock)
            async with club.bot() as bot:
                yield Recorder(club, bot, clock, seeds)


def _unpacked(file: str, content: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield the names and contents of a zip, or of another file."""
    if not file.endswith("zip"):
        yield file, content
        return
    with ZipFile(BytesIO(content)) as archive:
        yield from ((f"{file}/{name}", archive.read(name)) for name in archive.namelist())
