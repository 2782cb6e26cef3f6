"""The people of a match, for who puts it right: offered by their places, and found also when they have left Discord."""

from discord import Member, User
from discord.app_commands import Choice

from bot.competition.match_history import MatchRecord
from bot.competition.refusals import LeagueRefused, NobodyNamed, NotInMatch, OptionsContradict
from bot.interactions.league.organisers import known
from bot.interactions.services import Interaction, Services, server_of
from bot.interactions.table.autocomplete import MOST
from bot.league.history import history_line
from bot.messages.text import clean_line

PUT_BACK = "put back"


async def offered_people(services: Services, interaction: Interaction, typed: str) -> list[Choice[str]]:
    """`2. a former player`: the people of the match that has been named who say this; only removed ones to be put back."""
    number, change = interaction.namespace.match, interaction.namespace.change
    if interaction.guild_id is None or not isinstance(number, int):
        return []
    try:
        record = await services.match_history.match(interaction.guild_id, number)
    except LeagueRefused:  # there is no such match (yet: he may still be typing)
        return []
    labels = await _labels(services, interaction, record)
    wanted = [person for person in labels if not change or (change == PUT_BACK) == (record.match.seat_of(person) is None)]
    text = clean_line(typed).casefold()
    return [Choice(name=labels[one][:100], value=f"#{one}") for one in wanted if text in labels[one].casefold()][:MOST]


async def person_meant(
    services: Services,
    interaction: Interaction,
    match: int,
    user: Member | User | None,
    typed: str | None,
    options: tuple[str, str],
) -> int:
    """The number of a person: a Discord user, or somebody of the match, chosen or typed. Raises LeagueRefused."""
    if user is not None and typed is not None:
        raise LeagueRefused(OptionsContradict(*options))
    if user is not None:
        return (await known(services, interaction, user)).number
    if typed is None:
        raise LeagueRefused(NobodyNamed(*options))
    labels = await _labels(services, interaction, await services.match_history.match(server_of(interaction), match))
    text = clean_line(typed).casefold()
    found = [one for one in labels if text == f"#{one}"] or [one for one in labels if text and text in labels[one].casefold()]
    if len(found) != 1:
        raise LeagueRefused(NotInMatch(typed, match, tuple(labels)))
    return found[0]


async def _labels(services: Services, interaction: Interaction, record: MatchRecord) -> dict[int, str]:
    """By person: the places that they have now, then who has been removed."""
    say, line = services.say(interaction), history_line(record.match)
    everybody = [seat.person for seat in record.match.seats if not seat.computer]
    names = await services.names_of(everybody, say)
    labels = {one.person: f"{one.place}. {names.plain(one.person)}" for one in line.people}
    removed = [person for person in everybody if person not in labels]
    return labels | {person: say("{name} (removed)", name=names.plain(person)) for person in removed}
