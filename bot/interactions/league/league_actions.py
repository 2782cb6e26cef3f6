"""The actions of organisers on leagues: create, edit, choose the organisers."""

from dataclasses import dataclass

from bot.competition.ports import StoredLeague
from bot.competition.refusals import OptionsContradict
from bot.interactions.call import Call, server_of
from bot.interactions.league.league_options import LeagueOptions, apply_options, sizes_without_points
from bot.interactions.league.organisers import server_of_organiser
from bot.interactions.reply import Reply
from bot.interactions.services import Services
from bot.league.league import League
from bot.messages.league.league_card import card_layout, league_rules_layout
from bot.messages.league.leagues import league_layout, leagues_layout, organisers_text
from bot.messages.text import clean_line
from bot.wording.sentence import Code, Refusal, Refused, Typed


class OnlyManagersChoose(Refusal):
    """The person may organise, but only a member with Manage Server chooses the role of the organisers."""

    sentence = "You need the Manage Server permission to choose the organisers."


class NoRoleChosen(Refusal):
    """There is a reason for another role, but neither a role nor that there is none."""

    role: Code = "role:"
    nobody: Code = "nobody:True"
    sentence = "Choose the organiser role with {role}, or {nobody} for none."


class NothingToChange(Refusal):
    """The league is already as requested."""

    league: Typed
    sentence = "Nothing has changed: {league} is already set up like that."


@dataclass(frozen=True, slots=True)
class LeagueActions:
    """Every method returns the reply, and raises Refused. Anyone may look; only organisers may change."""

    services: Services

    async def create(self, call: Call, name: str, options: LeagueOptions) -> Reply:
        server = await server_of_organiser(self.services, call)
        here = call.parent or call.channel
        league = await apply_options(self.services, call, League(server=server, name=name, announcements=here), options)
        stored = await self.services.league_editor.create(league, by=await self._person(call))
        return self.created(call, stored)

    def created(self, call: Call, stored: StoredLeague, note: str = "") -> Reply:
        """Post the card of a new league for everyone, and show its settings to the organiser, with a `note`."""
        say, to_all = self.services.say(call), self.services.say_to_server(stored.league.server)
        notes = (say("League created."), note, self._warning(call, stored))
        rules = league_rules_layout(stored, say, note=" ".join(filter(None, notes)))
        return Reply(view=card_layout(stored, to_all), is_public=True, then=Reply(view=rules))

    async def edit(self, call: Call, name: str, options: LeagueOptions, why: str) -> Reply:
        """Change a league; the reply says how many matches of the running season are affected."""
        server = await server_of_organiser(self.services, call)
        new, note = await self.change(call, await self.services.leagues.find(server, name), options, why)
        return self.show_with(call, new, note)

    async def change(self, call: Call, old: StoredLeague, options: LeagueOptions, why: str) -> tuple[StoredLeague, str]:
        """Change a league for an organiser; return it, with a note about how many matches are affected.

        The reason may be empty.
        """
        league = await apply_options(self.services, call, old.league, options)
        if league == old.league:
            raise Refused(NothingToChange(old.name))
        before = await self._count_eligible(old)
        new = await self.services.league_editor.edit(
            old.number, league, based_on=old.league, by=await self._person(call), why=clean_line(why)
        )
        say = self.services.say(call)
        note, now = say("League updated."), await self._count_eligible(new)
        if now and old.league.scheme != new.league.scheme:
            note += " " + say.many(
                "The points of 1 match this season have been recalculated.",
                "The points of {count} matches this season have been recalculated.",
                now,
            )
        if now != before and old.season == new.season:
            note += " " + say("Matches that count this season: {now} (before: {before}).", now=now, before=before)
        return new, note

    async def show(self, call: Call, name: str) -> Reply:
        """Show a league, or an archived one, with all its settings."""
        stored = await self.services.leagues.find(server_of(call), name, include_archived=True)
        return self.show_with(call, stored)

    async def show_all(self, call: Call) -> Reply:
        """List the leagues of this server."""
        found = await self.services.leagues.all(server_of(call))
        leagues = [(stored.league, stored.season) for stored in found]
        return Reply(view=leagues_layout(leagues, self.services.say(call)))

    async def choose_organisers(self, call: Call, role: int | None, *, nobody: bool, why: str) -> Reply:
        """Let a role organise the leagues, or `nobody` but those with Manage Server; without either, only show the choice.

        The reason may be empty.
        """
        server = server_of(call)
        if role is not None or nobody:
            if role is not None and nobody:
                raise Refused(OptionsContradict("role", "nobody"))
            if not call.caller.is_manager:
                raise Refused(OnlyManagersChoose())
            by = await self._person(call)
            await self.services.league_editor.set_organiser_role(server, role, by=by, why=clean_line(why))
        elif why:
            raise Refused(NoRoleChosen())
        chosen = await self.services.league_editor.organiser_role(server)
        return Reply(text=organisers_text(server, chosen, self.services.say(call)))

    async def _person(self, call: Call) -> int:
        """Return the number of the organiser, for the log."""
        return (await self.services.person(call)).number

    async def _count_eligible(self, stored: StoredLeague) -> int:
        """Return how many matches count in the running season."""
        return (await self.services.match_history.count_counting(stored))[0]

    def _warning(self, call: Call, stored: StoredLeague) -> str:
        """Return the sentence that some matches would get no points; empty if all get some."""
        say = self.services.say(call)
        missing = sizes_without_points(stored.league, tuple(self.services.variants.presets.values()))
        if not missing:
            return ""
        sizes = say.any_of(map(str, missing))
        return say("No points are set for matches with {sizes} players, so they won't count.", sizes=sizes)

    def show_with(self, call: Call, stored: StoredLeague, note: str = "") -> Reply:
        """Show the league; a `note` about a change is followed by a warning if some matches would get no points."""
        say = self.services.say(call)
        if note:
            note = "\n".join(filter(None, (note, self._warning(call, stored))))
        season, number = (stored.season, stored.number) if stored.archived_at is None else (None, None)
        return Reply(view=league_layout(stored.league, season, say, note=note, ends_at=stored.ends_at, number=number))
