"""An unmodified discord.py client and people who use it: each sees what the other does."""

import asyncio
from pathlib import Path

import discord
import pytest

from playground.server import Playground
from tests import contract
from tests.people import NotOffered, Person, labels, people, said
from tests.playground.conftest import Wire, running
from tests.playground.small_bot import PIXEL, SmallBot, hand


async def test_a_command_is_answered_and_a_press_changes_the_message(bot: SmallBot, ann: Person, bob: Person) -> None:
    dealt = await ann.slash("deal")
    assert (dealt.outcome, said(dealt.message), labels(dealt.message)) == ("message", "A hand", ["AS", "KH"])
    await bob.until(lambda: bob.messages("rummy"))
    pressed = await bob.press(dealt.message, "KH")
    assert (pressed.outcome, said(pressed.message)) == ("update", "Bob pressed KH")
    await ann.until(lambda: said(ann.messages("rummy")[0]) == "Bob pressed KH")


async def test_a_deferred_answer_and_its_follow_up_come_later(bot: SmallBot, ann: Person, bob: Person) -> None:
    assert (await ann.slash("think")).outcome == "deferred"
    await ann.until(lambda: [said(it) for it in ann.hidden] == ["thought", "and more"])
    assert not bob.messages("rummy")


async def test_the_bot_reads_a_modal_that_a_person_fills_in(bot: SmallBot, ann: Person) -> None:
    asked = await ann.slash("name", in_="lounge")
    assert (asked.outcome, asked.modal["title"]) == ("modal", "Name the table")
    with pytest.raises(NotOffered, match="1 to 20 letters"):
        await ann.submit(asked.modal, in_="lounge", name="")
    answered = await ann.submit(asked.modal, in_="lounge", name="Aces")
    assert said(answered.message) == "The table is called Aces"
    with pytest.raises(NotOffered, match="No such modal"):
        await ann.submit(asked.modal, in_="lounge", name="Aces")


async def test_a_direct_message_pings_its_reader_and_is_refused_if_their_dms_are_closed(
    bot: SmallBot, wire: Wire, ann: Person, bob: Person
) -> None:
    assert said((await ann.slash("whisper", who=bob.id)).message) == "whispered"
    await bob.until(lambda: bob.pings and bob.dms)
    assert (await ann.slash("whisper", who=bob.id)).outcome == "message"
    assert len(bob.dms) == 1, "the same nonce makes no second message"
    await wire.control("people/Bob", {"dms": "closed"})
    await wire.control("clock", {"forward": 400})
    assert said((await ann.slash("whisper", who=bob.id)).message) == "refused 50007"
    await wire.control("people/Bob", {"dms": "open", "in_guild": False})
    assert said((await ann.slash("whisper", who=bob.id)).message) == "refused 50278"


async def test_options_are_completed_and_checked_as_a_client_does(bot: SmallBot, wire: Wire, ann: Person) -> None:
    assert await ann.autocomplete("table new", "variant", "rami") == [
        {"name": "Rami", "value": "rami"},
        {"name": "Ramino", "value": "ramino"},
    ]
    made = await ann.slash("table new", variant="rami", seats=3)
    assert made.message["content"] == f"rami for 3 <@{ann.id}>"
    assert made.message["mentions"] == [], "allowed_mentions let nobody be pinged"
    for wrong, why in (({"variant": "rami", "seats": 7}, "too large"), ({"seats": 3}, "required"), ({"x": 1}, "no option")):
        with pytest.raises(NotOffered, match=why):
            await ann.slash("table new", **wrong)


async def test_a_picture_can_be_fetched_where_the_message_shows_it(bot: SmallBot, ann: Person) -> None:
    message = (await ann.slash("picture")).message
    media = message["components"][0]["items"][0]["media"]
    assert (media["width"], media["height"], media["content_type"]) == (2, 3, "image/png")
    assert message["attachments"] == [], "Discord does not list what components show"
    assert await bot.http.get_from_cdn(media["url"]) == PIXEL


