"""The options of `/league schedule`, and what they mean: the variant and the dates of a new schedule."""

from dataclasses import dataclass
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from discord import Member, User

from bot.competition.ports import StoredLeague
from bot.competition.refusals import DayNotUnderstood, OptionsContradict
from bot.interactions.call import Call
from bot.interactions.services import Services
from bot.league.days import read_day, start_of_day
from bot.rummy.variant import Variant, differing_questions
from bot.tables.rules.house_rules import closest_preset, replace_match_end
from bot.tables.rules.saved_variants import DEFAULT_VARIANT
from bot.wording.sentence import Code, Refusal, Refused, Typed


class TimeSkipped(Refusal):
    """The time doesn't exist in this time zone: the clocks are changed over it."""

    time: Code
    zone: Code
    sentence = "The clocks in {zone} skip {time}: they are changed then. Choose another time."


class VariantDoesNotCount(Refusal):
    """Matches of this variant (its title) do not count in the league."""

    game: Typed
    league: Typed
    sentence = "{game} doesn't count in {league}. `/league list` shows what does."


@dataclass(frozen=True, slots=True)
class ScheduleOptions:
    """The options as they were typed; `person` is a Discord user."""

    league: str | None
    people: str | None
    tables: int | None
    rounds: int | None
    variant: str | None
    target: int | None
    deals: int | None
    dates: str | None
    replace: bool
    person: Member | User | None
    live: bool
    why: str | None = None

    @property
    def are_for_new_schedule(self) -> bool:
        given = (self.people, self.tables, self.rounds, self.variant, self.target, self.deals, self.dates, self.why)
        return self.replace or any(one is not None for one in given)

    @property
    def is_public(self) -> bool:
        """True if the reply is for everyone."""
        return self.are_for_new_schedule or self.live

    def check_together(self) -> None:
        """Raise Refused(OptionsContradict) for more than one of the options that say what to do."""
        given = {"people": self.people is not None, "person": self.person is not None, "live": self.live}
        named = [name for name, is_given in given.items() if is_given]
        if len(named) > 1:
            raise Refused(OptionsContradict(*named[:2]))


@dataclass(frozen=True, slots=True)
class _PlannedMatch:
    """What decides whether a match that is not yet played would fit a league."""

    server: int
    home: int
    variant: Variant
    house_rules: tuple[str, ...]
    has_clock: bool = True  # unless the host chooses none


async def choose_variant(services: Services, call: Call, stored: StoredLeague, options: ScheduleOptions) -> Variant:
    """Return the variant to be played: the named one, else the league's first, with the target and number of deals.

    Raise Refused(NoSuchVariant), or Refused(VariantDoesNotCount) for a variant that doesn't count in the league. A
    schedule sets its own length.
    """
    named = next(iter(stored.league.games), services.variants.presets[DEFAULT_VARIANT])
    if options.variant is not None:
        named = await services.variants.find(call.server, options.variant)
    house_rules = differing_questions(named, closest_preset(named, services.variants.presets))
    if not stored.league.fits(_PlannedMatch(stored.league.server, stored.league.channel or 0, named, house_rules)):
        raise Refused(VariantDoesNotCount(named.title, stored.name))
    return replace_match_end(named, options.target, options.deals)


def read_dates(text: str | None, zone: str) -> list[int]:
    """Return the end of each round in epoch ms; for a day without a time, its last minute. Raise Refused."""
    return [_read_moment(part.strip(), zone) for part in (text or "").split(",") if part.strip()]


def _read_moment(text: str, zone: str) -> int:
    day = read_day(text)
    if day is not None:
        return start_of_day(day + 1, zone) - 60_000
    try:
        local = datetime.strptime(text, "%Y-%m-%d %H:%M").replace(tzinfo=ZoneInfo(zone))
        moment = local.astimezone(UTC)
    except (ValueError, OverflowError, OSError):
        raise Refused(DayNotUnderstood(text)) from None
    if moment.astimezone(ZoneInfo(zone)).replace(tzinfo=None) != local.replace(tzinfo=None):
        raise Refused(TimeSkipped(local.strftime("%Y-%m-%d %H:%M"), zone))
    return round(moment.timestamp() * 1000)
