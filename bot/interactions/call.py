"""A call: who asks for what, and where; its reply; and the services. Handlers take services and a call, and return a reply.

Neither a call nor a reply knows how it travels. A command or autocomplete has `options`, a press has a `custom_id` and perhaps
`values`, a form that was sent has a `custom_id`. A reply to a press may replace the message that was pressed. Then it also
keeps the promise for which the courier waits.

The services come in records, one for each part. A handler's signature names the record with what it needs, and the type checker
lets it touch nothing else. There is one object: `Services` is all of the records.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Annotated, Any, TypeVar

import discord
from discord import ui
from discord.app_commands import Command
from msgspec import Meta, Struct, ValidationError, convert

from bot.competition.corrections import Corrections, Protests
from bot.competition.league_editor import LeagueEditor
from bot.competition.match_history import MatchHistory
from bot.competition.personal_data import PersonalData
from bot.competition.season_end import SeasonEnds, Undos
from bot.competition.standings import LeagueDirectory, Standings
from bot.competition.tournament.tournaments import Tournaments
from bot.delivery.courier import Courier
from bot.delivery.discord_api import DiscordApi
from bot.delivery.lanes import PromisedEdit
from bot.delivery.league_posts import LeaguePosts
from bot.delivery.readers import Readers
from bot.delivery.rendering import PictureChoices
from bot.delivery.thread_members import ThreadMembers
from bot.delivery.tournament_posts import TournamentPosts
from bot.interactions.rate_limits import Limited, RateLimits
from bot.league.seasons import StoredLeague
from bot.messages.components import LONGEST_OPTION, MOST_OPTIONS, MOST_TEXT
from bot.messages.names import names_at
from bot.messages.table.render_context import Eligibility, RenderContext, WhereItCounts
from bot.messages.words import Words
from bot.storage.daily import StoredDays
from bot.storage.league.ledgers import StoredLedgers
from bot.storage.people import People
from bot.storage.server_choices import ServerSettingsStore
from bot.tables.daily import is_revealed, points_ahead
from bot.tables.first_hand import Step
from bot.tables.ports import KnownPeople, PeopleIn, Person
from bot.tables.private_tables import PrivateTables
from bot.tables.refusals import ButtonNotUnderstood, ServerOnly
from bot.tables.rules.match_length import TurnEstimates
from bot.tables.rules.saved_variants import ServerVariants
from bot.tables.service import Tables
from bot.tables.table import Phase, Table
from bot.wording.sentence import Refusal, Refused

_Values = Annotated[tuple[Annotated[str, Meta(max_length=LONGEST_OPTION)], ...], Meta(max_length=MOST_OPTIONS)]


class _Answer(Struct):
    """The answer to a field of a form: what was chosen, or what was typed."""

    custom_id: Annotated[str, Meta(max_length=LONGEST_OPTION)]
    values: _Values = ()
    value: str | None = None


class _Field(Struct):
    component: _Answer


_Fields = Annotated[tuple[_Field, ...], Meta(max_length=5)]


class _User(Struct):
    username: str
    global_name: str | None = None
    bot: bool = False


class _Member(Struct):
    nick: str | None = None


class _Resolved(Struct):
    """Whom the ids among the answers of a form mean: Discord adds that, so no altered client can forge it."""

    users: dict[str, _User] = {}
    members: dict[str, _Member] = {}


_DiscordIds = tuple[Annotated[int, Meta(ge=1, le=2**63 - 1)], ...]


class CallKind(StrEnum):
    COMMAND = "command"
    AUTOCOMPLETE = "autocomplete"
    PRESS = "press"
    FORM = "form"


@dataclass(frozen=True, slots=True)
class Caller:
    """The person who asks, as Discord describes them.

    `roles` are those in the server, with the one of its number, which everyone has; none in direct messages. `sees` returns
    True for a channel or public thread of the server that they may see, as far as is known without asking Discord. They are a
    member of the server since `joined` (epoch ms); None in direct messages, or if it isn't known. `nickname` is empty for none.
    """

    id: int
    name: str
    username: str
    is_manager: bool
    roles: frozenset[int]
    sees: Callable[[int], bool]
    joined: int | None = None
    nickname: str = ""


@dataclass(frozen=True, slots=True)
class NamedMember:
    """A member of the server who isn't a bot: their Discord id, their name elsewhere, their username, and their nickname."""

    id: int
    name: str
    username: str
    nickname: str = ""


