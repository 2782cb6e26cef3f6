"""Finding the variant that a person means, its rules, offering those of a server, and what `/variant` does.

Each action raises Refused, also in a direct message.
"""

from collections.abc import Container, Iterable

from discord.app_commands import Choice

from bot.interactions.call import Call, CommonServices, Reply, TableServices, server_of
from bot.interactions.table.find_table import find_table
from bot.messages.components import MOST_OPTIONS
from bot.messages.rules.game_rules import rules_layout, saved_variant_layout, saved_variants_layout
from bot.messages.words import Words
from bot.rummy.variant import Variant
from bot.tables.rules.house_rules import closest_preset
from bot.tables.rules.relatives import folded
from bot.tables.rules.saved_variants import DEFAULT_VARIANT


async def find_variant(services: CommonServices, call: Call, name: str | None) -> Variant:
    """Return the variant with this name or title; without a name, the usual one. Raise Refused(NoSuchVariant)."""
    if name is not None:
        return await services.variants.find(call.server, name, services.say(call).game)
    games, usual = await services.variants.all_variants(call.server), await usual_variant(services, call)
    return games.get(usual) or games[DEFAULT_VARIANT]  # a saved one may have been removed


async def offered_variants(services: CommonServices, server: int | None) -> dict[str, Variant]:
    """Return the variants that the server offers, by name; of those that it has chosen at least one must still exist."""
    games = await services.variants.all_variants(server)
    chosen = () if server is None else (await services.server_settings.get(server)).games
    return {name: game for name, game in games.items() if name in chosen} or games


async def usual_variant(services: CommonServices, call: Call) -> str:
    """Return the name of the variant that the server usually plays; without one the bot's own choice, if that is offered."""
    if call.server is None:
        return DEFAULT_VARIANT
    if (usual := (await services.server_settings.get(call.server)).variant) is not None:
        return usual
    offered = await offered_variants(services, call.server)
    return DEFAULT_VARIANT if DEFAULT_VARIANT in offered else next(iter(offered))


async def rules_reply(
    services: CommonServices, call: Call, variant: Variant, *, table: int = 0, is_next: bool = False
) -> Reply:
    """Return the first message of the rules of a game, or of the table with this number.

    If `is_next`, they are those of a match that the person may start.
    """
    look = services.pictures.of_person(await services.person(call))
    return Reply(view=rules_layout(variant, services.say(call), look["pictures"], table=table, is_next=is_next))


async def variant_choices(services: CommonServices, call: Call, typed: str) -> list[Choice[str]]:
    """Return the variants that this server offers, shipped and saved, whose titles or usual names contain what was typed."""
    offered, usual = await offered_variants(services, call.server), services.variants.usual_names
    named = {one.name for name, one in usual.items() if folded(typed) in name}
    return _matching(offered.values(), typed, services.say(call), named)


async def saved_variant_choices(services: CommonServices, call: Call, typed: str) -> list[Choice[str]]:
    """Return the variants that this server has saved, if their titles contain what was typed."""
    return _matching([one.variant for one in await services.variants.saved_variants(call.server)], typed, services.say(call))


def _matching(variants: Iterable[Variant], typed: str, say: Words, named: Container[str] = ()) -> list[Choice[str]]:
    text, titles = typed.strip().casefold(), ((one, say.game(one.title)) for one in variants)
    found = (
        (title, one.name)
        for one, title in titles
        if one.name in named or text in title.casefold() or text in one.title.casefold()
    )
    return [Choice(name=title, value=name) for title, name in found][:MOST_OPTIONS]


async def save(services: TableServices, call: Call, name: str, table: int | None) -> Reply:
    """Save the variant of the person's table under this name."""
    server, person = server_of(call), await services.person(call)
    found = await find_table(services, call, table)
    return _reply(services, call, await services.variants.save(server, person.number, found.variant, name))


async def add(services: CommonServices, call: Call, code: str, name: str | None) -> Reply:
    """Save the variant with this code, under its own name if no other is given."""
    server, person = server_of(call), await services.person(call)
    return _reply(services, call, await services.variants.save_code(server, person.number, code, name))


async def show_saved(services: CommonServices, call: Call, name: str | None) -> Reply:
    """Show the saved variant of this name; without one, the list of them, with the person who saved each."""
    if name is not None:
        return _reply(services, call, (await services.variants.find_saved(server_of(call), name)).variant)
    saved = await services.variants.saved_variants(server_of(call))
    return Reply(view=saved_variants_layout(saved, services.people_in(call), services.say(call)))


async def remove(services: CommonServices, call: Call, name: str) -> Reply:
    """Remove a variant that the person has saved; with Manage Server, anyone's."""
    server, person, say = server_of(call), await services.person(call), services.say(call)
    removed = await services.variants.remove(server, person.number, name, by_manager=call.caller.is_manager)
    return Reply(text=say("{game} has been removed. Tables that play it keep their rules.", game=removed.title))


def _reply(services: CommonServices, call: Call, variant: Variant) -> Reply:
    preset = closest_preset(variant, services.variants.presets)
    return Reply(view=saved_variant_layout(variant, preset, services.say(call)))
