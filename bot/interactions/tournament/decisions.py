"""What an organiser can decide in a tournament: a class each, and what they have in common.

A new decision is a class here, in the place of `DECISIONS` where its button stands, and its event in
`bot/league/tournament/events.py`.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, ClassVar, Self, dataclass_transform

from discord import ButtonStyle, ui
from msgspec import structs

from bot.competition.corrections import checked_reason, optional_reason
from bot.competition.tournament import refusals
from bot.competition.tournament.tournaments import NOTED_BY_ITSELF, Moment, check_not_over, checked_plan, joined
from bot.interactions.call import Call, CommonServices
from bot.interactions.league.find_named import NotMembers, find_chosen_people, person_labelled
from bot.league.tournament import course, events
from bot.league.tournament.tournament import CHECK_IN, COME_WITHIN, Tournament, apply_tournament
from bot.messages.components import MOST_OPTIONS, Form, Option, PressButton, are_numbers, member_field, select_field, text_field
from bot.messages.league.action_lines import organiser_name
from bot.messages.names import names_of
from bot.messages.sentences import people_in, sentence_text
from bot.messages.table.confirmations import reason_field
from bot.messages.text import clean_line, join_parts
from bot.messages.tournament import forms
from bot.messages.tournament.card import TournamentContext
from bot.messages.tournament.plan import TournamentPress
from bot.messages.words import Words
from bot.tables.ports import KnownPeople
from bot.tables.refusals import ButtonNotUnderstood
from bot.wording.sentence import Refusal, Refusals, Refused

MOST_MINUTES, MOST_DAYS = 24 * 60, 30
"""How many minutes, or days in rounds of days, an organiser can give a round at once."""

Events = Sequence[events.TournamentEvent]
Fields = list["ui.Label[Any]"]


@dataclass(frozen=True, slots=True)
class Offer:
    """The button of a decision, with the `action` in its `custom_id`; its form has the same title.

    What `is_about_matches` can be decided also once the tournament is over, and changes the messages of earlier rounds.
    """

    action: str
    label: Callable[[Tournament, Words], str]
    when: Callable[[Tournament, TournamentContext], bool]
    style: ButtonStyle = ButtonStyle.secondary
    is_about_matches: bool = False


@dataclass_transform(frozen_default=True)
class Decision(ABC):
    """What an organiser decides with a press. No reason is asked if `needs_reason` is None."""

    offer: ClassVar[Offer]
    needs_reason: ClassVar[bool | None] = None

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)

    def reason(self, typed: str) -> str:
        """Return the reason as it is stored. Raise Refused if it is missing or too long."""
        return checked_reason(typed) if self.needs_reason else optional_reason(typed)

    def decide(self, moment: Moment) -> Events:
        """Return what happens; nothing if that has happened already. Raise Refused."""
        if not self.offer.is_about_matches:
            check_not_over(moment.tournament)
        return self.happens(moment)

    @abstractmethod
    def happens(self, moment: Moment) -> Events:
        """Return what happens in a tournament that isn't over, unless it is about matches. Raise Refused."""

    def done(self, happened: Events, after: Tournament, by: int, people: KnownPeople, say: Words) -> str:
        """Return what is said afterwards: what the log says."""
        told = [one for one in happened if not isinstance(one, NOTED_BY_ITSELF)]
        names = names_of(people, {by, *chain.from_iterable(map(people_in, told))}, say)
        who = organiser_name(by, names, say)
        return " ".join(sentence_text(one, say, names, by=who) for one in told) or say("Nothing was changed.")


class FormDecision(Decision):
    """What an organiser decides in a form, which mostly asks why."""

    needs_reason: ClassVar[bool | None] = True

    @staticmethod
    def fields(context: TournamentContext, say: Words) -> Fields:
        """Return the fields of the form, but for the reason."""
        return []

    @classmethod
    async def read(cls, services: CommonServices, call: Call, one: Tournament) -> Self:
        """Return what was decided in the form: each field is answered there by what it is called. Raise Refused."""
        make: Callable[..., Self] = cls
        return make(*[await _answer(name, services, call, one) for name in getattr(cls, "__match_args__", ())])


