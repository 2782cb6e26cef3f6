"""`/rules` shows the rules of a table or of a game; **More rules** shows the rest of the same."""

from bot.tables.ports import Pictures
from tests.desk import Asker, Desk
from tests.interactions.table.lobbies import open_table, start_match
from tests.people import Json, labels, parts, said


async def rules(person: Asker, **options: object) -> Json:
    return (await person.slash("rules", **options)).message


async def more(person: Asker, message: Json) -> str:
    reply = await person.press(message, "More rules")
    assert reply.outcome == "message", "the first message stays"
    assert reply.message["flags"] & 64
    return said(reply.message)


def has_picture(message: Json) -> bool:
    return any(part["type"] == 12 for part in parts(message["components"]))


async def test_the_rules_of_a_table_are_those_it_plays_by(desk: Desk) -> None:
    await open_table(desk, "Ann")
    await desk["Ann"].slash("table rule", rule="out_by", answer="discard_only")
    await desk["Ann"].slash("table rule", rule="match_target", answer="80")
    for person in ("Cleo", "Ann"):  # Cleo sits at no table, so the title says whose rules they are
        shown = await rules(desk[person])
        assert "The rules of Rami, table 1" in said(shown)
        assert "**Match**: to 80 points." in said(shown)
    assert "you must discard your last card" in await more(desk["Ann"], shown)
    assert "table" not in said(await rules(desk["Cleo"], variant="rami")).partition("\n")[0]


async def test_somebody_at_none_of_several_tables_gets_the_rules_of_the_usual_game(desk: Desk) -> None:
    for name in ("Ann", "Bob"):
        await open_table(desk, name, variant="wrotham")
    shown = await rules(desk["Cleo"])
    assert said(shown).startswith("### The rules of Rami\n")
    assert "**Aces** are low" in await more(desk["Cleo"], shown)
    assert "The rules of Wrotham rami, table 2" in said(await rules(desk["Bob"]))


async def test_the_button_of_a_table_shows_its_rules_with_the_deals_of_its_match(desk: Desk) -> None:
    await start_match(desk, "Ann", "Bob", deals=3)
    shown = (await desk["Bob"].forge({"custom_id": "t:1:rules"})).message
    assert "The rules of Rami, table 1" in said(shown)
    assert "**Match**: 3 deals." in said(shown)
    assert "More rules" in labels(shown)


async def test_readers_of_text_only_get_the_rules_without_their_picture(desk: Desk) -> None:
    assert has_picture(await rules(desk["Ann"]))
    settings = (await desk["Ann"].slash("settings")).message
    await desk["Ann"].choose(settings, "o:own:pictures", Pictures.TEXT)
    shown = await rules(desk["Ann"])
    assert not has_picture(shown)
    assert "(J♥ on 8♥ 9♥ 10♥)" in said(shown)
