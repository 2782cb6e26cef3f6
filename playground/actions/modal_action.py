"""Modals that a person fills in and sends: only the one that is open for them, with answers that it takes."""

from collections.abc import Iterator

from playground.actions.action import Action, OpenModal
from playground.actions.component_action import STRING_SELECT, chosen_values, resolve_values
from playground.actions.not_offered import NotOffered
from playground.discord_json import Json
from playground.objects.file_objects import attachment_object
from playground.rules.component_tree import children
from playground.rules.message_components import ROW
from playground.rules.modal_body import CHECKBOX, CHECKBOXES, FILE_UPLOAD, LABEL, RADIO, TEXT_INPUT
from playground.world.entities import SUBMIT, Channel, Person
from playground.world.world import World


def complete_modal(world: World, person: Person, channel: Channel, data: Json, modals: dict[str, OpenModal]) -> Action:
    modal = modals.get(person.id)
    if modal is None or modal.data["custom_id"] != data.get("custom_id") or modal.channel_id != channel.id:
        raise NotOffered(f"No such modal is open for {person.name}.")
    answers = {answer.get("custom_id"): answer for answer in _answers(data.get("components", []))}
    resolved: Json = {}
    components = [_with_answer(world, component, answers, resolved) for component in modal.data["components"]]
    full: Json = {"custom_id": modal.data["custom_id"], "components": components}
    if resolved:
        full["resolved"] = resolved
    return Action(SUBMIT, full, source_id=modal.source_id, trigger=modal.metadata)


def _answers(components: list[Json]) -> Iterator[Json]:
    for component in components:
        if "custom_id" in component:
            yield component
        yield from _answers(children(component))


def _with_answer(world: World, component: Json, answers: dict[object, Json], resolved: Json) -> Json:
    """Return a component of the modal with the person's answer, as Discord sends it back."""
    full: Json = {"type": component["type"], "id": component["id"]}
    if component["type"] == LABEL:
        full["component"] = _answer(world, component["component"], answers, resolved)
    elif component["type"] == ROW:
        full["components"] = [_answer(world, question, answers, resolved) for question in component["components"]]
    return full


def _answer(world: World, question: Json, answers: dict[object, Json], resolved: Json) -> Json:
    answer = answers.get(question["custom_id"], {})
    full: Json = {"type": question["type"], "id": question["id"], "custom_id": question["custom_id"]}
    type_ = question["type"]
    if type_ == TEXT_INPUT:
        value = answer.get("value", question.get("value", ""))
        _check_text(question, value)
        return full | {"value": value}
    if type_ == CHECKBOX:
        return full | {"value": bool(answer.get("value", question.get("default", False)))}
    if type_ == RADIO:
        value = answer.get("value")
        if value is None and question["required"]:
            raise NotOffered("One of the options must be chosen.")
        if value is not None and value not in {option.get("value") for option in question["options"]}:
            raise NotOffered(f"“{value}” is not among the options.")
        return full | {"value": value}
    values = chosen_values(question, answer.get("values", []))
    if type_ == FILE_UPLOAD:
        for id_ in values:
            if id_ not in world.attachments:
                raise NotOffered("No such file was uploaded.")
            resolved.setdefault("attachments", {})[id_] = attachment_object(world, world.attachments[id_])
    else:
        for kind, objects in resolve_values(world, STRING_SELECT if type_ == CHECKBOXES else type_, values).items():
            resolved.setdefault(kind, {}).update(objects)
    return full | {"values": values}


def _check_text(question: Json, value: object) -> None:
    if not isinstance(value, str):
        raise NotOffered("A text is missing.")
    if not value and not question["required"]:
        return
    least, most = max(question.get("min_length", 0), int(question["required"])), question.get("max_length", 4000)
    if not least <= len(value) <= most:
        raise NotOffered(f"The text must have {least} to {most} letters.")