class Open(Decision):
    """Open the check-in for the first round, which begins in a quarter of an hour; begin it if rounds last days."""

    offer = Offer(
        "open",
        lambda one, say: say.button("Begin round {number} now", number=1) if one.plan.days else say.button("Open the check-in"),
        lambda one, _: _may_begin(one),
        ButtonStyle.primary,
    )

    def happens(self, moment: Moment) -> Events:
        now = moment.tournament
        _check_not_begun(now)
        return [_begun(moment) if now.plan.days else events.CheckInOpened(now.number, now.name, 1, moment.now + CHECK_IN)]


class Change(Decision):
    """Let the tournament be called this and play this. Its form is the one that sets a tournament up."""

    name: str
    plan: events.TournamentPlan
    offer = Offer("change", lambda _, say: say.button("Change"), lambda one, _: _may_begin(one))

    def happens(self, moment: Moment) -> Events:
        now, plan = moment.tournament, checked_plan(self.plan, moment.now)
        _check_not_begun(now)
        plan = structs.replace(plan, most=now.plan.most, apart=now.plan.apart)  # these have decisions of their own
        if (self.name, plan) == (now.name, now.plan):
            return []
        changed = events.TournamentChanged(now.number, now.name, self.name, plan, now.plan)
        most = apply_tournament(now, changed, 0).most_people
        if len(now.people) > most:
            raise Refused(refusals.TournamentFull(now.name, most))
        return [changed]


class Begin(Decision):
    """Begin the round with those who have checked in until now."""

    offer = Offer(
        "begin",
        lambda one, say: say.button("Begin round {number} now", number=one.check_in),
        lambda one, _: one.check_in > 0,
        ButtonStyle.primary,
    )

    def happens(self, moment: Moment) -> Events:
        if not moment.tournament.check_in:
            raise Refused(refusals.NoCheckIn())
        return [_begun(moment)]


class _AboutMembers(FormDecision):
    """Something about members of the server who are chosen in a form."""

    people: Sequence[int]
    needs_reason: ClassVar[bool | None] = None

    def two(self) -> tuple[int, ...]:
        """Return the two who were chosen, in order. Raise Refused if an altered client has sent others."""
        if len(self.people) != 2:
            raise Refused(ButtonNotUnderstood())
        return tuple(sorted(self.people))


class Add(_AboutMembers):
    """Let all of these people join who can and aren't in yet. `strangers` are the Discord ids of the others."""

    strangers: tuple[int, ...] = ()
    offer = Offer("add", lambda _, say: say.button("Add players"), lambda one, _: one.may_join)

    @staticmethod
    def fields(context: TournamentContext, say: Words) -> Fields:
        about = say.option("Up to {count} members. They can leave again.", count=MOST_OPTIONS)
        return [member_field(say.label("Players"), about, forms.WHO, MOST_OPTIONS)]

    @classmethod
    async def read(cls, services: CommonServices, call: Call, one: Tournament) -> Self:
        strangers = tuple(one for one, member in call.members(forms.WHO).items() if member is None)
        return cls(await find_chosen_people(services, call, forms.WHO, left_out=strangers), strangers)

    def happens(self, moment: Moment) -> Events:
        tried = dict.fromkeys(self._tried(moment.tournament))
        refused = tuple(one for one in tried if isinstance(one, Refusal))
        if refused and len(refused) == len(tried):
            raise Refused(refused[0] if len(refused) == 1 else Refusals(refused))
        joining = [one for one in tried if not isinstance(one, Refusal)]
        added = tuple(one.person for one in joining)
        return [*joining, events.PlayersAdded(moment.tournament.number, moment.tournament.name, added)] if added else []

    def _tried(self, now: Tournament) -> Iterator[events.TournamentJoined | Refusal]:
        """Yield who joins, or why they can't: also when the others have joined, it is because of that."""
        if self.strangers:
            yield NotMembers(self.strangers)
        for person in self.people:
            try:
                for event in joined(now, person, is_added=True):
                    yield event
                    now = apply_tournament(now, event, 0)
            except Refused as refused:
                yield refused.refusal

    def done(self, happened: Events, after: Tournament, by: int, people: KnownPeople, say: Words) -> str:
        refused = [one for one in dict.fromkeys(self._tried(after)) if isinstance(one, Refusal)]
        joined = [one.person for one in happened if isinstance(one, events.TournamentJoined)]
        names = names_of(people, {*joined, *chain.from_iterable(map(people_in, refused))}, say)
        added, waiting = (
            say.all_of(names.person(one) for one in joined if one in some) for some in (after.staying, after.waiting)
        )
        texts = [say("Added {names}.", names=added)] if added else []
        texts += [f"{say('Waiting for a place: {names}', names=waiting)}."] if waiting else []
        return " ".join((*texts, *(sentence_text(one, say, names) for one in refused)))


