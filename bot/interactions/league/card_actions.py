"""What the buttons of a league's card and the forms that set up a league do."""

from dataclasses import dataclass, replace
from typing import assert_never

from bot.competition.ports import StoredLeague
from bot.competition.refusals import LeagueArchived, LeagueEdited
from bot.interactions.call import Call, server_of
from bot.interactions.league.counting_rules import counting_rules
from bot.interactions.league.league_actions import LeagueActions
from bot.interactions.league.league_channel import channel_to_play
from bot.interactions.league.league_options import LeagueOptions, season_end_as_typed
from bot.interactions.league.organisers import server_of_organiser
from bot.interactions.league.time_zones import suggested_zone
from bot.interactions.permissions import can_open_thread
from bot.interactions.rate_limits import Limited
from bot.interactions.reply import Reply
from bot.interactions.routes import forms, presses
from bot.interactions.services import Services
from bot.interactions.table import lobby_actions
from bot.interactions.table.find_variant import find_variant
from bot.interactions.table.open_table import USUAL_CLOCK, Chosen, open_table
from bot.league.league import League
from bot.messages.components import Form
from bot.messages.league.card_buttons import CardAction, CardPress, MoreForm, NewLeagueForm, settings_mark
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
from bot.wording.sentence import Refusal, Refused, Typed


class NoMatchCounts(Refusal):
    """No game of the league can be played so that it counts: it is too short, or there are no points for its players."""

    league: Typed
    sentence = (
        "No game counts in {league} as it is set up: each is too short, or has no points for its number of players. "
        "Ask an organiser to change that with `/league edit`."
    )


@dataclass(frozen=True, slots=True)
class CardActions:
    """Every method returns the reply, and raises Refused."""

    services: Services

    async def open_new_form(self, call: Call) -> Reply:
        """Open the form of `/league create`; only for organisers."""
        await server_of_organiser(self.services, call)
        say = self.services.say(call)
        return Reply(form=new_league_form(say), text=say("The form couldn't be opened in time. Use the command again."))

    async def open_more_form(self, call: Call, name: str) -> Reply:
        """Open the form with more settings of the league with this name; only for organisers."""
        server = await server_of_organiser(self.services, call)
        say = self.services.say(call)
        form = self._more_form(call, await self.services.leagues.find(server, name))
        return Reply(form=form, text=say("The form couldn't be opened in time. Use the command again."))

    async def press(self, call: Call, press: CardPress) -> Reply:
        """Show the rules, open a table that counts, or open the form with more settings."""
        stored = await self.services.leagues.get(server_of(call), press.league)
        say = self.services.say(call)
        match press.action:
            case CardAction.RULES:
                return Reply(view=league_rules_layout(stored, say))
            case CardAction.PLAY:
                return await self._play(call, _in_use(stored))
            case CardAction.MORE:
                await server_of_organiser(self.services, call)
                form = self._more_form(call, _in_use(stored))
                return Reply(form=form, text=say("The form couldn't be opened in time. Press the button again."))
            case action:
                assert_never(action)

    def _more_form(self, call: Call, stored: StoredLeague) -> Form:
        ends = season_end_as_typed(stored.league.season_end)
        return more_form(stored.number, stored.league, ends, self.services.say(call))

    async def create(self, call: Call) -> Reply:
        """Create a league as a form says, if its person is still an organiser; the reply is its card, for everyone."""
        server, answers = await server_of_organiser(self.services, call), _answers(call)
        here = call.parent or call.channel
        zone = suggested_zone(self.services.api.server_locale(server))
        begun = League(server=server, name=clean_line(answers.get(NAME, "")), announcements=here, zone=zone)
        person = await self.services.person(call)
        stored = await self.services.league_editor.create(chosen_league(begun, answers), by=person.number)
        note = ""
        if answers.get(SEASON) == ON_DATE:
            say = self.services.say(call)
            note = say("The date on which the season ends isn't set yet. Organisers can type it under **More …**.")
        return LeagueActions(self.services).created(call, stored, note)

    async def change(self, call: Call, form: MoreForm) -> Reply:
        """Change a league unless somebody else has changed it while the form was open; the reply updates its card.

        The person must still be an organiser.
        """
        server, answers = await server_of_organiser(self.services, call), _answers(call)
        stored = _in_use(await self.services.leagues.get(server, form.league))
        if settings_mark(stored.league) != form.mark:
            raise Refused(LeagueEdited(stored.name))
        typed = {name: answers.get(name, "") for name in (POINTS, SEASON, ZONE)}
        options = LeagueOptions(
            points=typed[POINTS], ends=typed[SEASON], zone=typed[ZONE], shortest=chosen_length(answers).value
        )
        actions = LeagueActions(self.services)
        new, note = await actions.change(call, stored, options, answers.get(WHY, ""))
        if call.pressed is None or call.is_whispered:
            return replace(actions.show_with(call, new, note), replaces_pressed=True)
        return Reply(view=card_layout(new, self.services.say_to_server(server)), text=note, replaces_pressed=True)

    async def _play(self, call: Call, stored: StoredLeague) -> Reply:
        """Open a table whose match counts in the league, in the league's channel; here, the reply is its lobby."""
        league, server = stored.league, stored.league.server
        settings = await self.services.server_settings.get(server)
        usual, presets = await find_variant(self.services, call, None), self.services.variants.presets
        if (found := counting_rules(league, usual, settings.length, presets)) is None:
            raise Refused(NoMatchCounts(stored.name))
        rules, game = found
        if league.channel in (None, call.channel, call.parent):
            chosen = Chosen(rules, game, settings.thread and can_open_thread(call), USUAL_CLOCK)
            return await lobby_actions.open_chosen(self.services, call, chosen, only_one_here=True)
        channel = channel_to_play(call, stored)
        self.services.count(Limited.LOBBY, call)
        table = await open_table(
            self.services,
            call,
            (await self.services.person(call)).number,
            rules,
            base=game,
            channel=channel,
            thread=settings.thread and self.services.api.may_open_thread(server, channel),
            only_one_here=True,
        )
        say = self.services.say(call)
        return Reply(text=say("Table {number} is open in {channel}.", number=table.number, channel=f"<#{channel}>"))


@presses.on(CardPress)
async def press(services: Services, call: Call, press: CardPress) -> Reply:
    return await CardActions(services).press(call, press)


@forms.on(NewLeagueForm)
async def create(services: Services, call: Call, _form: NewLeagueForm) -> Reply:
    return await CardActions(services).create(call)


@forms.on(MoreForm)
async def change(services: Services, call: Call, form: MoreForm) -> Reply:
    return await CardActions(services).change(call, form)


def _answers(call: Call) -> dict[str, str]:
    return {question: call.answer(question) for question in call.answers}


def _in_use(stored: StoredLeague) -> StoredLeague:
    """Return the league. Raise Refused(LeagueArchived)."""
    if stored.archived_at is not None:
        raise Refused(LeagueArchived(stored.name))
    return stored
