"""The bot's application commands."""

from playground.rest.call import Answer, Call
from playground.rules.commands import read_commands
from playground.things import Command
from playground.wire import Json


def index(call: Call) -> Answer:
    """List the registered commands, with their words in other languages only if the query asks for them."""
    call.application()
    bodies = [command.body for command in call.world.commands.values()]
    return Answer(bodies if call.query.get("with_localizations") == "true" else [_in_english(body) for body in bodies])


def replace(call: Call) -> Answer:
    """Register exactly these commands. One that keeps its name and type keeps its id."""
    call.application()
    wanted = read_commands(call.body)
    old = {(command.body["type"], command.body["name"]): command for command in call.world.commands.values()}
    new = [_keep(call, body, old.pop((body["type"], body["name"]), None)) for body in wanted]
    for command in old.values():
        call.world.drop_command(command)
    call.here.happenings.commands_changed()
    return Answer([command.body for command in new])


def _in_english(body: Json) -> Json:
    kept = {key: value for key, value in body.items() if not key.endswith("_localizations")}
    return kept | {key: [_in_english(one) for one in kept[key]] for key in ("options", "choices") if key in kept}


def _keep(call: Call, body: Json, old: Command | None) -> Command:
    id_ = old.id if old else call.world.ids.next()
    command = Command(id_, body | {"id": id_, "application_id": call.world.bot.id, "version": call.world.ids.next()})
    call.world.keep(command)
    return command
