"""The messages of tournaments: the card, those of each round, and who has won.

    card        posted by the reply to its command, or below the end of the week before; edited until all is over
    check-in    posted when it opens, and mentions everyone who is awaited; a link once the round has begun
    round       posted when it begins, and mentions everyone who has a table; again if it is paired again, and then a link
    last days   posted two days before a round of days ends, and mentions who hasn't played
    again       posted when a match is played once more, or after all, and mentions its people
    unopposed   posted when a round of days has ended, and mentions who has won because nobody else came
    end         posted once somebody has won, who is mentioned

One that somebody has deleted is posted again with the next change, or when an organiser looks at it. The nonces make Discord
return the first message if the bot is killed before it has stored where that is. What Discord refuses, because the channel is
deleted or the bot may not write there, is tried again with the next change, and after growing pauses.

Where they are is stored. What they show now is only remembered: after a restart each is edited once more.
"""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from hashlib import sha256

import structlog
from discord import ui
from discord.utils import as_chunks

from bot.competition.eligibility import EligibilityCheck, LeagueEligibility
from bot.competition.tournament.tournaments import Tournaments
from bot.delivery.courier import Courier
from bot.delivery.discord_api import TEMPORARY_ERRORS, DiscordApi, Undelivered, rendered
from bot.delivery.pictures import galleries
from bot.delivery.readers import Readers
from bot.delivery.rendering import PictureChoices
from bot.league.days import DAY_MS, days_later
from bot.league.match_facts import MatchResult
from bot.league.tournament.course import awaited
from bot.league.tournament.events import TournamentPlan
from bot.league.tournament.tournament import Tournament, lost_unplayed, lost_wins
from bot.messages.tournament.card import TournamentContext, card_layout, round_layout, winners
from bot.messages.tournament.news import (
    again_layout,
    last_day_layout,
    more_mentions_layout,
    moved_round_layout,
    notice_layout,
    unopposed_layout,
    winner_layout,
)
from bot.messages.words import Words
from bot.storage.league.posts import Post, PostKind, Posts
from bot.storage.tournament.tournaments import StoredTournaments
from bot.tables.ports import KnownPeople
from bot.tables.service import Tables
from bot.tables.table import Phase
from bot.wording.sentence import Refused

_log = structlog.get_logger(__name__)
_CARD, _END = "", "end"
"""What a post shows that isn't a round. A round's check-in is `3`; its tables are `3 1`, and `3 2` once it was paired again.
`3 last` is the reminder of its last days, `3 won` names who has won there without a match, and
`3 again 0 1798619307` mentions whose match is played once more, until that second."""
_MOST_MENTIONED = 100
"""How many people Discord lets a message ping by their ids."""
_FIRST_PAUSE, _LONGEST_PAUSE = 60_000, 600_000  # milliseconds


@dataclass(frozen=True, slots=True)
class _Refusal:
    """Discord has refused to show a tournament as it was then; it is tried again at `again_at` (epoch ms), `pause` ms later."""

    tournament: Tournament
    again_at: int
    pause: int
    tell_at: int  # epoch ms: when organisers are told, again