class LimitPlayers(FormDecision):
    """Let so many people take part, not fewer than do now; who joins then waits for a place."""

    typed: str
    offer = Offer("limit", lambda _, say: say.button("Limit players"), lambda one, _: one.may_join)
    needs_reason = None

    @staticmethod
    def fields(context: TournamentContext, say: Words) -> Fields:
        given, about = str(context.tournament.plan.most or ""), say.option("Others wait for a place. 0: no limit")
        return [text_field(say.label("Players"), about, forms.TYPED, 3, given=given)]

    def happens(self, moment: Moment) -> Events:
        now = moment.tournament
        least = max(2, len(now.staying))
        highest = structs.replace(now, plan=structs.replace(now.plan, most=0)).most_people
        most = highest if self.typed == "0" else _read_number(self.typed, highest, least, refusals.NoSuchLimit)
        return [events.PlayersLimited(now.number, now.name, most)] if most != now.plan.most else []


class KeepApart(_AboutMembers):
    """Let these two never meet if that can be, or let them meet again. It isn't asked why."""

    is_apart: bool = True
    offer = Offer("apart", lambda _, say: say.button("Keep apart"), lambda one, _: _is_drawn(one))

    @staticmethod
    def fields(context: TournamentContext, say: Words) -> Fields:
        options = [Option("1", say.option("Keep them apart"), chosen=True), Option("0", say.option("Let them meet again"))]
        about = say.option("Only organisers see it.")
        return [
            member_field(say.label("Players"), about, forms.WHO, 2, least=2),
            select_field(say.label("From now on"), say.option("Where it can't be avoided, they meet."), forms.APART, options),
        ]

    def happens(self, moment: Moment) -> Events:
        now, pair = moment.tournament, self.two()
        changes = (pair in now.plan.apart) != self.is_apart
        return [events.PairKeptApart(now.number, now.name, pair, self.is_apart)] if changes else []


class TakeOut(FormDecision):
    """Remove a person, for whom nobody waits any more; not during their match."""

    person: int
    offer = Offer("out", lambda _, say: say.button("Remove a player"), lambda one, _: bool(one.staying or one.waiting))

    @staticmethod
    def fields(context: TournamentContext, say: Words) -> Fields:
        one, about = context.tournament, say.option("They lose a match that hasn't begun. Results stay.")
        return [forms.person_field(context, [*one.staying, *one.waiting], say.label("Player"), about, say)]

    def happens(self, moment: Moment) -> Events:
        now, person = moment.tournament, self.person
        if person not in (*now.staying, *now.waiting):
            raise Refused(refusals.NotTakingPart(person))
        _check_plays_not(moment, person)
        return [course.take_out(now, moment.results, person)]


class StartWithout(FormDecision):
    """Let those who are at a table start without the others, who have lost; who is alone at a table for two has won."""

    place: int
    offer = Offer("without", lambda _, say: say.button("Start without them"), lambda _, context: bool(_can_start(context)))
    needs_reason = False

    @staticmethod
    def fields(context: TournamentContext, say: Words) -> Fields:
        names, last, options = context.names(say), context.tournament.rounds[-1], list[Option]()
        for place, there in list(_can_start(context).items())[:MOST_OPTIONS]:
            label = ", ".join(map(names.plain, last.missing(place, there)))
            options.append(Option(str(place), label, chosen=not options))
        return [select_field(say.button("Start without them"), say.option("Who isn't there loses."), forms.TABLE, options)]

    def happens(self, moment: Moment) -> Events:
        now, place = moment.tournament, self.place
        last = now.rounds[-1] if now.is_being_played else None
        there = moment.at.get(place, course.AtPlace())
        if last is None or place >= len(last.tables):
            raise Refused(refusals.NoRoundIsPlayed())
        if there.is_playing or there.people != last.tables[place] or not last.can_start(place, there.came):
            raise Refused(refusals.RoundIsPlayed())
        if moment.now < last.waits_until(place):
            raise Refused(refusals.TooEarlyToStart(last.waits_until(place)))
        missing = last.missing(place, there.came)
        return [events.StartedWithout(now.number, now.name, len(now.rounds), place + 1, missing)]


