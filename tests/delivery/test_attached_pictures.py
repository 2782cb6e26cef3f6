"""The pictures of messages: their names tell nothing, and the cache and the memory of messages are bounded."""

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator
from itertools import combinations, islice

import discord
import pytest
from discord import ui
from structlog.testing import capture_logs

from bot.app import read_sprites
from bot.delivery import pictures as attached_pictures
from bot.delivery.pictures import AttachedPictures, KeptFile, galleries
from bot.messages.components import layout
from bot.messages.pictures.card_pictures import HandPicture, PlayerHand, TablePicture
from bot.messages.pictures.picture import Picture, PictureGallery
from bot.messages.pictures.sprites import Sprites
from bot.rummy.cards import FRENCH52, Card
from bot.tables.ports import SuitColours

SPRITES = read_sprites()
THOUSANDS = 2500


@pytest.fixture
async def pictures() -> AsyncIterator[AttachedPictures]:
    attached = AttachedPictures(SPRITES, "a token")
    yield attached
    attached.close()


def hand(*cards: str, colours: SuitColours = SuitColours.FOUR, match: int = 1) -> Picture:
    return Picture(HandPicture((), tuple(map(Card, cards))), colours, "a hand", match)


def table(stock: int) -> Picture:
    return Picture(TablePicture(stock, Card("7H"), (PlayerHand("1", 7, to_act=True),)), SuitColours.FOUR, "a table")


def message(*pictures: Picture) -> ui.LayoutView:
    return layout(ui.TextDisplay("the text"), *(PictureGallery(picture) for picture in pictures))


async def names(attached: AttachedPictures, picture: Picture, place: str) -> list[str]:
    return [file.filename for file in await attached.attach(message(picture), place, is_private=True)]


async def test_no_two_hands_matches_places_or_bots_share_a_name(pictures: AttachedPictures) -> None:
    other, again = AttachedPictures(SPRITES, "another token"), AttachedPictures(SPRITES, "a token")
    shown = [hand("2C", "3C"), hand("2C", "4C"), hand("2C", "3C", colours=SuitColours.TWO), hand("2C", "3C", match=2)]
    found = [
        name
        for attached in (pictures, other)
        for place in ("20", "to 20", "21")
        for picture in shown
        for name in await names(attached, picture, place)
    ]
    assert len(found) == len(set(found)) == 24
    assert not any("2C" in name or "hand" in name for name in found)
    for attached in (pictures, again):
        assert await names(attached, shown[0], "20") == found[:1], "but a picture keeps its name, in another process, too"
    other.close()
    again.close()


async def test_what_a_message_has_is_kept_and_the_rest_is_uploaded(pictures: AttachedPictures) -> None:
    [name] = await names(pictures, table(40), "20")
    shown = [KeptFile(5, name), KeptFile(6, "another.png")]
    kept, new = await pictures.attach(message(table(40), table(39)), "20", shown, is_private=False)
    assert kept is shown[0]
    assert isinstance(new, discord.File)


async def test_a_hand_is_never_attached_to_a_public_message_even_if_it_is_cached(pictures: AttachedPictures) -> None:
    own = hand("2C", "3C")
    kept = [KeptFile(5, name) for name in await names(pictures, own, "20")]
    view = message(own, table(40))
    with capture_logs() as log:
        files = await pictures.attach(view, "20", kept, is_private=False)
    assert [entry["log_level"] for entry in log] == ["error"]
    assert [file.filename for file in files] == await names(pictures, table(40), "20")
    assert [gallery.picture for gallery in galleries(view)] == [table(40)]


