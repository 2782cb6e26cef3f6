"""Which language people and servers read: that of Discord until they choose one; and the offer to a server."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.interactions.call import CallKind
from bot.interactions.call import Reply as Answer
from tests.desk import SERVER, Desk, open_desk
from tests.leagues import create_league
from tests.messages.catalogue_files import entry, write_catalogue
from tests.people import Json, find, labels, said

ENTRIES = (
    entry("Your settings", "Le tue impostazioni"),
    entry("Settings of this server", "Impostazioni del server"),
    entry("Join", "Entra", context="button"),
    entry("Use {language} in this server", "Usa {language} in questo server", context="button"),
)
OFFER = "Usa Italiano in questo server"


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Desk]:
    """A desk with Italian; Ann, who manages the server, and Bob have an Italian Discord."""
    for locale, text in (("it", ENTRIES), ("fr", (entry("Join", "Rejoindre", context="button"),))):
        write_catalogue(tmp_path / "locales", locale, *text)
    async with open_desk(tmp_path, locales=tmp_path / "locales") as desk:
        desk.locales = {"Ann": "it", "Bob": "it"}
        yield desk


async def second_message(desk: Desk, name: str, command: str, **options: object) -> Answer | None:
    """Return the second message of the answer to a command of this person."""
    answers = list[Answer]()
    answer = desk.bot.boundary.router.answer

    async def record(*arguments: object) -> Answer:
        answers.append(await answer(*arguments))  # type: ignore[arg-type]
        return answers[-1]

    desk.bot.boundary.router.answer = record  # type: ignore[method-assign,assignment]
    await desk[name].slash(command, **options)
    desk.bot.boundary.router.answer = answer  # type: ignore[method-assign]
    return answers[-1].then


async def choose(desk: Desk, name: str, setting: str, value: str) -> Json:
    """Choose a value of a setting, of the person's own or the server's; return what the message shows then."""
    shown = (await desk[name].slash("settings")).message
    page = "server" if setting.startswith("server") else "own"
    if page == "server":
        shown = (await desk[name].press(shown, "o:server")).message
    return (await desk[name].choose(shown, f"o:{page}:{setting}", value)).message


async def test_a_person_reads_the_language_of_their_discord_until_they_choose_one(desk: Desk) -> None:
    assert "Your settings" in said((await desk["Cleo"].slash("settings")).message)
    assert "Le tue impostazioni" in said((await desk["Bob"].slash("settings")).message)
    assert "Your settings" in said(await choose(desk, "Bob", "language", "en-US"))
    assert "Your settings" in said((await desk["Bob"].slash("settings", in_="dm")).message)
    assert "Le tue impostazioni" in said(await choose(desk, "Cleo", "language", "it"))
    assert "Le tue impostazioni" in said(await choose(desk, "Bob", "language", "-"))


async def test_the_languages_are_offered_by_their_own_names(desk: Desk) -> None:
    shown = (await desk["Cleo"].slash("settings")).message
    options = {one["value"]: one["label"] for one in find(shown, "o:own:language")["options"]}
    assert options == {"-": "Language: As in Discord", "en-US": "English", "fr": "Français", "it": "Italiano"}
    assert list(options) == ["-", "en-US", "fr", "it"], "sorted by their names"


async def test_everyone_reads_the_language_of_the_server_in_its_channels(desk: Desk) -> None:
    lobby = (await desk["Bob"].slash("table new")).message
    assert "Join" in labels(lobby)
    assert "Impostazioni del server" in said(await choose(desk, "Ann", "server_language", "fr"))
    for name in ("Ann", "Cleo"):
        assert "Rejoindre" in labels((await desk[name].slash("table new", in_="lounge")).message)
    assert "needs the" not in said(await choose(desk, "Ann", "server_language", "-"))
    assert "Join" in labels((await desk["Dan"].slash("table new", in_="lounge")).message)


async def test_a_manager_is_offered_their_language_once(desk: Desk) -> None:
    assert await second_message(desk, "Bob", "help") is None, "he manages nothing"
    offer = await second_message(desk, "Ann", "help")
    assert offer is not None
    assert await second_message(desk, "Ann", "help") is None
    message = desk["Ann"]._seen(desk["Ann"]._call(CallKind.COMMAND, "rummy"), offer).message
    assert labels(message) == [OFFER]
    refused = (await desk["Bob"].press(message, OFFER)).message
    assert "Manage Server" in said(refused)
    assert (await desk.store.server_settings.get(SERVER)).language == ""
    await desk["Ann"].press(message, OFFER)
    assert "Entra" in labels((await desk["Bob"].slash("table new")).message)


@pytest.mark.parametrize("locale", ["en-US", "en-GB", "pt-BR", "xx"])
async def test_nothing_is_offered_to_who_reads_english(desk: Desk, locale: str) -> None:
    desk.locales["Ann"] = locale
    assert await second_message(desk, "Ann", "help") is None
    assert not (await desk.store.server_settings.get(SERVER)).is_language_offered


async def test_a_server_that_has_chosen_is_offered_nothing(desk: Desk) -> None:
    desk.locales["Ann"] = "en-US"
    await choose(desk, "Ann", "server_language", "en-US")
    desk.locales["Ann"] = "it"
    assert await second_message(desk, "Ann", "help") is None


async def test_a_league_of_a_server_that_chose_italian_is_in_the_time_zone_of_italy(desk: Desk) -> None:
    await choose(desk, "Ann", "server_language", "it")
    desk.locales["Ann"] = "en-US"
    await create_league(desk["Ann"], "Cup")
    [league] = [one.league for one in await desk.bot.services.leagues.all(SERVER)]
    assert league.zone == "Europe/Rome"


@pytest.mark.parametrize("locale", ["de", "it-IT", "constructor", "en_US"])
async def test_a_forged_language_is_refused(desk: Desk, locale: str) -> None:
    refused = said((await desk["Ann"].forge({"custom_id": f"ol:{locale}"})).message)
    assert "button" in refused
    assert (await desk.store.server_settings.get(SERVER)).language == ""


async def test_a_language_that_is_gone_is_english(desk: Desk, tmp_path: Path) -> None:
    await choose(desk, "Cleo", "language", "it")
    async with open_desk(tmp_path, locales=tmp_path / "none") as other:
        assert "Your settings" in said((await other["Cleo"].slash("settings")).message)