class Award(FormDecision):
    """Let the person win the match at their table of the `nth` round, whatever was played there. It is closed.

    The round is given as it was typed; an empty one is that which has begun last. It can be done at any time.
    """

    person: int
    round: str = ""
    offer = Offer("award", lambda _, say: say.button("Award a match"), lambda one, _: bool(one.rounds), is_about_matches=True)

    @staticmethod
    def fields(context: TournamentContext, say: Words) -> Fields:
        one, last = context.tournament, str(len(context.tournament.rounds))
        about = say.option("It counts in this tournament alone. A match there is cancelled.")
        if one.is_being_played and course.is_last_round(one) and len(one.rounds[-1].undecided(context.results)) == 1:
            about = say.option("It's the last match: an award ends the tournament, and its table closes.")
        return [
            text_field(say.label("Round"), say.option("Its number"), forms.ROUND, 3, given=last, required=False),
            forms.person_field(context, one.people, say.label("Winner"), about, say),
        ]

    def happens(self, moment: Moment) -> Events:
        now, last = moment.tournament, len(moment.tournament.rounds)
        if not last:
            raise Refused(refusals.NoRoundIsPlayed())
        chosen = _read_number(self.round or str(last), last)
        for table, people in enumerate(now.rounds[chosen - 1].tables, start=1):
            for seated in people:
                if now.successor(seated) == self.person:
                    return [events.MatchAwarded(now.number, now.name, chosen, table, seated)]
        raise Refused(refusals.NoTableInRound(self.person, chosen))


class Withdraw(FormDecision):
    """Let the match at this table of the `nth` round, both from 1, count as it was played. It can be done at any time.

    If nobody has played it, and no later round has begun, it can be played now; a check-in ends until it is over.
    """

    nth: int
    table: int
    offer = Offer(
        "withdraw",
        lambda _, say: say.button("Take an award back"),
        lambda one, _: any(played.winners for played in one.rounds),
        is_about_matches=True,
    )

    @staticmethod
    def fields(context: TournamentContext, say: Words) -> Fields:
        """Return a select of the awards, the newest rounds first; the value is the round and the table."""
        names, options = context.names(say), []
        for number, played in reversed(list(enumerate(context.tournament.rounds, start=1))):
            for place, person in sorted(played.winners.items()):
                label = f"{say.option('Round {number}', number=number)}: {names.plain(person)}"
                options.append(Option(f"{number}:{place + 1}", label))
        about = say.option("A match that was played counts; a cancelled one doesn't.")
        return [select_field(say.label("Award"), about, forms.AWARD, options)]

    def happens(self, moment: Moment) -> Events:
        now, nth, table = moment.tournament, self.nth, self.table
        if not any(table - 1 in played.winners for played in now.rounds[max(nth - 1, 0) : nth]):
            raise Refused(refusals.NotAwarded())
        withdrawn = events.AwardWithdrawn(now.number, now.name, nth, table, people=(now.rounds[nth - 1].winners[table - 1],))
        left = apply_tournament(now, withdrawn, 0).rounds[nth - 1].outcome(table - 1, moment.results)
        is_known = bool(now.rounds[nth - 1].deals) and bool(now.check_in)  # everyone has seen its cards
        if left is None and now.over_at is not None:
            raise Refused(refusals.AwardStays(now.name))
        if left is not None or nth < len(now.rounds) or is_known:
            return [withdrawn]
        return [structs.replace(withdrawn, come_by=course.come_by(now.plan, moment.now))]


