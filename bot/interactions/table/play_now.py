"""**Play now**: a match of one person against computers, which only they see, from the choice of opponents to playing again.

In a server, its message is ephemeral; in direct messages it is a normal one. Each reply replaces the message that was pressed.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast

from discord.ui import LayoutView

from bot.interactions.rate_limits import Limited
from bot.interactions.reply import Reply, is_ephemeral, is_press
from bot.interactions.services import Interaction, Services
from bot.interactions.table.find_variant import find_variant, usual_variant
from bot.interactions.table.open_table import Opening, choose
from bot.interactions.table.promised_reply import may_replace, pressed_ids
from bot.messages.play_now import USUAL_LEVEL, PlayNow, opponents_layout, usual_opponents
from bot.messages.table.hand.hand_message import hand_layout
from bot.players.choice import Level
from bot.tables.again_refusals import NotOverYet
from bot.tables.ports import Person
from bot.tables.private_tables import PrivateMatch, opponent_counts
from bot.tables.refusals import Refused
from bot.tables.rules.house_rules import closest_preset
from bot.tables.rules.match_length import own_end
from bot.tables.seat_refusals import NotAgainstSoMany
from bot.tables.table import Table


class PlayNowActions:
    """Every method that returns a reply raises Refused."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def offer(self, interaction: Interaction, person: Person) -> PlayNow | None:
        """Return what the person can play alone, the usual game first; None if no game can be played alone."""
        usual = await usual_variant(self._services, interaction)
        games = (await self._services.variants.all_variants(interaction.guild_id)).values()
        playable = sorted((game for game in games if opponent_counts(game)), key=lambda game: game.name != usual)
        return PlayNow(playable, self._services.private_tables.under_way(person.number)) if playable else None

    async def show_opponents(self, interaction: Interaction, name: str | None) -> Reply:
        """Show the choice of opponents, for this game or the usual one."""
        offer = await self._needed_offer(interaction)
        game = offer.games[0] if name is None else await find_variant(self._services, interaction, name)
        if not opponent_counts(game):
            raise Refused(NotAgainstSoMany(()))
        return for_one_person(interaction, opponents_layout(offer, game, self._services.say(interaction)))

    async def start_usual(self, interaction: Interaction) -> Reply:
        """Start a match of the usual game against easy computers."""
        game = (await self._needed_offer(interaction)).games[0]
        return await self.start(interaction, game.name, usual_opponents(game), USUAL_LEVEL)

    async def start(
        self, interaction: Interaction, name: str | None, opponents: int | None, level: Level, *, replaces: int | None = None
    ) -> Reply:
        """Start a match against so many computers, None for the usual number; the reply is the hand.

        The match at the table `replaces` ends.
        """
        chosen = await choose(self._services, interaction, Opening(name, thread=False, is_quick=True))
        counts = opponent_counts(chosen.variant)
        if opponents is None and counts:
            opponents = usual_opponents(chosen.variant)
        if opponents is None or opponents not in counts:
            raise Refused(NotAgainstSoMany(tuple(counts)))
        preset = closest_preset(chosen.base, self._services.variants.presets)
        place = interaction.guild_id or 0, interaction.channel_id or 0
        wanted = PrivateMatch(*place, chosen.variant, preset, (level,) * opponents, own_end(chosen.base))
        return for_one_person(interaction, await self._start(interaction, wanted, replaces))

    async def again(self, interaction: Interaction, table: Table, person: Person) -> Reply:
        """Start another match of the same game against the same computers."""
        if table.match is None or not table.match.is_over:
            raise Refused(NotOverYet(), table.number)
        place = interaction.guild_id or 0, interaction.channel_id or 0
        wanted = PrivateMatch(*place, table.variant, table.preset, tuple(table.computers.values()), table.own_end)
        view = await self._start(interaction, wanted, None)
        return replace(for_one_person(interaction, view), replaces_pressed=may_replace(interaction, table))

    async def _needed_offer(self, interaction: Interaction) -> PlayNow:
        offer = await self.offer(interaction, await self._services.person(interaction))
        if offer is None:
            raise Refused(NotAgainstSoMany(()))
        return offer

    async def _start(self, interaction: Interaction, wanted: PrivateMatch, replaces: int | None) -> LayoutView:
        """Start the match, and return its hand; if another one is under way that wasn't to be ended, return that one's."""
        person, say = await self._services.person(interaction), self._services.say(interaction)
        known = self._services.private_tables.under_way(person.number)
        if known is None or known.number == replaces:  # the server's limit is about tables that others see
            self._services.limits.count(Limited.LOBBY, interaction.user.id, None)
        at = round(interaction.created_at.timestamp() * 1000)
        table, is_new = await self._services.private_tables.start(person.number, wanted, at=at, replaces=replaces)
        note = "" if is_new else say("You're playing this match already. **Choose opponents …** under `/play` starts another.")
        return hand_layout(await self._services.context_for(table, person, say), person.number, note=note)


def for_one_person(interaction: Interaction, view: LayoutView) -> Reply:
    """Return the reply to a command, or to a press of the start: it replaces a message that only this person sees."""
    is_direct = interaction.guild_id is None
    pressed = str(cast(Mapping[str, Any], interaction.data or {}).get("custom_id", ""))
    replaces = is_press(interaction) and (is_ephemeral(interaction) or (is_direct and pressed in pressed_ids(interaction)))
    return Reply(view=view, is_public=is_direct, replaces_pressed=replaces)
