"""Autocomplete for tables, variants and house rules. For moves, see `move_autocomplete`."""

from collections.abc import Mapping

from discord.app_commands import Choice

from bot.interactions.call import Call
from bot.interactions.services import Services
from bot.interactions.table.find_table import find_table, tables_here
from bot.messages.components import LONGEST_OPTION, MOST_OPTIONS
from bot.messages.names import names_at
from bot.messages.table.house_rules.rule_form import typed_answers
from bot.messages.table.house_rules.typed_rules import matching_rules, read_rule
from bot.rummy.variant import Variant
from bot.tables.rules.saved_variants import DEFAULT_VARIANT
from bot.tables.table import Phase
from bot.wording.sentence import Refused


async def table_choices(services: Services, call: Call, *, seated: bool) -> list[Choice[int]]:
    """Return the tables where the person is seated; unless `seated`, also the other tables of this channel."""
    person = (await services.person(call)).number
    tables = {table.number: table for table in services.tables.in_play.of_person(person)}
    if not seated:
        tables |= {table.number: table for table in tables_here(services, call)}
    choices = []
    for table in list(tables.values())[:MOST_OPTIONS]:
        names = names_at(table, services.people, services.say(call))
        label = f"{table.number}: {table.variant.title} – {', '.join(names.plain(one) for one in table.players)}"
        choices.append(Choice(name=label[:LONGEST_OPTION], value=table.number))
    return choices


async def variant_choices(services: Services, call: Call, typed: str) -> list[Choice[str]]:
    """Return the variants of this server, shipped and saved, whose titles contain what was typed."""
    return _matching_variants(await services.variants.all_variants(call.server), typed)


async def saved_variant_choices(services: Services, call: Call, typed: str) -> list[Choice[str]]:
    """Return the variants that this server has saved, if their titles contain what was typed."""
    saved = await services.variants.saved_variants(call.server)
    return _matching_variants({one.variant.name: one.variant for one in saved}, typed)


def _matching_variants(variants: Mapping[str, Variant], typed: str) -> list[Choice[str]]:
    text = typed.strip().casefold()
    return [Choice(name=one.title, value=name) for name, one in variants.items() if text in one.title.casefold()][:MOST_OPTIONS]


async def house_rule_choices(services: Services, call: Call, typed: str) -> list[Choice[str]]:
    """Return the house rules that match what was typed, labelled with their titles and their answers at the table."""
    variant, _, _ = await _rules_at_table(services, call)
    say = services.say(call)
    return [Choice(name=label, value=name) for name, label in matching_rules(typed, variant, say)][:MOST_OPTIONS]


async def answer_choices(services: Services, call: Call, typed: str) -> list[Choice[str]]:
    """Return the answers to the house rule in the option `rule`, if their labels contain what was typed."""
    text, say = typed.strip().casefold(), services.say(call)
    try:
        rule = read_rule(str(call.options.get("rule") or ""), say)
    except Refused:
        return []
    choices = typed_answers(rule, *await _rules_at_table(services, call), say)
    matching = [(answer, label) for answer, label in choices if text in label.casefold() or text == answer]
    return [Choice(name=label, value=answer) for answer, label in matching][:MOST_OPTIONS]


async def _rules_at_table(services: Services, call: Call) -> tuple[Variant, Variant, int]:
    """Return the variant, the preset and the number of players of the table in the option `table`, or of the person's table.

    Without a table, they are those of an empty table with the default variant.
    """
    try:
        table = await find_table(services, call, call.options.get("table"), phase=Phase.LOBBY)
    except Refused:
        default = services.variants.presets[DEFAULT_VARIANT]
        return default, default, 0
    return table.variant, table.preset, len(table.players)
