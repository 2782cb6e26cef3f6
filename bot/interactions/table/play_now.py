"""**Play now**: a match of one person against computers, which only they see, from the choice of opponents to playing again.

In a server, its message is ephemeral; in direct messages it is a normal one. Each reply replaces the message that was pressed.
"""

from dataclasses import replace
from typing import Annotated

from discord.ui import LayoutView

from bot.interactions.call import Call
from bot.interactions.rate_limits import Limited
from bot.interactions.reply import Reply
from bot.interactions.services import Services
from bot.interactions.table.find_variant import find_variant, usual_variant
from bot.interactions.table.open_table import Opening, choose
from bot.interactions.table.promised_reply import may_replace
from bot.messages.play_now import USUAL_LEVEL, PlayNow, opponents_layout, usual_opponents
from bot.messages.table.hand.hand_message import hand_layout
from bot.players.choice import Level
from bot.tables.ports import Person
from bot.tables.private_tables import PrivateMatch, opponent_counts
from bot.tables.refusals import NotOverYet
from bot.tables.rules.house_rules import closest_preset
from bot.tables.rules.match_length import own_end
from bot.tables.table import Table
from bot.wording.sentence import Either, Refusal, Refused


class NotAgainstSoMany(Refusal):
    """A person alone plays this game against so many computers; empty if it can't be played alone."""

    counts: Annotated[tuple[int, ...], Either]
    sentence = "You can play this game against {counts} computers."
    if_empty = "counts", "You can't play this game alone: it needs more players. Open a table with `/play`."


class OnlyAgainstOne(Refusal):
    """A person alone plays this game against one computer."""

    sentence = "You can play this game against 1 computer."


class PlayNowActions:
    """Every method that returns a reply raises Refused."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def offer(self, call: Call, person: Person) -> PlayNow | None:
        """Return what the person can play alone, the usual game first; None if no game can be played alone."""
        usual = await usual_variant(self._services, call)
        games = (await self._services.variants.all_variants(call.server)).values()
        playable = sorted((game for game in games if opponent_counts(game)), key=lambda game: game.name != usual)
        return PlayNow(playable, self._services.private_tables.under_way(person.number)) if playable else None

    async def show_opponents(self, call: Call, name: str | None) -> Reply:
        """Show the choice of opponents, for this game or the usual one."""
        offer = await self._needed_offer(call)
        game = offer.games[0] if name is None else await find_variant(self._services, call, name)
        if not opponent_counts(game):
            raise Refused(NotAgainstSoMany(()))
        return for_one_person(call, opponents_layout(offer, game, self._services.say(call)))

    async def start_usual(self, call: Call) -> Reply:
        """Start a match of the usual game against easy computers."""
        game = (await self._needed_offer(call)).games[0]
        return await self.start(call, game.name, usual_opponents(game), USUAL_LEVEL)

    async def start(
        self, call: Call, name: str | None, opponents: int | None, level: Level, *, replaces: int | None = None
    ) -> Reply:
        """Start a match against so many computers, None for the usual number; the reply is the hand.

        The match at the table `replaces` ends.
        """
        chosen = await choose(self._services, call, Opening(name, thread=False, is_quick=True))
        counts = opponent_counts(chosen.variant)
        if opponents is None and counts:
            opponents = usual_opponents(chosen.variant)
        if opponents is None or opponents not in counts:
            raise Refused(OnlyAgainstOne() if tuple(counts) == (1,) else NotAgainstSoMany(tuple(counts)))
        preset = closest_preset(chosen.base, self._services.variants.presets)
        place = call.server or 0, call.channel
        wanted = PrivateMatch(*place, chosen.variant, preset, (level,) * opponents, own_end(chosen.base))
        return for_one_person(call, await self._start(call, wanted, replaces))

    async def again(self, call: Call, table: Table, person: Person) -> Reply:
        """Start another match of the same game against the same computers."""
        if table.match is None or not table.match.is_over:
            raise Refused(NotOverYet(), table.number)
        place = call.server or 0, call.channel
        wanted = PrivateMatch(*place, table.variant, table.preset, tuple(table.computers.values()), table.own_end)
        view = await self._start(call, wanted, None)
        return replace(for_one_person(call, view), replaces_pressed=may_replace(call, table))

    async def _needed_offer(self, call: Call) -> PlayNow:
        offer = await self.offer(call, await self._services.person(call))
        if offer is None:
            raise Refused(NotAgainstSoMany(()))
        return offer

    async def _start(self, call: Call, wanted: PrivateMatch, replaces: int | None) -> LayoutView:
        """Start the match, and return its hand; if another one is under way that wasn't to be ended, return that one's."""
        person, say = await self._services.person(call), self._services.say(call)
        known = self._services.private_tables.under_way(person.number)
        if known is None or known.number == replaces:  # the server's limit is about tables that others see
            self._services.limits.count(Limited.LOBBY, call.caller.id, None)
        at = call.at
        table, is_new = await self._services.private_tables.start(person.number, wanted, at=at, replaces=replaces)
        note = "" if is_new else say("You're playing this match already. **Choose opponents …** under `/play` starts another.")
        return hand_layout(await self._services.context_for(table, person, say), person.number, note=note)


def for_one_person(call: Call, view: LayoutView) -> Reply:
    """Return the reply to a command, or to a press of the start: it replaces a message that only this person sees."""
    is_direct = call.server is None
    replaces = call.is_press and (call.is_whispered or (is_direct and call.is_of_message))
    return Reply(view=view, is_public=is_direct, replaces_pressed=replaces)
