"""The panel of house rules: opened, read and used."""

from bot.tables.rules.house_rules import RULE_PAGES
from tests.e2e.support.club import Club
from tests.e2e.support.witness import Witness
from tests.people import Json, Reply, find, parts


async def open_panel(club: Club, lobby: Json, name: str = "Ann") -> Json:
    reply = await club[name].press(lobby, "House rules")
    assert reply.message["flags"] & 64, "only this person sees the panel"
    return reply.message


async def choose_answer(person: Witness, panel: Json, rule: str, answer: str) -> Reply:
    reply = await person.choose(panel, f"r:1:{rule}", answer)
    assert reply.outcome == "update", reply
    return reply


def current_answer(panel: Json, rule: str) -> str:
    return next(option["value"] for option in find(panel, f"r:1:{rule}")["options"] if option.get("default"))


def offered_answers(panel: Json, rule: str) -> list[str]:
    return [option["value"] for option in find(panel, f"r:1:{rule}")["options"]]


async def rules_in_panel(club: Club, panel: Json) -> set[str]:
    """Return the house rules on all pages of the panel."""
    found = set[str]()
    for page in RULE_PAGES:
        panel = (await choose_answer(club["Ann"], panel, "page", page)).message
        found |= {it["custom_id"].split(":")[2] for it in parts(panel["components"]) if it["type"] == 3} - {"page"}
    return found