@dataclass(frozen=True, slots=True)
class Pressed:
    """The message that was pressed, or whose button opened the form. `ids` are the `custom_id`s of its components."""

    id: int
    is_whispered: bool
    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Call:
    """What one person asks for.

    `server` is None in direct messages, `parent` is the channel of this thread. `bot_may` is what the bot may do here, `at` the
    time of the call (epoch ms), `name` that of a command with its groups. `data` is a press or form as Discord sent it, and an
    altered client can send anything. `asked_at` is the step of the table when a command was given that a press carries out.
    It `may_be_outside` in a private thread to which the bot must be added before it can post there: Discord knows that.
    """

    id: int
    kind: CallKind
    at: int
    caller: Caller
    locale: str
    server: int | None
    channel: int
    parent: int | None
    has_threads: bool
    bot_may: discord.Permissions
    most_bytes: int
    name: str
    options: Mapping[str, Any]
    data: Mapping[str, Any]
    pressed: Pressed | None
    asked_at: int | None = None
    may_be_outside: bool = False

    @property
    def custom_id(self) -> str:
        """What was pressed, or which form was sent; empty for a command."""
        return str(self.data.get("custom_id", ""))

    @property
    def values(self) -> tuple[str, ...]:
        """What was chosen in a select. Raise Refused(ButtonNotUnderstood) for what no client sends."""
        try:
            return convert(self.data.get("values", ()), _Values)
        except ValidationError:
            raise self.not_understood() from None

    @property
    def value(self) -> str:
        """The first of what was chosen in a select. Raise Refused(ButtonNotUnderstood) if there is none."""
        first = "".join(self.values[:1])
        if not first:
            raise self.not_understood()
        return first

    @property
    def answers(self) -> dict[str, tuple[str, ...]]:
        """What was chosen or typed in a form, by the `custom_id` of the field. What is too long to be typed is cut.

        Raise Refused(ButtonNotUnderstood) for what no client sends.
        """
        try:
            answers = [one.component for one in convert(self.data.get("components", ()), _Fields)]
        except ValidationError:
            raise self.not_understood() from None
        return {one.custom_id: one.values if one.value is None else (one.value[:MOST_TEXT],) for one in answers}

    def answer(self, field_id: str) -> str:
        """Return what was typed, or the first value that was chosen; empty for nothing. Raise Refused(ButtonNotUnderstood)."""
        return "".join(self.answers.get(field_id, ())[:1])

    def members(self, field_id: str) -> dict[int, NamedMember | None]:
        """Return who was chosen in a form, by Discord id; None for a bot, and for someone who isn't a member of the server.

        Raise Refused(ButtonNotUnderstood) for nobody, and for what no client sends.
        """
        try:
            ids = convert(self.answers.get(field_id, ()), _DiscordIds, strict=False)
            resolved = convert(self.data.get("resolved", {}), _Resolved)
        except ValidationError:
            raise self.not_understood() from None
        if not ids:
            raise self.not_understood()
        return {one: _named(one, resolved) for one in ids}

    def not_understood(self) -> Refused:
        """Return the refusal of a press or form that nothing answers, or that an altered client has sent."""
        return Refused(ButtonNotUnderstood())

    @property
    def is_press(self) -> bool:
        """True for a press, and for a form that a press has opened: the reply may replace the message of either."""
        return self.kind == CallKind.PRESS or (self.kind == CallKind.FORM and self.pressed is not None)

    @property
    def is_of_message(self) -> bool:
        """True if what was pressed is in the message. Discord says what is in it, so no altered client can forge that."""
        return self.pressed is not None and self.custom_id in self.pressed.ids

    @property
    def is_whispered(self) -> bool:
        """True if only this person sees the message that was pressed: then it isn't one of the table's messages."""
        return self.pressed is not None and self.pressed.is_whispered


