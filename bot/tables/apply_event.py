"""A table after each of its events; an event is never refused, because it has already happened."""

from collections.abc import Iterable
from typing import TypeVar, assert_never

from msgspec.structs import replace

from bot.rummy.apply import apply
from bot.rummy.events import (
    CardDiscarded,
    CardDrawn,
    CardsDealt,
    CardsLaidOff,
    DealEnded,
    DiscardTaken,
    JokerSwapped,
    MatchBrokenOff,
    MatchEnded,
    MatchStarted,
    MeldLaid,
    MeldRetired,
    SeatLeft,
    StockRecycled,
    TakenBack,
)
from bot.rummy.events import Event as MatchEvent
from bot.rummy.variant.variant import differing_questions
from bot.tables.events import (
    EndPressed,
    Event,
    InvitationDeclined,
    LobbyClosed,
    PauseBegun,
    ReadyPressed,
    RulesAgreed,
    RulesChanged,
    SatDown,
    SeatsFreed,
    SettingsChanged,
    StoodUp,
    TableOpened,
)
from bot.tables.played_turns import add_to_turns
from bot.tables.table import Table

_T = TypeVar("_T")


def fold(number: int, events: Iterable[Event]) -> Table:
    """Return the table that these events make, from TableOpened on."""
    table: Table | None = None
    for event in events:
        table = apply_event(number, table, event)
    assert table is not None, "a table begins with TableOpened"
    return table


def apply_event(number: int, table: Table | None, event: Event) -> Table:
    """Return the table after one more event. Never refuse: the event has already happened."""
    if isinstance(event, TableOpened):
        return _new_table(number, event)
    assert table is not None, "a table begins with TableOpened"
    version = table.version + 1
    match event:
        case SatDown(person=person):
            people, agreed = (*table.people, person), (*table.agreed_rules, table.variant)
            return replace(table, people=people, agreed_rules=agreed, declined=table.declined - {person}, version=version)
        case StoodUp(person=person):
            at = table.people.index(person)
            people, agreed = _without(table.people, at), _without(table.agreed_rules, at)
            return replace(table, people=people, agreed_rules=agreed, declined=table.declined | {person}, version=version)
        case InvitationDeclined(person=person):
            return replace(table, declined=table.declined | {person}, version=version)
        case SeatsFreed():
            return replace(table, seats_freed=True, version=version, step=table.step + 1)
        case RulesChanged(by=person, variant=variant):
            count = table.rule_changes + 1
            questions = table.changed_questions | dict.fromkeys(differing_questions(variant, table.variant), count)
            changed = replace(table, variant=variant, rule_changes=count, changed_questions=questions, version=version)
            return _with_agreement(changed, person)
        case RulesAgreed(person=person):
            return _with_agreement(replace(table, version=version), person)
        case SettingsChanged(thread=thread, shows_draws=shows_draws):
            return replace(table, thread=thread, shows_draws=shows_draws, version=version)
        case LobbyClosed(why=why):
            return replace(table, closing_reason=why, version=version)
        case PauseBegun(until=until):
            return replace(table, next_deal_at=until, version=version)
        case ReadyPressed(person=person):
            return replace(table, ready_people=table.ready_people | {person}, version=version)
        case EndPressed(person=person):
            return replace(table, end_requests=table.end_requests | {person}, version=version)
        case MatchStarted() | CardsDealt() | DealEnded() | MatchEnded() | MatchBrokenOff():
            played = replace(_after_match_event(table, event), version=version, step=table.step + 1)
            played = replace(played, next_deal_at=None, ready_people=frozenset())
            return replace(played, end_requests=frozenset()) if isinstance(event, CardsDealt) else played
        case (
            CardDrawn()
            | DiscardTaken()
            | MeldLaid()
            | CardsLaidOff()
            | JokerSwapped()
            | MeldRetired()
            | TakenBack()
            | CardDiscarded()
            | StockRecycled()
        ):
            return replace(_after_match_event(table, event), version=version, step=table.step + 1)
        case SeatLeft():
            played = _after_match_event(table, event)
            turned = table.match is not None and played.person_to_act() != table.person_to_act()
            return replace(played, version=version, step=table.step + turned)
        case _:
            assert_never(event)


def _after_match_event(table: Table, event: MatchEvent) -> Table:
    match = apply(table.match, event)
    return replace(table, match=match, turns=add_to_turns(table.turns, event, match))


def _with_agreement(table: Table, person: int) -> Table:
    """Return the table after the person has agreed to its current rules."""
    known = zip(table.people, table.agreed_rules, strict=True)
    return replace(table, agreed_rules=tuple(table.variant if one == person else rules for one, rules in known))


def _without(row: tuple[_T, ...], at: int) -> tuple[_T, ...]:
    return row[:at] + row[at + 1 :]


def _new_table(number: int, event: TableOpened) -> Table:
    preset = event.preset or event.variant
    return Table(
        number=number,
        server=event.server,
        channel=event.channel,
        thread=event.thread,
        variant=event.variant,
        preset=preset,
        own_end=event.own_end or (preset.match_target, preset.match_deals),
        reserved=event.reserved,
        invitation=event.again,
        parent=event.parent,
        agreed_rules=(event.variant,),
        opened_at=event.at,
        people=(event.host,),
        version=1,
    )