class PairAgain(FormDecision):
    """Pair the round in another way, among those of it who have not left, those who have joined since, and `also` these."""

    also: Collection[int] = ()
    offer = Offer("pair", lambda _, say: say.button("Pair again"), lambda one, context: _may_pair_again(one, context))

    @staticmethod
    def fields(context: TournamentContext, say: Words) -> Fields:
        about = say.option("Players who sat out and are here now")
        return [member_field(say.label("Also take in"), about, forms.OTHER, MOST_OPTIONS, least=0)]

    def happens(self, moment: Moment) -> Events:
        now, results = moment.tournament, moment.results
        if not now.is_being_played:
            raise Refused(refusals.NoRoundIsPlayed())
        has_come = now.rounds != moment.before.rounds or any(one.came for one in moment.at.values())
        if now.rounds[-1].extra or has_come or now.rounds[-1].is_settled(results):
            raise Refused(refusals.RoundIsPlayed())
        if not course.may_pair_again(now):
            raise Refused(refusals.PairedByPlan())
        for person in self.also:
            if person not in now.staying:
                raise Refused(refusals.NotTakingPart(person))
        paired = course.pair_again(now, results, self.also)
        if paired is None:
            raise Refused(refusals.TooFewTakePart(len(now.staying), course.least_people(now.plan)))
        come_by = course.come_by(now.plan, moment.now)
        return [events.RoundPairedAgain(now.number, now.name, len(now.rounds), paired.tables, paired.byes, come_by)]


class SwapPlayers(_AboutMembers):
    """Let two of different tables change places in the round, until somebody has opened one of these tables."""

    offer = Offer("swap", lambda _, say: say.button("Swap players"), lambda one, _: _may_swap(one))
    needs_reason = True

    @staticmethod
    def fields(context: TournamentContext, say: Words) -> Fields:
        about = say.option("From different tables, before anybody there presses Play.")
        return [member_field(say.label("Players"), about, forms.WHO, 2, least=2)]

    def happens(self, moment: Moment) -> Events:
        now, two = moment.tournament, self.two()
        if not now.is_being_played:
            raise Refused(refusals.NoRoundIsPlayed())
        last, places = now.rounds[-1], [now.place_of(person) for person in two]
        if last.extra or not _is_drawn(now):
            raise Refused(refusals.PairedByPlan())
        for person, place in zip(two, places, strict=True):
            if place is None:
                raise Refused(refusals.NoTableInRound(person, len(now.rounds)))
            if place in {**last.opened, **last.absent} or last.outcome(place, moment.results) is not None:
                raise Refused(refusals.TooLateToSwap(person))
        if places[0] == places[1]:
            raise Refused(refusals.SameTable())
        return [events.PlayersSwapped(now.number, now.name, len(now.rounds), two)]


class ReplacePlayer(FormDecision):
    """Let somebody else play on for a person, from their next match; also who played before the person did."""

    person: int
    other: int
    offer = Offer("replace", lambda _, say: say.button("Replace a player"), lambda one, _: bool(one.people))

    @staticmethod
    def fields(context: TournamentContext, say: Words) -> Fields:
        about = say.option("They leave their seat to the substitute.")
        return [
            forms.person_field(context, context.tournament.staying, say.label("Player"), about, say),
            member_field(say.label("Substitute"), say.option("They play on, with the same score."), forms.OTHER),
        ]

    def happens(self, moment: Moment) -> Events:
        now, person, other = moment.tournament, self.person, self.other
        there = _check_plays_not(moment, person)
        if person not in now.staying:
            raise Refused(refusals.NotTakingPart(person))
        place = None if now.check_in else now.place_of(person)
        if place is not None and now.rounds[-1].outcome(place, moment.results) is not None:
            raise Refused(refusals.TableDecided(person))
        if other in now.people or now.successor(other) not in (other, person):
            raise Refused(refusals.TakesPartAlready(other))
        noted = events.TournamentJoined(now.number, other)  # finds the tournament when they ask for their data
        replaced = events.PlayerReplaced(now.number, now.name, person, other)
        if place is None or not there.came:
            return [replaced, noted]
        come_by = max(now.rounds[-1].come_to(place), moment.now + COME_WITHIN)  # the table is closed, and they come again
        return [replaced, noted, events.TableWithoutResult(now.number, len(now.rounds), place, come_by)]