def _named(discord_id: int, resolved: _Resolved) -> NamedMember | None:
    user, member = resolved.users.get(str(discord_id)), resolved.members.get(str(discord_id))
    if user is None or member is None or user.bot:
        return None
    return NamedMember(discord_id, user.global_name or user.username, user.username, member.nick or "")


def server_of(call: Call) -> int:
    """Return the server of the call. Raise Refused(ServerOnly) in a direct message."""
    if call.server is None:
        raise Refused(ServerOnly())
    return call.server


@dataclass(frozen=True, slots=True)
class Reply:
    """A layout or a sentence; only the person sees it, unless it `is_public`.

    With `replaces_pressed`, the layout replaces the message that was pressed; a sentence is then sent as a second message.
    A `form` opens in the place of a message; if the reply was deferred, Discord takes no form, and a sentence is sent.
    `promised` is fulfilled once the reply is sent; its message then shows `version`. `files` are names and contents, beside a
    sentence. `on_posted` is called with the channel and message id of a public post. `then` is a second message.
    `is_out_of_date` if it says that the button was; `is_error` if it reports one.
    """

    view: ui.LayoutView | None = None
    text: str = ""
    form: ui.Modal | None = None
    is_public: bool = False
    replaces_pressed: bool = False
    promised: PromisedEdit | None = None
    version: int = 0
    files: tuple[tuple[str, bytes], ...] = ()
    on_posted: Callable[[int, int], Awaitable[None]] | None = None
    then: "Reply | None" = None
    is_out_of_date: bool = False
    is_error: bool = False


LONGEST_CONTENT = 2000
"""The characters of a message without a layout, at Discord."""
NO_REPLY = Reply()
"""No reply to a press: the courier edits the message that was pressed."""


_ANSWER_TIME = 15 * 60_000
"""How long a confirmation can be answered, in milliseconds."""

Confirmed = Callable[[Call, StoredLeague], Awaitable[Reply]]
"""What is done in a league if the answer is yes. It checks everything again."""


class NothingToConfirm(Refusal):
    """The confirmation was answered, or asked for too long ago, or the bot has been restarted since."""

    sentence = "This has been answered, or is too old. Use the command again."


class Confirmations:
    """The confirmations that can still be answered. Nothing is stored of them, because an answer is soon given, or never.

    The number of a confirmation is the time at which it was asked for (epoch ms), so none has that of one before a restart.
    """

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._asked: dict[int, tuple[int, Confirmed]] = {}

    def ask(self, league: int, confirmed: Confirmed) -> int:
        """Return the number of a new confirmation in a league. Forget those that are too old to be answered."""
        now = self._now()
        self._asked = {number: one for number, one in self._asked.items() if number + _ANSWER_TIME >= now}
        number = max([now, *(asked + 1 for asked in self._asked)])
        self._asked[number] = league, confirmed
        return number

    def find(self, number: int) -> tuple[int, Confirmed]:
        """Return the number of the league, and what is done there. Raise Refused if there is no such confirmation."""
        if number not in self._asked or number + _ANSWER_TIME < self._now():
            raise Refused(NothingToConfirm())
        return self._asked[number]

    def forget(self, number: int) -> None:
        """Forget a confirmation that has been answered."""
        self._asked.pop(number, None)


@dataclass(frozen=True, kw_only=True)  # without slots: no class can inherit from two that have some
class CommonServices:
    """What every part needs. `now` returns epoch milliseconds, `organiser_role` the Discord id of a server's, if it exists."""

    now: Callable[[], int]
    people: People
    readers: Readers
    api: DiscordApi
    thread_members: ThreadMembers
    limits: RateLimits
    variants: ServerVariants
    server_settings: ServerSettingsStore
    organiser_role: Callable[[int], Awaitable[int | None]]

    def count(self, limited: Limited, call: Call) -> None:
        """Count one more of this kind for the person and the server. Raise Refused if that is too many."""
        self.limits.count(limited, call.caller.id, call.server)

    def say(self, call: Call) -> Words:
        """Return the words for text that only this person reads."""
        known = self.people.find(call.caller.id)
        say = self.readers.languages.for_locale(call.locale if known is None else known.language or call.locale)
        return say if known is None else say.with_suits(known.suits)

    async def say_here(self, call: Call) -> Words:
        """Return the same words for text that names buttons of messages that everyone sees in the server."""
        say = self.say(call)
        return say if call.server is None else say.quoting(await self.readers.server(call.server))

    async def person(self, call: Call) -> Person:
        """Return the person who asks, with their names stored."""
        who = call.caller
        return await self.people.add_or_update(
            who.id, who.name, call.locale, username=who.username, server=call.server or 0, nickname=who.nickname
        )

    @property
    def pictures(self) -> PictureChoices:
        return PictureChoices(self.api, self.server_settings)

    def people_in(self, call: Call) -> KnownPeople:
        """Return everyone with the names that they have where the call comes from."""
        return PeopleIn(self.people, call.server)


