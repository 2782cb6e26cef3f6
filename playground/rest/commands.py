"""The bot's application commands, for everywhere or for one server."""

from playground.errors import Refusal, Refused
from playground.rest.call import NOTHING, Answer, Call
from playground.rules.commands import read_command, read_commands
from playground.rules.form import Form
from playground.things import Command
from playground.wire import Json


def index(call: Call) -> Answer:
    """All that are registered; their words in other languages only where they are asked for."""
    call.application()
    bodies = [command.body for command in _registered(call)]
    return Answer(bodies if call.query.get("with_localizations") == "true" else [_in_english(body) for body in bodies])


def replace(call: Call) -> Answer:
    """Exactly these commands from now on; one that keeps its name and type keeps its id."""
    call.application()
    wanted = read_commands(call.body)
    old = {(command.body["type"], command.body["name"]): command for command in _registered(call)}
    new = [_keep(call, body, old.pop((body["type"], body["name"]), None)) for body in wanted]
    for command in old.values():
        call.world.drop_command(command)
    call.here.happenings.commands_changed()
    return Answer([command.body for command in new])


def create(call: Call) -> Answer:
    call.application()
    form = Form()
    body = read_command(form, (), call.body)
    form.settle()
    same = (it for it in _registered(call) if (it.body["type"], it.body["name"]) == (body["type"], body["name"]))
    old = next(same, None)
    command = _keep(call, body, old)
    call.here.happenings.commands_changed()
    return Answer(command.body, status=200 if old else 201)


def show(call: Call) -> Answer:
    call.application()
    return Answer(_one(call).body)


def delete(call: Call) -> Answer:
    call.application()
    call.world.drop_command(_one(call))
    call.here.happenings.commands_changed()
    return NOTHING


def _in_english(body: Json) -> Json:
    kept = {key: value for key, value in body.items() if not key.endswith("_localizations")}
    return kept | {key: [_in_english(one) for one in kept[key]] for key in ("options", "choices") if key in kept}


def _one(call: Call) -> Command:
    for command in _registered(call):
        if command.id == call.params["command_id"]:
            return command
    raise Refused(Refusal.UNKNOWN_COMMAND)


def _registered(call: Call) -> list[Command]:
    guild_id = call.params.get("guild_id")
    if guild_id is not None and (guild_id != call.world.guild.id or not call.world.guild.has_bot):
        raise Refused(Refusal.MISSING_ACCESS)
    return [command for command in call.world.commands.values() if command.guild_id == guild_id]


def _keep(call: Call, body: Json, old: Command | None) -> Command:
    guild_id = call.params.get("guild_id")
    id_ = old.id if old else call.world.ids.next()
    full = body | {"id": id_, "application_id": call.world.bot.id, "version": call.world.ids.next()}
    if guild_id:
        full["guild_id"] = guild_id
    command = Command(id_, full, guild_id)
    call.world.keep(command)
    return command