class Extend(FormDecision):
    """Give the people of the round, or those who check in for it, more time to come: minutes, or days in rounds of days."""

    typed: str
    offer = Offer("extend", lambda _, say: say.button("More time"), lambda one, _: not _may_begin(one))

    @staticmethod
    def fields(context: TournamentContext, say: Words) -> Fields:
        if context.tournament.plan.days:
            return [text_field(say.label("More days"), say.option("To play this round"), forms.TYPED, 4)]
        return [text_field(say.label("More minutes"), say.option("To come to the table, or to check in"), forms.TYPED, 4)]

    def happens(self, moment: Moment) -> Events:
        now, days = moment.tournament, moment.tournament.plan.days
        if not now.check_in and not now.rounds:
            raise Refused(refusals.NoRoundIsPlayed())
        more = _read_number(self.typed, MOST_DAYS if days else MOST_MINUTES)
        if days:
            return [events.DaysAdded(now.number, now.name, len(now.rounds), more)]
        return [events.RoundExtended(now.number, now.name, now.check_in or len(now.rounds), more)]


class Repeat(Decision):
    """Let another tournament follow a week later, at the same time of its zone's clocks, and so on."""

    offer = Offer(
        "weekly",
        lambda _, say: say.button("Repeat every week"),
        lambda one, _: _may_begin(one) and one.plan.start is not None and not one.plan.weekly and not one.plan.days,
    )

    def happens(self, moment: Moment) -> Events:
        now = moment.tournament
        _check_not_begun(now)
        checked_plan(structs.replace(now.plan, weekly=now.plan.zone), moment.now)
        return [] if now.plan.weekly else [events.MadeWeekly(now.number, now.name)]


class StopWeekly(Decision):
    """Let no tournament follow this one."""

    offer = Offer("once", lambda _, say: say.button("Not again next week"), lambda one, _: bool(one.plan.weekly))

    def happens(self, moment: Moment) -> Events:
        now = moment.tournament
        if not now.plan.weekly:
            raise Refused(refusals.NotWeekly(now.name))
        return [events.WeeklyStopped(now.number, now.name)]


class End(FormDecision):
    """End the tournament now. A weekly one is set up again for the next week."""

    offer = Offer(
        "end",
        lambda one, say: say.button("End it for this week") if one.plan.weekly else say.button("End it"),
        lambda _one, _context: True,
        ButtonStyle.danger,
    )
    needs_reason = None

    @staticmethod
    def fields(context: TournamentContext, say: Words) -> Fields:
        about = say.option("Other tables close. Matches being played go on and count. Everyone can read why.")
        return [reason_field(about, say, required=False)]

    def happens(self, moment: Moment) -> Events:
        now = moment.tournament
        first = course.end_tournament(now, moment.now)
        return [first] if isinstance(first, events.TournamentEnded) else [first, events.TournamentEnded(now.number, now.name)]


_ABOUT_PEOPLE = (Open, Change, Begin, Add, LimitPlayers, TakeOut, KeepApart, StartWithout)
_IN_ORDER = (*_ABOUT_PEOPLE, Award, Withdraw, PairAgain, SwapPlayers, ReplacePlayer, Extend, Repeat, StopWeekly, End)
DECISIONS: dict[str, type[Decision]] = {one.offer.action: one for one in _IN_ORDER}
"""By their actions, in the order of their buttons."""


def offered_buttons(context: TournamentContext, say: Words) -> list[PressButton]:
    """Return the buttons of what an organiser can decide now."""
    one, offers = context.tournament, [decision.offer for decision in DECISIONS.values() if is_offered(decision, context)]
    return [PressButton(TournamentPress(one.number, offer.action), offer.label(one, say), offer.style) for offer in offers]


def is_offered(decision: type[Decision], context: TournamentContext) -> bool:
    """Return True if an organiser can decide this now."""
    one, offer = context.tournament, decision.offer
    return (one.over_at is None or offer.is_about_matches) and offer.when(one, context)


def decision_form(context: TournamentContext, decision: type[FormDecision], say: Words, answers: str = "") -> Form:
    """Render the form in which an organiser says what they decide, and mostly why; with `answers` if they were refused."""
    one, offer, fields = context.tournament, decision.offer, decision.fields(context, say)
    if decision.needs_reason is not None:
        about = say.option("Everyone can read it.")
        fields.append(reason_field(about, say, required=decision.needs_reason))
    forms.fill_in(fields, answers)
    return Form(forms.TournamentReasonForm(one.number, offer.action), join_parts((offer.label(one, say), one.name)), fields)