@dataclass(frozen=True, kw_only=True)
class TableServices(CommonServices):
    """What a table needs."""

    tables: Tables
    private_tables: PrivateTables
    first_hand: tuple[Step, ...]
    courier: Courier
    eligibility: Eligibility
    turns: TurnEstimates
    learners: dict[int, tuple[int, int]] = field(default_factory=dict)
    """The step of the first hand that each learner was shown last, and when, by their number: for moves that they type."""

    async def context(self, table: Table, say: Words) -> RenderContext:
        """Return what the layouts of a table need, in this language."""
        place = self.courier.place(table)
        is_shown = table.phase in (Phase.LOBBY, Phase.OVER) and not table.is_private
        counts = await self.eligibility.where_it_counts(table) if is_shown else WhereItCounts()
        if (day := table.lobby.day) is not None:
            shows_hands = points_ahead(table) is not None
            counts = WhereItCounts(shows_deals=is_revealed(day.day, self.now()), shows_hands=shows_hands)
        may_open_thread = table.phase == Phase.LOBBY and self.api.may_open_thread(table.server, table.channel)
        look = await self.pictures.of_channel(table.server, place, table.channel)
        return RenderContext(
            table,
            say,
            names_at(table, self.people, say),
            self.api.server_name(table.server),
            place,
            counts,
            may_open_thread,
            self.turns,
            **look,
        )

    async def context_for(self, table: Table, person: Person, say: Words) -> RenderContext:
        """Return what a message to this person needs: also how they see cards, and the message of the current round."""
        return replace(
            await self.context(table, say),
            card_order=person.card_order,
            round_message=self.courier.round_message(table),
            **self.pictures.of_person(person),
        )


@dataclass(frozen=True, kw_only=True)
class ReplayServices(TableServices):
    """What replays and the deal of the day need: the day and tournaments decide who may see all cards."""

    days: StoredDays
    match_history: MatchHistory
    tournaments: Tournaments


@dataclass(frozen=True, kw_only=True)
class LeagueTableServices(TableServices):
    """What a table needs that is opened to count in a league."""

    leagues: LeagueDirectory


@dataclass(frozen=True, kw_only=True)
class TournamentServices(LeagueTableServices):
    """What a tournament needs. It is played at tables, and its start is typed in the time zone of the server's leagues."""

    tournaments: Tournaments
    tournament_posts: TournamentPosts


@dataclass(frozen=True, kw_only=True)
class LeagueServices(CommonServices):
    """What leagues, finished matches and statistics need: also messages that a correction changes, and streaks of days."""

    courier: Courier

    ledgers: StoredLedgers
    leagues: LeagueDirectory
    league_editor: LeagueEditor
    standings: Standings
    season_ends: SeasonEnds
    match_history: MatchHistory
    corrections: Corrections
    protests: Protests
    confirmations: Confirmations
    undos: Undos
    league_posts: LeaguePosts
    tournaments: Tournaments
    tournament_posts: TournamentPosts
    days: StoredDays


@dataclass(frozen=True, kw_only=True)
class PersonalServices(CommonServices):
    """What exporting and deleting a person's data needs."""

    personal_data: PersonalData


@dataclass(frozen=True, kw_only=True)
class Services(ReplayServices, TournamentServices, LeagueServices, PersonalServices):
    """All services, created once by `bot.app`."""

    commands: dict[str, Command[Any, ..., Any]] = field(default_factory=dict)
    """The slash commands by their names with groups, once the cogs are added."""


Part = TypeVar("Part", bound=CommonServices)
"""The record that a handler takes."""
