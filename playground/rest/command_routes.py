"""The bot's application commands."""

from playground.discord_json import Json
from playground.rest.call import Answer, Call
from playground.rules.command_body import read_commands
from playground.world.entities import Command


def index(call: Call) -> Answer:
    """List the registered commands, with their words in other languages only if the query asks for them."""
    call.require_own_application()
    bodies = [command.body for command in call.world.commands.values()]
    return Answer(bodies if call.query.get("with_localizations") == "true" else [_in_english(body) for body in bodies])


def replace(call: Call) -> Answer:
    """Register exactly these commands. One that keeps its name and type keeps its id."""
    call.require_own_application()
    wanted = read_commands(call.body)
    old = {(command.body["type"], command.body["name"]): command for command in call.world.commands.values()}
    new = [_keep(call, body, old.pop((body["type"], body["name"]), None)) for body in wanted]
    for command in old.values():
        call.world.delete_command(command)
    call.simulation.guild_changes.send_commands()
    return Answer([command.body for command in new])


def _in_english(body: Json) -> Json:
    kept = {key: value for key, value in body.items() if not key.endswith("_localizations")}
    return kept | {key: [_in_english(one) for one in kept[key]] for key in ("options", "choices") if key in kept}


def _keep(call: Call, body: Json, old: Command | None) -> Command:
    id_ = old.id if old else call.world.ids.next()
    command = Command(id_, body | {"id": id_, "application_id": call.world.bot.id, "version": call.world.ids.next()})
    call.world.save(command)
    return command
