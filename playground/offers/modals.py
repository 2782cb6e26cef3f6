"""Modals as a person fills them in: only the one before him, and with answers that it takes."""

from collections.abc import Iterator

from playground import shapes
from playground.clicks import SUBMIT, Offer, OpenModal
from playground.offers.not_offered import NotOffered
from playground.offers.presses import chosen, resolve
from playground.rules.reading import children
from playground.things import Channel, Person
from playground.wire import Json
from playground.world import World


def submit(world: World, person: Person, channel: Channel, data: Json, modals: dict[str, OpenModal], cdn: str) -> Offer:
    modal = modals.get(person.id)
    if modal is None or modal.shape["custom_id"] != data.get("custom_id") or modal.channel_id != channel.id:
        raise NotOffered(f"No such modal is open for {person.name}.")
    given = {answer.get("custom_id"): answer for answer in _answers(data.get("components", []))}
    resolved: Json = {}
    components = [_filled(world, question, given, resolved, cdn) for question in modal.shape["components"]]
    full: Json = {"custom_id": modal.shape["custom_id"], "components": components}
    if resolved:
        full["resolved"] = resolved
    return Offer(SUBMIT, full, source_id=modal.source_id, trigger=modal.metadata)


def _answers(components: list[Json]) -> Iterator[Json]:
    for component in components:
        if "custom_id" in component:
            yield component
        yield from _answers(children(component))


def _filled(world: World, question: Json, given: dict[object, Json], resolved: Json, cdn: str) -> Json:
    """A question of the modal with the person's answer, as Discord sends it back."""
    shape: Json = {"type": question["type"], "id": question["id"]}
    if question["type"] == 18:
        shape["component"] = _answer(world, question["component"], given, resolved, cdn)
    elif question["type"] == 1:
        shape["components"] = [_answer(world, it, given, resolved, cdn) for it in question["components"]]
    return shape


def _answer(world: World, question: Json, given: dict[object, Json], resolved: Json, cdn: str) -> Json:
    answer = given.get(question["custom_id"], {})
    shape: Json = {"type": question["type"], "id": question["id"], "custom_id": question["custom_id"]}
    match question["type"]:
        case 4:
            value = answer.get("value", question.get("value", ""))
            _check_text(question, value)
            return shape | {"value": value}
        case 23:
            return shape | {"value": bool(answer.get("value", question.get("default", False)))}
        case 21:
            value = answer.get("value")
            if value is None and question["required"]:
                raise NotOffered("One of the options must be chosen.")
            if value is not None and value not in {it["value"] for it in question["options"]}:
                raise NotOffered(f"“{value}” is not among the options.")
            return shape | {"value": value}
        case 19:
            values = chosen(question, answer.get("values", []))
            for id_ in values:
                if id_ not in world.attachments:
                    raise NotOffered("No such file was uploaded.")
                resolved.setdefault("attachments", {})[id_] = shapes.attachment(world.attachments[id_], cdn)
            return shape | {"values": values}
        case _:
            values = chosen(question, answer.get("values", []))
            for kind, things in resolve(world, question["type"] if question["type"] != 22 else 3, values).items():
                resolved.setdefault(kind, {}).update(things)
            return shape | {"values": values}


def _check_text(question: Json, value: object) -> None:
    if not isinstance(value, str):
        raise NotOffered("A text is missing.")
    if not value and not question["required"]:
        return
    least, most = max(question.get("min_length", 0), int(question["required"])), question.get("max_length", 4000)
    if not least <= len(value) <= most:
        raise NotOffered(f"The text must have {least} to {most} letters.")