async def test_a_late_answer_is_refused_as_an_unknown_interaction(tmp_path: Path) -> None:
    async with (
        Playground(tmp_path / "w.db", answer_within=0.3) as pg,
        running(pg, SmallBot()) as bot,
        people(pg.url, "Ann") as (ann,),
    ):
        reply = await ann.slash("slow")
        assert (reply.outcome, reply.error) == ("failed", "The application did not respond")
        async with asyncio.timeout(30):
            await bot.too_late.wait()


async def test_an_interaction_can_be_answered_again_after_a_refused_answer(bot: SmallBot, ann: Person) -> None:
    assert said((await ann.slash("broken")).message) == "refused 50035"


async def test_only_its_person_can_see_press_and_dismiss_an_ephemeral_message(bot: SmallBot, ann: Person, bob: Person) -> None:
    secret = (await ann.slash("secret")).message
    with pytest.raises(NotOffered, match="sees no such message"):
        await bob.press(secret, "AS")
    assert said((await ann.press(secret, "AS")).message) == "Ann pressed AS"
    with pytest.raises(discord.NotFound) as refusal:
        await bot.get_partial_messageable(int(secret["channel_id"])).get_partial_message(int(secret["id"])).edit(content="x")
    assert refusal.value.code == 10008
    await ann.dismiss(secret)
    await ann.until(lambda: not ann.hidden)


async def test_discord_py_creates_archives_and_deletes_a_thread_and_reads_its_history(pg: Playground, bot: SmallBot) -> None:
    channel = bot.guilds[0].text_channels[0]
    first = await channel.send("first")
    thread = await first.create_thread(name="Table 1")
    assert thread.id == first.id
    with pytest.raises(discord.HTTPException) as refusal:
        await first.create_thread(name="again")
    assert refusal.value.code == 160004
    inside = await thread.send(view=hand("inside"))
    await inside.edit(view=hand("changed"))
    assert [it.id async for it in thread.history()] == [inside.id]
    await thread.edit(archived=True)
    await thread.delete()
    async with people(pg.url, "Bob") as (bob,):
        assert [said(it) for it in bob.messages("rummy")] == ["first"]


async def test_a_button_shows_an_emoji_of_the_application_until_the_emoji_is_deleted(pg: Playground, bot: SmallBot) -> None:
    emoji = await bot.create_application_emoji(name="as_", image=PIXEL)
    assert [it.name for it in await bot.fetch_application_emojis()] == ["as_"]
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(emoji=emoji, custom_id="a"))
    message = await bot.guilds[0].text_channels[0].send("look", view=view)
    assert message.components[0].children[0].emoji.id == emoji.id
    await emoji.delete()
    with pytest.raises(discord.HTTPException, match="Invalid emoji"):
        await message.edit(view=view)


async def test_all_requests_and_answers_match_discords_api_description(pg: Playground, bot: SmallBot, wire: Wire) -> None:
    described = contract.load()
    if described is None:
        pytest.skip("Discord's description of its API is not here")
    async with people(pg.url, "Ann", "Bob") as (ann, bob):
        dealt = await ann.slash("deal")
        await bob.press(dealt.message, "AS")
        await ann.slash("think")
        await ann.submit((await ann.slash("name")).modal, name="Aces")
        await ann.slash("whisper", who=bob.id)
        await ann.slash("picture")
        await ann.autocomplete("table new", "variant", "r")
        await ann.until(lambda: len(ann.hidden) == 2)
    channel = bot.guilds[0].text_channels[0]
    embed = discord.Embed(title="Score", description="so far").add_field(name="Ann", value="12").set_footer(text="end")
    message = await channel.send("hello", embed=embed.set_author(name="x").set_thumbnail(url="https://example.org/a.png"))
    thread = await message.create_thread(name="Table")
    await thread.edit(archived=True)
    await channel.fetch_message(message.id)
    await bot.fetch_channel(channel.id)
    await bot.fetch_guild(bot.guilds[0].id)
    await bot.guilds[0].fetch_member(int(bob.id))
    await bot.guilds[0].fetch_channels()
    await bot.fetch_user(int(bob.id))
    emoji = await bot.create_application_emoji(name="as_", image=PIXEL)
    await emoji.edit(name="ace")
    await bot.fetch_application_emojis()
    await emoji.delete()
    await message.delete()
    log = await wire.control("requests", method="GET")
    assert len(log) > 25
    assert described.problems(log) == []
