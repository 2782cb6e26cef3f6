"""What autocomplete offers besides moves: tables, games and house rules, narrowed by what has been typed."""

from collections.abc import Mapping

from discord.app_commands import Choice

from bot.interactions.services import Desk, Interaction
from bot.messages.table.house_rules_panel import rules_named, typed_choices
from bot.rummy.variant.variant import Variant
from bot.tables.refusals import Refused
from bot.tables.rules.house_rules import RULES
from bot.tables.rules.saved_variants import DEFAULT

MOST = 25


async def offered_tables(desk: Desk, interaction: Interaction, *, seated: bool) -> list[Choice[int]]:
    """The tables of this channel and those where the person sits; `seated`: only where he sits."""
    person = (await desk.person(interaction)).number
    tables = {table.number: table for table in desk.tables.in_play.of_person(person)}
    if not seated:
        tables |= {table.number: table for table in desk.here(interaction)}
    offered = []
    for table in list(tables.values())[:MOST]:
        names = await desk.names(table)
        label = f"{table.number}: {table.variant.title} – {', '.join(names.plain(one) for one in table.people)}"
        offered.append(Choice(name=label[:100], value=table.number))
    return offered


async def games(desk: Desk, interaction: Interaction, typed: str) -> list[Choice[str]]:
    """The games there are in this server."""
    return _named(await desk.games.all(interaction.guild_id), typed)


async def saved_games(desk: Desk, interaction: Interaction, typed: str) -> list[Choice[str]]:
    """Those that this server has saved."""
    saved = await desk.games.saved(interaction.guild_id)
    return _named({one.variant.name: one.variant for one in saved}, typed)


def _named(found: Mapping[str, Variant], typed: str) -> list[Choice[str]]:
    text = typed.strip().casefold()
    return [Choice(name=one.title, value=name) for name, one in found.items() if text in one.title.casefold()][:MOST]


async def house_rules(desk: Desk, interaction: Interaction, typed: str) -> list[Choice[str]]:
    """The names of house rules, with the answers of the table that is meant."""
    variant, say = await _rules_meant(desk, interaction), desk.say(interaction)
    return [Choice(name=label, value=name) for name, label in rules_named(typed, variant, say)][:MOST]


async def answers(desk: Desk, interaction: Interaction, typed: str) -> list[Choice[str]]:
    """What may be answered to the house rule that has been chosen."""
    rule = RULES.get(str(interaction.namespace.rule or "").strip().lower())
    if rule is None:
        return []
    text, variant, say = typed.strip().lower(), await _rules_meant(desk, interaction), desk.say(interaction)
    labels = [(answer, f"{answer}: {label}"[:100]) for answer, label in typed_choices(rule, variant, say)]
    return [Choice(name=label, value=answer) for answer, label in labels if text in label.lower()][:MOST]


async def _rules_meant(desk: Desk, interaction: Interaction) -> Variant:
    try:
        return (await desk.find(interaction, interaction.namespace.table)).variant
    except Refused:
        return desk.games.presets[DEFAULT]
