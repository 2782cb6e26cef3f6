"""What autocomplete offers besides moves: tables, games and house rules, narrowed by what has been typed."""

from collections.abc import Mapping

from discord.app_commands import Choice

from bot.interactions.services import Interaction, Services
from bot.interactions.table.find_table import find_table, tables_here
from bot.messages.table.house_rules_panel import matching_rules, typed_choices
from bot.rummy.variant.variant import Variant
from bot.tables.refusals import Refused
from bot.tables.rules.house_rules import HOUSE_RULES
from bot.tables.rules.saved_variants import DEFAULT_VARIANT

MOST = 25


async def offered_tables(services: Services, interaction: Interaction, *, seated: bool) -> list[Choice[int]]:
    """The tables of this channel and those where the person sits; `seated`: only where he sits."""
    person = (await services.person(interaction)).number
    tables = {table.number: table for table in services.tables.in_play.of_person(person)}
    if not seated:
        tables |= {table.number: table for table in tables_here(services, interaction)}
    offered = []
    for table in list(tables.values())[:MOST]:
        names = await services.names_of(table.all_people, services.say(interaction), table)
        label = f"{table.number}: {table.variant.title} – {', '.join(names.plain(one) for one in table.people)}"
        offered.append(Choice(name=label[:100], value=table.number))
    return offered


async def variants(services: Services, interaction: Interaction, typed: str) -> list[Choice[str]]:
    """The games there are in this server."""
    return _named(await services.variants.all_variants(interaction.guild_id), typed)


async def saved_variants(services: Services, interaction: Interaction, typed: str) -> list[Choice[str]]:
    """Those that this server has saved."""
    saved = await services.variants.saved_variants(interaction.guild_id)
    return _named({one.variant.name: one.variant for one in saved}, typed)


def _named(found: Mapping[str, Variant], typed: str) -> list[Choice[str]]:
    text = typed.strip().casefold()
    return [Choice(name=one.title, value=name) for name, one in found.items() if text in one.title.casefold()][:MOST]


async def house_rules(services: Services, interaction: Interaction, typed: str) -> list[Choice[str]]:
    """The names of house rules, with the answers of the table that is meant."""
    variant, say = await _variant_meant(services, interaction), services.say(interaction)
    return [Choice(name=label, value=name) for name, label in matching_rules(typed, variant, say)][:MOST]


async def answers(services: Services, interaction: Interaction, typed: str) -> list[Choice[str]]:
    """What may be answered to the house rule that has been chosen."""
    rule = HOUSE_RULES.get(str(interaction.namespace.rule or "").strip().lower())
    if rule is None:
        return []
    text, variant, say = typed.strip().lower(), await _variant_meant(services, interaction), services.say(interaction)
    labels = [(answer, f"{answer}: {label}"[:100]) for answer, label in typed_choices(rule, variant, say)]
    return [Choice(name=label, value=answer) for answer, label in labels if text in label.lower()][:MOST]


async def _variant_meant(services: Services, interaction: Interaction) -> Variant:
    try:
        return (await find_table(services, interaction, interaction.namespace.table)).variant
    except Refused:
        return services.variants.presets[DEFAULT_VARIANT]
