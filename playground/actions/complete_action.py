"""The action that a request of a page or a test asks for."""

from playground.actions.action import Action, OpenModal
from playground.actions.command_action import complete_command
from playground.actions.component_action import complete_press
from playground.actions.modal_action import complete_modal
from playground.actions.not_offered import NotOffered
from playground.discord_json import Json
from playground.world.entities import AUTOCOMPLETE, COMMAND, PRESS, SUBMIT, Channel, Person
from playground.world.world import World


def complete_action(world: World, person: Person, channel: Channel, request: Json, modals: dict[str, OpenModal]) -> Action:
    """Return the action that is requested. Raise `NotOffered` if Discord's client would not offer it."""
    data = request.get("data")
    if not isinstance(data, dict):
        raise NotOffered("data is missing.")
    type_ = request.get("type")
    if type_ in (COMMAND, AUTOCOMPLETE):
        return complete_command(world, person, channel, data, type_)
    if type_ == PRESS:
        return complete_press(world, person, channel, data, str(request.get("message_id")))
    if type_ == SUBMIT:
        return complete_modal(world, person, channel, data, modals)
    raise NotOffered("type must be 2 (command), 3 (press), 4 (autocomplete) or 5 (modal).")