async def test_thousands_of_pictures_stay_within_the_bytes_of_the_cache(
    pictures: AttachedPictures, monkeypatch: pytest.MonkeyPatch
) -> None:
    rendered = list[object]()

    def render(shows: object, _sprites: Sprites) -> bytes:
        rendered.append(shows)
        return bytes(20_000)

    monkeypatch.setattr(attached_pictures, "render_picture", render)
    for picture in islice(_different_hands(), THOUSANDS):
        await pictures.attach(message(picture), "20", is_private=True)
    stored = pictures._rendered
    assert sum(map(len, stored.values())) + sum(map(len, stored)) == pictures._size <= attached_pictures._MOST_BYTES
    assert 200 < len(stored) < len(rendered) == THOUSANDS
    await pictures.attach(message(picture), "20", is_private=True)
    assert len(rendered) == THOUSANDS, "the newest is cached"
    await pictures.attach(message(next(_different_hands())), "20", is_private=True)
    assert len(rendered) == THOUSANDS + 1, "the oldest isn't"


def _different_hands() -> Iterator[Picture]:
    return (hand(*cards) for cards in combinations(FRENCH52, 3))


async def test_two_people_with_the_same_cards_share_no_cached_hand(pictures: AttachedPictures) -> None:
    for place in ("20", "21"):
        await pictures.attach(message(hand("2C")), place, is_private=True)
        await pictures.attach(message(table(40)), place, is_private=False)
    assert len(pictures._rendered) == 3, "two hands, and one table for everyone"


async def test_what_was_rendered_can_be_forgotten(pictures: AttachedPictures) -> None:
    await pictures.attach(message(hand("2C")), "20", is_private=True)
    pictures.forget()
    assert (len(pictures._rendered), pictures._size) == (0, 0)


async def test_a_picture_that_many_want_at_once_is_rendered_once(
    pictures: AttachedPictures, monkeypatch: pytest.MonkeyPatch
) -> None:
    rendered, all_want_it = list[object](), threading.Event()

    def render(shows: object, _sprites: Sprites) -> bytes:
        rendered.append(shows)
        assert all_want_it.wait(10)
        return b"png"

    monkeypatch.setattr(attached_pictures, "render_picture", render)
    first, *others = (
        asyncio.create_task(pictures.attach(message(hand("2C")), "20", is_private=True)) for _ in range(THOUSANDS)
    )
    await asyncio.sleep(0)
    first.cancel()
    all_want_it.set()
    assert [len(files) for files in await asyncio.gather(*others)] == [1] * len(others)
    assert first.cancelled()
    assert len(rendered) == 1
    assert pictures._under_way == {}


async def test_without_sprites_and_after_a_failed_rendering_the_text_is_left(
    pictures: AttachedPictures, monkeypatch: pytest.MonkeyPatch
) -> None:
    bare = message(table(40))
    assert await AttachedPictures({}, "a token").attach(bare, "20", is_private=False) == []

    def fail(_shows: object, _sprites: Sprites) -> bytes:
        raise KeyError("7H")

    monkeypatch.setattr(attached_pictures, "render_picture", fail)
    failed = message(table(40))
    with capture_logs() as log:
        assert await pictures.attach(failed, "20", is_private=False) == []
    assert [entry["event"] for entry in log] == ["a picture can't be rendered"]
    for view in (bare, failed):
        assert galleries(view) == []
        assert "the text" in str(view.to_components())


async def test_after_closing_nothing_is_rendered_and_the_thread_ends(pictures: AttachedPictures) -> None:
    await pictures.attach(message(table(40)), "20", is_private=False)
    [thread] = pictures._thread._threads
    pictures.close()
    assert await pictures.attach(message(table(39)), "20", is_private=False) == []
    await asyncio.to_thread(thread.join, 5)
    assert not thread.is_alive()


async def test_the_memory_of_messages_is_bounded(pictures: AttachedPictures, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attached_pictures, "_MOST_MESSAGES", 2)
    monkeypatch.setattr(attached_pictures, "shown_files", lambda message: (KeptFile(message.id, "a.png"),))
    for number in (1, 2, 1, 3):
        pictures.remember(discord.Object(number))  # type: ignore[arg-type]
    assert [number for number in range(5) if pictures.shown_by(number)] == [1, 3], "the oldest is forgotten"
