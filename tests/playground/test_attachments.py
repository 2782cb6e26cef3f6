"""Pictures of messages that are laid out by components: each way in which a bot attaches, keeps and removes them."""

import io
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import discord
import pytest
from discord import ui

from playground.server import Playground
from tests import contract
from tests.people import Person, people
from tests.playground.conftest import Wire, running
from tests.playground.small_bot import PIXEL, SmallBot

Json = dict[str, Any]


def album(*names: str, text: str = "Your hand") -> ui.LayoutView:
    """A container with these pictures, each described by its name, and a button."""
    view = ui.LayoutView(timeout=None)
    items: list[ui.Item[Any]] = [ui.TextDisplay(text)]
    if names:
        gallery = [discord.MediaGalleryItem(f"attachment://{name}", description=f"the picture {name}") for name in names]
        items.append(ui.MediaGallery(*gallery))
    view.add_item(ui.Container(*items, ui.ActionRow(ui.Button(label="Turn", custom_id="turn"))))
    return view


def png(name: str, description: str | None = None) -> discord.File:
    return discord.File(io.BytesIO(PIXEL), name, description=description)


def media(message: Json) -> list[Json]:
    """Return what the galleries of a message show."""
    galleries = [it for it in message["components"][0]["components"] if it["type"] == 12]
    return [item["media"] for gallery in galleries for item in gallery["items"]]


def kept(bot: discord.Client, message: Json) -> list[discord.Attachment]:
    """Return the attachments that a message shows, to keep them in an edit. Discord lists only those that it doesn't show."""
    files = [
        {"id": it["attachment_id"], "filename": "kept.png", "size": 1, "url": "", "proxy_url": ""} for it in media(message)
    ]
    return [discord.Attachment(data=file, state=bot._connection) for file in files]  # type: ignore[arg-type]


class Dealer(SmallBot):
    """Answers every press of **Turn** with the answer that the test has chosen."""

    answer: Any = None

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        if interaction.type is discord.InteractionType.component:
            await self.answer(interaction)


def stored(pg: Playground) -> set[str]:
    """Return the ids of the files in the world's file."""
    return {row[0] for row in pg.world.store._db.execute("SELECT id FROM files")}


@pytest.mark.parametrize("place", ["channel", "direct messages"])
async def test_edits_keep_replace_and_remove_the_pictures_of_a_message(
    pg: Playground, bot: SmallBot, wire: Wire, place: str, ann: Person
) -> None:
    where = bot.guilds[0].text_channels[0] if place == "channel" else await bot.fetch_user(int(ann.id))
    posted = await where.send(view=album("a.png"), file=png("a.png", "a hand"))
    name = "rummy" if place == "channel" else "dm"

    async def shown() -> Json:
        message = await wire.api("GET", f"/channels/{posted.channel.id}/messages/{posted.id}")
        assert message[0] == 200
        return dict(message[1])

    first = await shown()
    (picture,) = media(first)
    assert (picture["width"], picture["height"], picture["content_type"]) == (2, 3, "image/png")
    assert first["attachments"] == [], "Discord does not list what components show"
    assert first["components"][0]["components"][1]["items"][0]["description"] == "the picture a.png"
    await posted.edit(view=album("a.png", text="kept"), attachments=kept(bot, first))
    await posted.edit(view=album("a.png", text="left out"))
    assert [it["id"] for it in media(await shown())] == [picture["id"]]
    await posted.edit(view=album("a.png", "b.png"), attachments=[*kept(bot, first), png("b.png")])
    assert [it["id"] == picture["id"] for it in media(await shown())] == [True, False]
    await posted.edit(view=album("c.png"), attachments=[png("c.png", "another")])
    (third,) = media(await shown())
    assert stored(pg) == {third["id"]}, "the files of pictures that are gone are deleted"
    assert await bot.http.get_from_cdn(third["url"]) == PIXEL
    await ann.until(lambda: media(ann.messages(name)[-1]))
    await posted.edit(view=album(), attachments=[])
    assert stored(pg) == set()
    assert not pg.world.attachments
    described = contract.load()
    if described is not None:
        assert described.problems(await wire.control("requests", method="GET")) == []