@dataclass(eq=False)
class TournamentPosts:
    _posts: Posts
    _stored: StoredTournaments
    _tournaments: Tournaments
    _tables: Tables
    _courier: Courier
    _people: KnownPeople
    _api: DiscordApi
    _readers: Readers
    _now: Callable[[], int]
    _check: EligibilityCheck

    def __post_init__(self) -> None:
        self._pictures = PictureChoices(self._api, self._readers.server_settings)
        self._shown: dict[tuple[int, str], bytes] = {}
        self.refused: dict[int, _Refusal] = {}
        self._locks: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def leagues_of(
        self, server: int, channel: int, plans: Iterable[TournamentPlan]
    ) -> list[tuple[LeagueEligibility, ...]]:
        """Return for each plan of a tournament in this channel or thread the leagues in which its matches would count."""
        return await self._check.of_plans(server, self._api.home(server, channel), plans)

    async def context(self, tournament: Tournament) -> TournamentContext:
        """Return what the messages of a tournament need."""
        found, results = await self._tournaments.with_results(tournament.server, tournament.number)
        places, playing, seated = dict[int, int](), dict[int, tuple[int, ...]](), dict[int, tuple[int, ...]]()
        last = found.rounds[-1] if found.rounds else None
        for place, number in last.opened.items() if last is not None else ():
            if last is not None and last.outcome(place, results) is not None:
                continue
            with suppress(Refused):
                table = await self._tables.get(number)
                if table.phase == Phase.OVER and (table.match is None or found.over_at is not None):
                    continue
                places[number] = self._courier.place(table)
                (seated if table.match is None else playing)[number] = table.seats.people
        if found.over_at is not None:  # a match may have ended while its table was read
            found, results = await self._tournaments.with_results(tournament.server, tournament.number)
        look = await self._pictures.of_channel(found.server, found.channel)
        post = await self._posts.find(PostKind.TOURNAMENT, found.number, _CARD)
        card = None if post is None or post.channel is None or post.message is None else (post.channel, post.message)
        waits, pictures = found.number in self.refused, look["pictures"]
        (leagues,) = await self.leagues_of(found.server, found.channel, [found.plan])
        now = self._now()
        return TournamentContext(found, results, self._people, places, pictures, playing, card, seated, waits, leagues, now)

    async def tell(self, before: Tournament, after: Tournament, why: str = "", corrected: MatchResult | None = None) -> None:
        """Tell people by direct message what is new for them: whether they take part, a win or a match lost, another start.

        `corrected` is the match that has changed as it was before. Who gets a win is told only with a reason `why`.
        """
        context = await self.context(after)
        old = context.results if corrected is None or corrected.voided else {**context.results, corrected.number: corrected}
        lost = lost_wins(before, old, context.tournament, context.results)
        unplayed = lost_unplayed(before, old, after)
        got = lost_wins(context.tournament, context.results, before, old) if why else {}
        back = {*before.waiting, *before.taken_out}.intersection(after.staying)
        has_ended = after.over_at is not None and before.over_at is None
        is_off = has_ended and not after.rounds
        has_moved = after.plan.start != before.plan.start
        moved = (*before.staying, *before.waiting) if has_moved or is_off else ()
        late = set[int]() if after.may_join else {*before.waiting} - {*after.staying}
        replaced = {one for pair in after.replaced.items() - before.replaced.items() for one in pair}
        public = await self._readers.server(after.server)
        for person in {*lost, *got, *back, *moved, *late, *unplayed, *replaced, *(after.taken_out - before.taken_out)}:
            found = self._people[person]
            say = self._readers.person(found).quoting(public)
            rounds = lost.get(person, 0), got.get(person, 0), unplayed.get(person, 0)
            is_absent = any(person in people for one in after.rounds[-1:] for people in one.absent.values())
            reason = why if (any(rounds) and not is_absent) or has_ended or person in after.taken_out else ""
            view = notice_layout(context, person, rounds, reason, say, has_moved=has_moved)
            with suppress(Undelivered):
                await self._api.send_direct(found, rendered(view), f"t {after.number} {person} {self._now() // 1000}"[:25])

    async def card(self, tournament: Tournament) -> ui.LayoutView:
        return card_layout(await self.context(tournament), await self._readers.server(tournament.server))

    async def record_card(self, tournament: Tournament, channel: int, message: int) -> None:
        """Keep this message up to date from now on."""
        await self._posts.add(Post(PostKind.TOURNAMENT, tournament.number, _CARD, tournament.server, channel, message))

    async def pressed(self, tournament: Tournament, message: int) -> ui.LayoutView | None:
        """Return what the message with this id shows now; None if it is none of the tournament."""
        context, posted = await self.context(tournament), await self._posts.of_one(PostKind.TOURNAMENT, tournament.number)
        what = next((post.what for post in posted.values() if post.message == message), None)
        return None if what is None else await self._layout(context, what, posted)

    async def show(self, tournament: Tournament, *, all_rounds: bool = False) -> None:
        """Bring the card and the last two rounds up to date, or `all_rounds`: a correction can change an early one.

        What fails is tried again with the next change, or look; what Discord has refused, only after a pause without a change.
        """
        number = tournament.number
        refused = self.refused.get(number)
        if refused is not None and refused.tournament == tournament and self._now() < refused.again_at and not all_rounds:
            return
        try:
            async with self._locks[number]:  # an older state must not overtake a newer one
                context, posted = await self.context(tournament), await self._posts.of_one(PostKind.TOURNAMENT, number)
                one = context.tournament
                is_played = bool(context.playing)  # matches go on, also after an early end
                is_ending = one.over_at is not None and not is_played and await self._stored.awaits_end(number)
                new = self._new(context, is_ending=is_ending)
                if one.plan.days and (one.over_at is None or is_ending):
                    with suppress(Undelivered):  # the other messages may still be edited
                        await self._name_unopposed(context, posted)
                for what in self._messages(one, all_rounds=all_rounds):
                    if what in posted or what in new:
                        await self._show(context, what, posted, new)
                for what, view, people in self._calls(context, await self._readers.server(one.server)):
                    if what not in posted:
                        await self._add(one, what, view, people)
                if is_ending:
                    await self._stored.finish(number)
                elif one.follows and not one.check_in and not one.rounds:
                    await self._stored.await_start(number, one.plan.start)
        except Undelivered as error:
            await self._note_refusal(tournament, error, _FIRST_PAUSE)
            if tournament.over_at is not None:
                await self._stored.finish(number)
                self.refused.pop(number, None)
        except TEMPORARY_ERRORS as error:
            await self._note_refusal(tournament, error, 0)
        else:
            self.refused.pop(number, None)

    async def _note_refusal(self, one: Tournament, error: Exception, pause: int) -> None:
        """Let a pause pass before the next try, twice as long as the last one; log only the first refusal.

        Tell organisers if that lasts, and again after each day.
        """
        now, before = self._now(), self.refused.get(one.number)
        if before is None:
            _log.warning("Discord doesn't let a tournament be shown", tournament=one.number, reason=str(error))
            before = _Refusal(one, now, 0, now + _FIRST_PAUSE)
        pause, tell_at = min(max(pause, 2 * before.pause), _LONGEST_PAUSE), before.tell_at
        if now >= tell_at and one.over_at is None:
            await self._tournaments.note_waiting(one)
            tell_at = now + DAY_MS
        self.refused[one.number] = _Refusal(one, now + pause, pause, tell_at)

    def forget_shown(self, number: int) -> None:
        """Edit the messages of a tournament the next time, also if nothing has changed: somebody may have deleted them."""
        if (refused := self.refused.get(number)) is not None:
            self.refused[number] = replace(refused, again_at=0)
        for key in [one for one in self._shown if one[0] == number]:
            del self._shown[key]

    def _messages(self, one: Tournament, *, all_rounds: bool) -> list[str]:
        """Return what the messages of a tournament show, a newer one of a round before those that it replaces.

        There may also have been the check-in of a round that isn't played, or not yet: an award before it was taken back.
        """
        last = max(len(one.rounds), one.check_in) + 1
        found = [_CARD]
        for number in range(1 if all_rounds else max(1, last - 2), last + 1):
            found += [*_with_tables(one, number), str(number)]
        return [*found, _END]

    def _new(self, context: TournamentContext, *, is_ending: bool) -> dict[str, list[int]]:
        """Return what is posted now if it hasn't been, each with whom it mentions."""
        one = context.tournament
        if one.over_at is not None:
            best = winners(context) if is_ending else []
            return {_END: best} if best else {}
        found = {_CARD: list[int]()} if one.follows else {}  # another card is posted by the reply to its command
        if one.check_in:
            found[str(one.check_in)] = [person for person in awaited(one, context.results) if person not in one.here]
        elif one.rounds:
            last, number = one.rounds[-1], len(one.rounds)
            undecided = last.undecided(context.results)
            found[_with_tables(one, number)[0]] = [person for place in undecided for person in last.tables[place]]
        return found

    async def _layout(self, context: TournamentContext, what: str, posted: Mapping[str, Post]) -> ui.LayoutView:
        one, say = context.tournament, await self._readers.server(context.tournament.server)
        if what == _CARD:
            return card_layout(context, say)
        if what == _END:
            return winner_layout(context, say)
        number = int(what.split()[0])
        newest = next((posted[key] for key in _with_tables(one, number) if key in posted), None)
        if what not in posted or newest is None or newest.what == what or newest.channel is None or newest.message is None:
            return round_layout(context, number, say)
        return moved_round_layout(context, number, newest.channel, newest.message, say)

    async def _show(self, context: TournamentContext, what: str, posted: dict[str, Post], new: Mapping[str, list[int]]) -> None:
        """Post a message that is `new`, or edit it; `posted` gets it."""
        one = context.tournament
        view = await self._layout(context, what, posted)
        mark = _mark(view)
        if self._shown.get((one.number, what)) == mark and not self._api.lacks(one.server, one.channel):
            return
        post = posted.get(what)
        if post is None:
            posted[what] = await self._add(one, what, view, new[what])
        elif post.channel is not None and post.message is not None:
            try:
                await self._api.edit(post.channel, post.message, rendered(view))
            except Undelivered as error:
                if error.is_gone and one.over_at is None and (what == _CARD or what in new):
                    nonce = f"again {post.message % 10**8} {one.number} {what}"[:25]
                    message = await self._api.post(one.channel, rendered(view), nonce)
                    posted[what] = replace(post, channel=one.channel, message=message)
                    await self._posts.replace(posted[what])
        self._shown[one.number, what] = mark

    def _calls(self, context: TournamentContext, say: Words) -> Iterator[tuple[str, ui.LayoutView, Sequence[int]]]:
        """Yield what is posted once with whom it mentions: who can still play before the last day of a round of days, and whose
        match is played once more, or after all: the message of the round has pinged them before.
        """
        one, now = context.tournament, self._now()
        waiting, nth = context.waiting_places() if one.is_being_played else [], len(one.rounds)
        if waiting and one.plan.days and now >= days_later(one.rounds[-1].come_by, -2, one.plan.zone):
            people = [person for place in waiting for person in one.rounds[-1].tables[place]]
            yield f"{nth} last", last_day_layout(context, people, say), people
        for place, come_by in one.rounds[-1].again.items() if waiting else ():
            if place in waiting and now < come_by:
                yield f"{nth} again {place} {come_by // 1000}", again_layout(context, place, say), one.rounds[-1].tables[place]

    async def _name_unopposed(self, context: TournamentContext, posted: Mapping[str, Post]) -> None:
        """Mention once who has won without a match in the round of days that has ended last; not in an extra deal."""
        one = context.tournament
        number = len(one.rounds) - (one.over_at is None)
        what = f"{number} won"
        if number < 1 or what in posted or one.rounds[number - 1].extra:
            return
        if won := one.rounds[number - 1].unopposed(context.results):
            await self._add(one, what, unopposed_layout(context, number, won, await self._readers.server(one.server)), won)

    async def _add(self, one: Tournament, what: str, view: ui.LayoutView, mentioned: Iterable[int]) -> Post:
        """Post a message, record where it is, and return that."""
        message = await self._post(one, what, view, mentioned)
        post = Post(PostKind.TOURNAMENT, one.number, what, one.server, one.channel, message)
        await self._posts.add(post)
        return post

    async def _post(self, one: Tournament, what: str, view: ui.LayoutView, mentioned: Iterable[int]) -> int:
        """Post a message, and further ones that mention whom it doesn't name or Discord doesn't ping; return its id."""
        everyone = [discord_id for person in mentioned if (discord_id := self._people[person].discord_id) is not None]
        shown = str(view.to_components())  # type: ignore[no-untyped-call]
        first = [discord_id for discord_id in everyone if f"<@{discord_id}>" in shown][:_MOST_MENTIONED]
        nonce = f"t {one.number} {what}"
        message = await self._api.post(one.channel, rendered(view), nonce, first)
        others = [discord_id for discord_id in everyone if discord_id not in first]
        for nth, some in enumerate(as_chunks(others, _MOST_MENTIONED)):
            more = more_mentions_layout((f"<@{discord_id}>" for discord_id in some), await self._readers.server(one.server))
            with suppress(Undelivered):
                await self._api.post(one.channel, rendered(more), f"{nonce} +{nth}", some)
        return message


def _mark(view: ui.LayoutView) -> bytes:
    """Return the same bytes for messages that look the same."""
    shown = str(view.to_components()).encode()  # type: ignore[no-untyped-call]
    return sha256(b" ".join((shown, *(gallery.picture.content for gallery in galleries(view))))).digest()


def _with_tables(one: Tournament, number: int) -> list[str]:
    """Return what the messages with the tables of a round show, the newest first; none before it begins."""
    if number > len(one.rounds):
        return []
    return [f"{number} {nth}" for nth in range(one.rounds[number - 1].paired_again + 1, 0, -1)]
