"""The services that the deliveries of all tables share."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.delivery.discord_api import DiscordApi
from bot.messages.table.render_context import Eligibility
from bot.messages.words import Languages
from bot.storage.people import People
from bot.storage.server_choices import ServerSettingsStore
from bot.storage.surfaces import Surfaces
from bot.tables.ports import EventLog
from bot.tables.rules.match_length import NO_ESTIMATES, TurnEstimates
from bot.tables.service import Tables


@dataclass(frozen=True, slots=True)
class Sources:
    """What the deliveries of all tables share. `now` returns the time in epoch milliseconds."""

    tables: Tables
    log: EventLog
    surfaces: Surfaces
    people: People
    api: DiscordApi
    languages: Languages
    eligibility: Eligibility
    server_settings: ServerSettingsStore
    now: Callable[[], int]
    turns: TurnEstimates = NO_ESTIMATES
