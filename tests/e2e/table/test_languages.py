"""Languages: a person's own in messages to them alone, and the server's in its channels."""

from pathlib import Path

from tests.e2e.support.club import Club
from tests.e2e.support.hand_controls import newest_with
from tests.e2e.support.tables import start_match
from tests.messages.catalogue_files import entry, write_catalogue
from tests.people import labels, said

ENTRIES = (
    entry("Waiting for {name}", "Tocca a {name}"),
    entry("Your turn: draw a card", "Tocca a te: pesca una carta"),
    entry("Draw from the stock", "Pesca dal mazzo"),
    entry("1 card", "Una carta", "{count} carte", several="{count} cards"),
    entry("There's no table {number}. Check the number, or leave out `table:`.", "Il tavolo {number} non esiste."),
    entry("My hand", "La mia mano"),
    entry("draw", "pesca", context="command"),
)


async def test_a_hand_uses_its_owners_language_and_the_channel_the_servers(club: Club, tmp_path: Path) -> None:
    async with club.bot(write_catalogue(tmp_path / "locales", "it", entry("Join", "Entra"), *ENTRIES)):
        await club.control("people/Bob", {"locale": "it"})
        lobby = await start_match(club, "Ann", "Bob")
        ann, bob = club["Ann"], club["Bob"]
        await bob.until(lambda: bob.dms)
        turn = newest_with(bob.messages("rummy"), "hand")
        answer = await bob.press(turn, "My hand")
        for hand in (answer.message, bob.dms[-1]):
            assert "10 carte" in said(hand)
            assert "Tocca a te" in said(hand) or "Tocca a " in said(hand)
        assert answer.message["flags"] & 64
        assert "10 cards" in said(ann.dms[-1])
        for message in (bob.now(lobby), bob.now(turn)):
            assert not {"Entra", "La mia mano"} & set(labels(message))
            assert "carte" not in said(message)

        refused = await bob.slash("table show", table=99)
        assert said(refused.message) == "Il tavolo 99 non esiste."
        draw_command = next(command for command in bob.commands if command["name"] == "draw")
        assert draw_command["name_localizations"] == {"it": "pesca"}


async def test_a_channel_uses_the_servers_language_and_a_hand_its_owners(club: Club, tmp_path: Path) -> None:
    await club.control("guild", {"locale": "it"})
    async with club.bot(write_catalogue(tmp_path / "locales", "it", *ENTRIES)):
        await start_match(club, "Ann", "Bob")
        ann = club["Ann"]
        await ann.until(lambda: ann.dms)
        turn = newest_with(ann.messages("rummy"), "hand")
        assert labels(turn) == ["La mia mano", "Table"]
        answer = await ann.press(turn, "La mia mano")
        assert "10 cards" in said(answer.message)
        assert "10 cards" in said(ann.dms[-1])


async def test_commands_are_registered_again_only_after_a_new_translation(club: Club, tmp_path: Path) -> None:
    locales = tmp_path / "locales"
    registered = []
    for entries in ((), ENTRIES, ENTRIES):
        since = await club.last_request()
        async with club.bot(write_catalogue(locales, "it", *entries)):
            pass
        registered.append([entry["method"] for entry in await club.requests(since) if entry["path"].endswith("/commands")])
    assert registered == [["GET", "PUT"], ["GET", "PUT"], ["GET"]]
