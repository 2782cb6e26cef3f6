"""The messages of tournaments: the card, and one for each round, posted when its check-in opens.

One that somebody has deleted is posted again with the next change, or when an organiser looks at it.

Where they are is stored. What they show now is only remembered: after a restart each is edited once more.
"""

import asyncio
from collections import defaultdict
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256

import structlog
from discord import ui

from bot.competition.tournaments import Tournaments
from bot.delivery.courier import Courier
from bot.delivery.discord_api import TEMPORARY_ERRORS, DiscordApi, Undelivered, rendered
from bot.delivery.pictures import galleries
from bot.delivery.rendering import PictureChoices
from bot.league.tournament import Tournament, awaited
from bot.messages.league.tournament import TournamentContext, card_layout, round_layout
from bot.messages.words import Languages, Words
from bot.storage.league.posts import Post, PostKind, Posts
from bot.storage.server_choices import ServerSettingsStore
from bot.tables.ports import KnownPeople
from bot.tables.service import Tables
from bot.wording.sentence import Refused

_log = structlog.get_logger(__name__)
_CARD = ""
"""What a post shows that isn't a round."""
_MOST_MENTIONED = 100
"""How many people Discord lets a message ping by their ids."""


class TournamentPosts:
    def __init__(
        self,
        posts: Posts,
        tournaments: Tournaments,
        tables: Tables,
        courier: Courier,
        people: KnownPeople,
        api: DiscordApi,
        languages: Languages,
        server_settings: ServerSettingsStore,
    ) -> None:
        self._posts = posts
        self._tournaments = tournaments
        self._tables = tables
        self._courier = courier
        self._people = people
        self._api = api
        self._languages = languages
        self._pictures = PictureChoices(api, server_settings)
        self._shown: dict[tuple[int, str], bytes] = {}
        self._locks: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def context(self, tournament: Tournament) -> TournamentContext:
        """Return what the messages of a tournament need."""
        found, results = await self._tournaments.with_results(tournament.server, tournament.number)
        places = dict[int, int]()
        last = found.rounds[-1] if found.rounds else None
        for place, number in last.opened.items() if last is not None else ():
            if last is not None and last.outcome(place, results) is not None:
                continue
            with suppress(Refused):
                places[number] = self._courier.place(await self._tables.get(number))
        look = await self._pictures.of_channel(found.server, found.channel)
        return TournamentContext(found, results, self._people, places, look["pictures"])

    async def card(self, tournament: Tournament) -> ui.LayoutView:
        return card_layout(await self.context(tournament), self._say(tournament))

    async def record_card(self, tournament: Tournament, channel: int, message: int) -> None:
        """Keep this message up to date from now on."""
        await self._posts.add(Post(PostKind.TOURNAMENT, tournament.number, _CARD, tournament.server, channel, message))

    async def pressed(self, tournament: Tournament, message: int) -> ui.LayoutView | None:
        """Return what the message with this id shows now; None if it is none of the tournament."""
        context, say = await self.context(tournament), self._say(tournament)
        for what in (_CARD, *self._rounds(context.tournament)):
            post = await self._posts.find(PostKind.TOURNAMENT, tournament.number, what)
            if post is not None and post.message == message:
                return card_layout(context, say) if what == _CARD else round_layout(context, int(what), say)
        return None

    async def show(self, tournament: Tournament, *, all_rounds: bool = False) -> None:
        """Bring the card and the last two rounds up to date, or `all_rounds`: a correction can change an early one.

        What fails is tried again with the next change, or look.
        """
        try:
            async with self._locks[tournament.number]:  # an older state must not overtake a newer one
                context = await self.context(tournament)
                rounds = self._rounds(context.tournament)
                for what in (_CARD, *(rounds if all_rounds else rounds[-2:])):
                    await self._show(context, what)
        except (Undelivered, *TEMPORARY_ERRORS) as error:
            _log.warning("a tournament isn't shown as it is now", tournament=tournament.number, error=str(error))

    def forget_shown(self, number: int) -> None:
        """Edit the messages of a tournament the next time, also if nothing has changed: somebody may have deleted them."""
        for key in [one for one in self._shown if one[0] == number]:
            del self._shown[key]

    def _rounds(self, tournament: Tournament) -> list[str]:
        """Return the numbers of the rounds that have a message; once all is over, also of one that nobody played."""
        last = max(len(tournament.rounds), tournament.check_in) + (tournament.over_at is not None)
        return [str(number) for number in range(1, last + 1)]

    async def _show(self, context: TournamentContext, what: str) -> None:
        one, say = context.tournament, self._say(context.tournament)
        view = card_layout(context, say) if what == _CARD else round_layout(context, int(what), say)
        mark = _mark(view)
        if self._shown.get((one.number, what)) == mark:
            return
        post = await self._posts.find(PostKind.TOURNAMENT, one.number, what)
        if post is not None and post.channel is not None and post.message is not None:
            try:
                await self._api.edit(post.channel, post.message, rendered(view))
            except Undelivered as error:
                is_needed = what in (_CARD, *self._rounds(one)[-1:]) and one.over_at is None
                if error.is_gone and is_needed:
                    nonce = f"again {one.number} {what} {post.message % 10**8}"[:25]
                    message = await self._api.post(one.channel, rendered(view), nonce)
                    await self._posts.replace(replace(post, channel=one.channel, message=message))
        elif (what != _CARD or one.follows) and one.over_at is None:  # another card is posted by the reply to its command
            waiting = [self._people[person].discord_id for person in awaited(one, context.results) if person not in one.here]
            mentioned = [discord_id for discord_id in waiting if discord_id is not None] if what == str(one.check_in) else []
            mentioned = mentioned[:_MOST_MENTIONED]
            nonce = f"tournament {one.number} {what}"[:25]
            message = await self._api.post(one.channel, rendered(view), nonce, mentioned)
            await self._posts.add(Post(PostKind.TOURNAMENT, one.number, what, one.server, one.channel, message))
        self._shown[one.number, what] = mark

    def _say(self, tournament: Tournament) -> Words:
        return self._languages.for_locale(self._api.server_locale(tournament.server))


def _mark(view: ui.LayoutView) -> bytes:
    """Return the same bytes for messages that look the same."""
    shown = str(view.to_components()).encode()  # type: ignore[no-untyped-call]
    return sha256(b" ".join((shown, *(one.content for gallery in galleries(view) for one in gallery.pictures)))).digest()
