"""A match that goes on after its database was restored from a backup, on a Discord that has seen more than the backup."""

from pathlib import Path

from bot.maintenance import back_up, restore
from bot.settings import Settings
from tests.e2e.support.checks import check_no_error
from tests.e2e.support.club import Club
from tests.e2e.support.hand_controls import controls
from tests.e2e.support.tables import draw_from_stock, open_table, play_turn, start_match
from tests.people import Json, parts, said

TURNS = 3


def settings(club: Club) -> Settings:
    return Settings(database_url=f"sqlite:///{club.database}")  # type: ignore[arg-type]


def custom_ids(message: Json) -> list[str]:
    return [it["custom_id"] for it in parts(message["components"]) if "custom_id" in it]


def messages_known(club: Club, table: int) -> dict[str, Json]:
    """Return the messages that the database knows of a table and that exist, by key."""
    there = {one["id"]: one for name in ("Ann", "Bob") for one in (*club[name].messages("rummy"), *club[name].dms)}
    surfaces = club.surfaces(table)
    return {key: there[message] for key, (_, message) in surfaces.items() if message is not None and message in there}


async def test_a_restored_match_is_shown_again_and_buttons_from_before_the_restore_reach_no_table(
    club: Club, tmp_path: Path
) -> None:
    bot = await club.start_bot()
    await start_match(club, "Ann", "Bob", deals=50)
    for _ in range(TURNS):
        await play_turn(club)
    lobby = await open_table(club, "Cleo")
    await club.until_sent(1)
    await club.until_sent(2)
    person, at_backup = club.on_turn(), club.event_count()
    back_up(settings(club), tmp_path / "copy.db")
    for _ in range(TURNS):
        await play_turn(club)
    await club.until_sent(1)
    later = await open_table(club, "Dan")  # table 3, which the backup doesn't know
    old_hand = next(message for message in club.on_turn().dms if controls(message))
    holder = club.on_turn()
    public = {message["id"] for message in club["Finn"].messages("rummy")}
    bot.kill()
    restore(settings(club), tmp_path / "copy.db")
    assert club.event_count() == at_backup

    await club.start_bot()
    for table in (1, 2):
        await club.until_sent(table)
    (marker,) = {id_.rpartition("~")[2] for message in messages_known(club, 1).values() for id_ in custom_ids(message)}
    assert 0 < len(marker) <= 6
    assert club.on_turn() is person
    assert public <= {message["id"] for message in club["Finn"].messages("rummy")}, "the record in the channel stays"
    assert club.query("SELECT told FROM tables WHERE number = 2") == [(1,)]

    eves = await open_table(club, "Eve")  # table 3 again, but another one
    assert custom_ids(eves)[0].startswith("t:3:")
    before = club.event_count()
    await holder.until(lambda: old_hand["id"] not in {message["id"] for message in holder.dms})
    answer = await club["Finn"].press(later, custom_ids(later)[1])
    assert "This button no longer works: the bot was restored from a backup" in said(answer.message), answer
    assert answer.message["flags"] & 64
    assert club.event_count() == before, "they changed nothing"

    hand = next(message for message in reversed(person.dms) if controls(message))
    assert (await draw_from_stock(person, hand)).outcome == "update", "the buttons of the hand that is shown again work"
    for _ in range(TURNS):
        await play_turn(club, way="slash")
    await club.until_sent(1)
    assert club.event_count() > before + TURNS
    joined = await club["Finn"].press(club["Finn"].now(lobby), "Join")
    assert joined.outcome == "update", joined
    check_no_error(club)
