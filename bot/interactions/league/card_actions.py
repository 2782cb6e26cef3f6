"""What the buttons of a league's card and the forms that set up a league do."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, assert_never

from bot.competition.ports import StoredLeague
from bot.competition.refusals import LeagueArchived, LeagueEdited, LeagueRefused, NoMatchCounts
from bot.interactions.form_answers import all_answers
from bot.interactions.league.counting_rules import counting_rules
from bot.interactions.league.league_actions import LeagueActions
from bot.interactions.league.league_channel import channel_to_play
from bot.interactions.league.league_options import LeagueOptions, season_end_as_typed
from bot.interactions.league.organisers import server_of_organiser
from bot.interactions.league.time_zones import suggested_zone
from bot.interactions.permissions import can_open_thread, parent_of
from bot.interactions.rate_limits import Limited
from bot.interactions.reply import Reply, is_ephemeral
from bot.interactions.services import Interaction, Services, server_of
from bot.interactions.table.find_variant import find_variant
from bot.interactions.table.lobby_actions import LobbyActions
from bot.interactions.table.open_table import USUAL_CLOCK, Chosen, open_table
from bot.league.league import League
from bot.messages.components import Form
from bot.messages.league.card_buttons import CardAction, CardPress, MoreForm, NewLeagueForm, read_card_form, settings_mark
from bot.messages.league.league_card import card_layout, league_rules_layout
from bot.messages.league.league_forms import (
    NAME,
    ON_DATE,
    POINTS,
    SEASON,
    WHY,
    ZONE,
    chosen_league,
    chosen_length,
    more_form,
    new_league_form,
)
from bot.messages.text import clean_line


@dataclass(frozen=True, slots=True)
class CardActions:
    """Every method returns the reply, and raises LeagueRefused, SchemeRefused or Refused."""

    services: Services

    async def open_new_form(self, interaction: Interaction) -> Reply:
        """Open the form of `/league create`; only for organisers."""
        await server_of_organiser(self.services, interaction)
        say = self.services.say(interaction)
        return Reply(form=new_league_form(say), text=say("The form couldn't be opened in time. Use the command again."))

    async def open_more_form(self, interaction: Interaction, name: str) -> Reply:
        """Open the form with more settings of the league with this name; only for organisers."""
        server = await server_of_organiser(self.services, interaction)
        say = self.services.say(interaction)
        form = self._more_form(interaction, await self.services.leagues.find(server, name))
        return Reply(form=form, text=say("The form couldn't be opened in time. Use the command again."))

    async def press(self, interaction: Interaction, press: CardPress) -> Reply:
        """Show the rules, open a table that counts, or open the form with more settings."""
        stored = await self.services.leagues.get(server_of(interaction), press.league)
        say = self.services.say(interaction)
        match press.action:
            case CardAction.RULES:
                return Reply(view=league_rules_layout(stored, say))
            case CardAction.PLAY:
                return await self._play(interaction, _in_use(stored))
            case CardAction.MORE:
                await server_of_organiser(self.services, interaction)
                form = self._more_form(interaction, _in_use(stored))
                return Reply(form=form, text=say("The form couldn't be opened in time. Press the button again."))
            case action:
                assert_never(action)

    def _more_form(self, interaction: Interaction, stored: StoredLeague) -> Form:
        ends = season_end_as_typed(stored.league.season_end)
        return more_form(stored.number, stored.league, ends, self.services.say(interaction))

    async def send(self, interaction: Interaction, custom_id: str, data: Mapping[str, Any]) -> Reply:
        """Create or change a league as a form says; its person must still be an organiser."""
        server, form, answers = (
            await server_of_organiser(self.services, interaction),
            read_card_form(custom_id),
            all_answers(data),
        )
        match form:
            case NewLeagueForm():
                return await self._create(interaction, server, answers)
            case MoreForm():
                return await self._change(interaction, server, form, answers)
            case _:
                assert_never(form)

    async def _create(self, interaction: Interaction, server: int, answers: Mapping[str, str]) -> Reply:
        """Create a league; the reply is its card, for everyone."""
        here = parent_of(interaction) or interaction.channel_id
        zone = suggested_zone(self.services.api.server_locale(server))
        begun = League(server=server, name=clean_line(answers.get(NAME, "")), announcements=here, zone=zone)
        person = await self.services.person(interaction)
        stored = await self.services.league_editor.create(chosen_league(begun, answers), by=person.number)
        note = ""
        if answers.get(SEASON) == ON_DATE:
            say = self.services.say(interaction)
            note = say("The date on which the season ends isn't set yet. Organisers can type it under **More …**.")
        return LeagueActions(self.services).created(interaction, stored, note)

    async def _change(self, interaction: Interaction, server: int, form: MoreForm, answers: Mapping[str, str]) -> Reply:
        """Change a league unless somebody else has changed it while the form was open; the reply updates its card."""
        stored = _in_use(await self.services.leagues.get(server, form.league))
        if settings_mark(stored.league) != form.mark:
            raise LeagueRefused(LeagueEdited(stored.name))
        typed = {name: answers.get(name, "") for name in (POINTS, SEASON, ZONE)}
        options = LeagueOptions(
            points=typed[POINTS], ends=typed[SEASON], zone=typed[ZONE], shortest=chosen_length(answers).value
        )
        actions = LeagueActions(self.services)
        new, note = await actions.change(interaction, stored, options, answers.get(WHY, ""))
        if interaction.message is None or is_ephemeral(interaction):
            return replace(actions.show_with(interaction, new, note), replaces_pressed=True)
        return Reply(view=card_layout(new, self.services.say_to_server(server)), text=note, replaces_pressed=True)

    async def _play(self, interaction: Interaction, stored: StoredLeague) -> Reply:
        """Open a table whose match counts in the league, in the league's channel; here, the reply is its lobby."""
        league, server = stored.league, stored.league.server
        settings = await self.services.server_settings.get(server)
        usual, presets = await find_variant(self.services, interaction, None), self.services.variants.presets
        if (found := counting_rules(league, usual, settings.length, presets)) is None:
            raise LeagueRefused(NoMatchCounts(stored.name))
        rules, game = found
        if league.channel in (None, interaction.channel_id, parent_of(interaction)):
            chosen = Chosen(rules, game, settings.thread and can_open_thread(interaction), USUAL_CLOCK)
            return await LobbyActions(self.services).open_chosen(interaction, chosen, only_one_here=True)
        channel = channel_to_play(interaction, stored)
        self.services.count(Limited.LOBBY, interaction)
        table = await open_table(
            self.services,
            interaction,
            (await self.services.person(interaction)).number,
            rules,
            base=game,
            channel=channel,
            thread=settings.thread and self.services.api.may_open_thread(server, channel),
            only_one_here=True,
        )
        say = self.services.say(interaction)
        return Reply(text=say("Table {number} is open in {channel}.", number=table.number, channel=f"<#{channel}>"))


def _in_use(stored: StoredLeague) -> StoredLeague:
    """Return the league. Raise LeagueRefused(LeagueArchived)."""
    if stored.archived_at is not None:
        raise LeagueRefused(LeagueArchived(stored.name))
    return stored