def _may_pair_again(one: Tournament, context: TournamentContext) -> bool:
    """Return True until somebody has come to a table of the round that is being played, or one is decided."""
    if not one.is_being_played or context.playing or any(context.seated.values()):
        return False
    played = one.rounds[-1]
    return not played.is_settled(context.results) and not played.extra and course.may_pair_again(one)


def _is_drawn(one: Tournament) -> bool:
    """Return True unless everyone meets everyone."""
    return one.plan.kind != events.TournamentKind.ROUND_ROBIN


def _may_swap(one: Tournament) -> bool:
    """Return True while two tables of the round, which was drawn, are neither opened nor decided."""
    if not one.is_being_played or not _is_drawn(one):
        return False
    last = one.rounds[-1]
    return not last.extra and len(last.tables) - len({**last.opened, **last.absent, **last.winners}) > 1


def _can_start(context: TournamentContext) -> dict[int, Collection[int]]:
    """Return the places where those who are there can start without the others, with who is there."""
    one = context.tournament
    if not one.is_being_played or one.plan.days:
        return {}
    last = one.rounds[-1]
    places = [place for place in context.waiting_places() if not context.now or last.waits_until(place) <= context.now]
    there = {place: context.seated.get(last.opened.get(place, 0), ()) for place in places}
    return {place: seated for place, seated in there.items() if last.can_start(place, seated)}


def _may_begin(one: Tournament) -> bool:
    return not one.check_in and not one.rounds


def _check_plays_not(moment: Moment, person: int) -> course.AtPlace:
    """Return who is at the person's table. Raise Refused if their match has begun."""
    place = moment.before.place_of(person)
    there = course.AtPlace() if place is None else moment.at.get(place, course.AtPlace())
    if there.is_playing:
        raise Refused(refusals.PlaysNow(person))
    return there


def _check_not_begun(one: Tournament) -> None:
    if not _may_begin(one):
        raise Refused(refusals.TournamentBegun(one.name))


def _begun(moment: Moment) -> events.RoundBegun:
    """Return the beginning of the next round. Raise Refused."""
    now = moment.tournament
    begun = course.begin_round(now, moment.results, moment.now)
    if not isinstance(begun, events.RoundBegun):
        there = now.staying if now.plan.days else now.here
        raise Refused(refusals.TooFewTakePart(len(there), course.least_people(now.plan)))
    return begun


def _read_number(text: str, most: int, least: int = 1, otherwise: type[refusals.NoSuchNumber] = refusals.NoSuchNumber) -> int:
    """Return the typed number. Raise Refused unless it is one from `least`, at least 1, to `most`."""
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 5 else 0
    if not least <= number <= most:
        raise Refused(otherwise(text, least, most))
    return number


async def _answer(name: str, services: CommonServices, call: Call, one: Tournament) -> object:
    """Return the answer that a field of a decision with this name holds. Raise Refused."""
    nth, _, table = call.answer(forms.AWARD).partition(":")
    numbers = {"place": call.answer(forms.TABLE), "nth": nth, "table": table}
    match name:
        case "people":
            return await find_chosen_people(services, call, forms.WHO)
        case "person":
            return _chosen_person(services, call, one)
        case "other":
            return (await find_chosen_people(services, call, forms.OTHER))[0]
        case "also":
            return await find_chosen_people(services, call, forms.OTHER) if call.answers.get(forms.OTHER) else ()
        case "is_apart":
            return call.answer(forms.APART) != "0"
        case "place" | "nth" | "table" if are_numbers(numbers[name]):
            return int(numbers[name])
        case "place" | "nth" | "table":
            raise call.not_understood()
        case _:
            return clean_line(call.answer(name))


def _chosen_person(services: CommonServices, call: Call, one: Tournament) -> int:
    """Return who of the tournament was chosen or typed. Raise Refused."""
    people, typed = (*one.people, *one.waiting), call.answer(forms.WHO)
    names = names_of(services.people_in(call), set(people), services.say(call))
    found = person_labelled({person: names.plain(person) for person in people}, typed)
    if found is None:
        raise Refused(refusals.NoSuchPlayer(typed, one.name))
    return found
