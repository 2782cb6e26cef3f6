"""Creating leagues and changing their settings by the forms, as an organiser does on the wire or at a desk."""

from tests.desk import Asker
from tests.people import Json, Person, Reply, parts


async def create_league(person: Person | Asker, name: str, *, in_: str = "rummy", **settings: object) -> Reply:
    """Create a league, and change these settings of it, fields of `League`. Return the reply with its card."""
    form = await person.slash("league create", in_=in_, name=name)
    created = await submit(person, form, in_=in_, name=name, ranking=["points"])
    if settings:
        await edit_league(person, name, in_=in_, **settings)
    return created


async def edit_league(person: Person | Asker, league: str, *, why: str = "", in_: str = "rummy", **settings: object) -> Reply:
    """Change these settings of a league, one after the other. Return the last reply."""
    reply = opened = await person.slash("league edit", in_=in_, league=league)
    for setting, value in settings.items():
        reply = await change_setting(person, opened.message, setting, value, why)
    return reply


async def change_setting(person: Person | Asker, panel: Json, setting: str, value: object, why: str = "") -> Reply:
    """Choose a setting in the message with all of them, and give it this value. Return the reply."""
    form = await person.choose(panel, "Change a setting …", setting)
    answer = next(it for it in parts(form.modal["components"]) if it.get("custom_id") == "value")
    written = {"True": "yes", "False": "no", "None": ""}.get(str(value), str(value))
    typed = written if answer["type"] == 4 else [written] if written else []
    return await submit(person, form, in_=panel["channel_id"], value=typed, why=why)


async def submit(person: Person | Asker, opened: Reply, *, in_: str = "rummy", **answers: object) -> Reply:
    """Send the form that was opened; what isn't answered stays as the form shows it."""
    if isinstance(person, Asker):
        return await person.submit(opened, **answers)
    return await person.submit(opened.modal, in_=in_, **answers)