@pytest.mark.parametrize("hidden", [False, True])
async def test_answers_to_interactions_carry_keep_and_remove_pictures(pg: Playground, wire: Wire, hidden: bool) -> None:
    async with running(pg, Dealer()) as bot, people(pg.url, "Ann") as (ann,):
        assert isinstance(bot, Dealer)
        await wire.control("channels/rummy/permissions", {"deny": ["attach_files"]})
        await bot.guilds[0].text_channels[0].send(view=album())
        await ann.until(lambda: ann.messages("rummy"))
        (start,) = ann.messages("rummy")

        async def press(message: Json, answer: Callable[[discord.Interaction], Awaitable[object]]) -> str:
            bot.answer = answer
            return (await ann.press(message, "turn")).outcome

        def answer(interaction: discord.Interaction) -> Awaitable[object]:
            return interaction.response.send_message(view=album("a.png"), file=png("a.png"), ephemeral=hidden)

        assert await press(start, answer) == "message"
        message = ann.messages("rummy")[-1]
        (picture,) = media(message)
        assert bool(message["flags"] & 64) == hidden

        def update(interaction: discord.Interaction) -> Awaitable[object]:
            files = [*kept(bot, message), png("b.png")]
            return interaction.response.edit_message(view=album("a.png", "b.png"), attachments=files)

        assert await press(message, update) == "update"
        await ann.until(lambda: [it["id"] == picture["id"] for it in media(ann.now(message))] == [True, False])

        async def edit_later(interaction: discord.Interaction) -> None:
            await interaction.response.defer()
            await interaction.edit_original_response(view=album("c.png"), attachments=[png("c.png")])

        await press(message, edit_later)
        await ann.until(lambda: len(media(ann.now(message))) == 1)
        assert stored(pg) == {media(ann.now(message))[0]["id"]}

        async def follow_up(interaction: discord.Interaction) -> None:
            await interaction.response.defer()
            await interaction.followup.send(view=album("d.png"), file=png("d.png"), ephemeral=hidden)

        await press(message, follow_up)
        await ann.until(lambda: len(ann.messages("rummy")) == 3)
        assert len(stored(pg)) == 2

        def remove(interaction: discord.Interaction) -> Awaitable[object]:
            return interaction.response.edit_message(view=album(), attachments=[])

        assert await press(message, remove) == "update"
        assert stored(pg) == {media(ann.messages("rummy")[-1])[0]["id"]}


async def test_an_attachment_that_no_component_shows_is_listed(pg: Playground, bot: SmallBot) -> None:
    posted = await bot.guilds[0].text_channels[0].send(view=album(), file=png("a.png", "a hand"))
    (listed,) = posted.attachments
    assert (listed.width, listed.height, listed.content_type, listed.description) == (2, 3, "image/png", "a hand")
    assert await listed.read() == PIXEL
    edited = await posted.edit(view=album("a.png"))
    assert edited.attachments == [], "a component shows it now"


async def test_addresses_of_pictures_are_signed_for_a_day_and_each_answer_has_new_ones(
    pg: Playground, bot: SmallBot, wire: Wire
) -> None:
    posted = await bot.guilds[0].text_channels[0].send(view=album("a.png"), file=png("a.png"))
    path = f"/channels/{posted.channel.id}/messages"
    first = media((await wire.api("GET", f"{path}/{posted.id}"))[1])[0]["url"]
    async with wire._session.get(first.partition("?")[0]) as response:
        assert response.status == 404, "without its signature"
    await wire.control("clock", {"forward": 25 * 3600})
    with pytest.raises(discord.NotFound):
        await bot.http.get_from_cdn(first)
    later = [media(body)[0]["url"] for body in ((await wire.api("GET", f"{path}/{posted.id}"))[1],)]
    later += [media(body)[0]["url"] for body in (await wire.api("GET", path))[1]]
    later += [media((await wire.state())["messages"][str(posted.channel.id)][0])[0]["url"]]
    edited = (await wire.api("PATCH", f"{path}/{posted.id}", {"flags": 1 << 15}))[1]
    for url in (*later, media(edited)[0]["url"]):
        assert await bot.http.get_from_cdn(url) == PIXEL


async def test_a_restart_on_another_port_still_serves_the_pictures(tmp_path: Path) -> None:
    world = tmp_path / "world.db"
    async with Playground(world) as pg, running(pg, SmallBot()) as bot:
        posted = await bot.guilds[0].text_channels[0].send(view=album("a.png"), file=png("a.png"))
    async with Playground(world) as pg, running(pg, SmallBot()) as bot:
        again = await bot.get_partial_messageable(posted.channel.id).fetch_message(posted.id)
        shown = again.components[0].children[1].items[0].media  # type: ignore[union-attr]
        assert shown.url.startswith(pg.url)
        assert await bot.http.get_from_cdn(shown.url) == PIXEL
        await again.edit(view=album("a.png", text="kept"))


async def test_fifty_edits_with_pictures_leave_one_file(pg: Playground, bot: SmallBot, wire: Wire) -> None:
    posted = await bot.guilds[0].text_channels[0].send(view=album("0.png"), file=png("0.png"))
    picture = PIXEL + bytes(50_000)
    for number in range(50):
        file = discord.File(io.BytesIO(picture), f"{number}.png")
        await posted.edit(view=album(f"{number}.png"), attachments=[file])
    assert len(stored(pg)) == len(pg.world.attachments) == 1
    pages, size = (pg.world.store._db.execute(f"PRAGMA {it}").fetchone()[0] for it in ("page_count", "page_size"))
    assert pages * size < 1_000_000, "fifty pictures would be two and a half megabytes"
