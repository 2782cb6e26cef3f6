"""Settings of a server and of people, and the host's house rules: opened, read and sent as people do it."""

from bot.messages.rules.house_rule_labels import topic_title
from bot.tables.rules.house_rules import CURRENT, RULE_TOPICS
from tests.desk import Asker
from tests.e2e.support.club import Club, Witness
from tests.leagues import submit
from tests.messages.shown_text import ENGLISH
from tests.people import Json, Reply, find, labels, parts


async def server_settings(club: Club) -> Json:
    """Open the settings of the server."""
    own = (await club["Ann"].slash("settings")).message
    return (await club["Ann"].press(own, "Server settings")).message


async def choose_setting(club: Club, select: str, *values: str) -> Json:
    """Choose a setting of the server, and return its settings."""
    reply = await club["Ann"].choose(await server_settings(club), f"o:server:{select}", *values)
    assert reply.outcome == "update", reply
    return reply.message


async def choose_own(club: Club, name: str, select: str, value: str) -> None:
    own = (await club[name].slash("settings")).message
    reply = await club[name].choose(own, f"o:own:{select}", value)
    assert reply.outcome == "update", reply


def defaults(message: Json, select: str) -> list[str]:
    """Return the values that are chosen in a select."""
    shown = find(message, f"o:server:{select}")
    return [one["id"] for one in shown.get("default_values", ())] or [
        one["value"] for one in shown.get("options", ()) if one.get("default")
    ]


EDIT_AGAIN = "Edit again"


async def press_more(person: Witness | Asker, lobby: Json, button: str) -> Reply:
    """Press **More** of a lobby, and this button there."""
    return await person.press((await person.press(lobby, "More")).message, button)


async def open_topics(person: Witness | Asker, lobby: Json) -> Json:
    """Press **House rules** and return the message."""
    reply = await press_more(person, lobby, "House rules")
    assert reply.message["flags"] & 64, "only this person sees it"
    return reply.message


async def open_form(person: Witness | Asker, topics: Json, topic: str) -> Reply:
    """Press the button of a topic, or **Edit again**, and return the form."""
    reply = await person.press(topics, topic_title(topic, ENGLISH) if topic in RULE_TOPICS else topic)
    assert reply.outcome == "modal", reply
    return reply


async def send_form(person: Witness | Asker, form: Reply, **answers: str) -> Json:
    """Send a form with these answers, and return the list of topics that replaces the one it was opened from."""
    reply = await submit(person, form, **{rule: [answer] for rule, answer in answers.items()})
    assert reply.outcome == "update", reply
    return reply.message


async def choose_answers(person: Witness | Asker, topics: Json, topic: str, **answers: str) -> Json:
    """Open the form of a topic, send it with these answers, and return the list of topics."""
    return await send_form(person, await open_form(person, topics, topic), **answers)


def chosen_labels(form: Reply) -> dict[str, str]:
    """Return the label of the answer that each question of the form shows as chosen, by the rule's name."""
    return {
        rule: next(option["label"] for option in options if option.get("default")) for rule, options in _questions(form).items()
    }


def offered_answers(form: Reply, rule: str) -> dict[str, str]:
    """Return the labels of the options that the form offers, without the current one, by their values."""
    return {option["value"]: option["label"] for option in _questions(form)[rule] if option["value"] != CURRENT}


def _questions(form: Reply) -> dict[str, list[Json]]:
    return {it["custom_id"]: it["options"] for it in parts(form.modal["components"]) if it["type"] == 3}


async def rules_in_forms(person: Witness | Asker, topics: Json) -> list[str]:
    """Return the house rules that the forms of all topics ask for."""
    found: list[str] = []
    for topic in RULE_TOPICS:
        if topic_title(topic, ENGLISH) in labels(topics):
            found += chosen_labels(await open_form(person, topics, topic))
    return found
