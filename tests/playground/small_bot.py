"""A small bot that uses everything that Discord offers to bots, through discord.py alone."""

import asyncio
import io
import re
from typing import Self

import discord
from discord import app_commands, ui

PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000002000000030802000000368849d60000000b49444154789c6360c0040000150001"
    "a5f645400000000049454e44ae426082"
)


class Card(ui.DynamicItem[ui.Button[ui.LayoutView]], template=r"card:(?P<card>\w+)"):
    def __init__(self, card: str) -> None:
        super().__init__(ui.Button(label=card, custom_id=f"card:{card}", emoji="♠️"))
        self.card = card

    @classmethod
    async def from_custom_id(cls, _i: discord.Interaction, _b: ui.Item, match: re.Match[str]) -> Self:
        return cls(match["card"])

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.edit_message(view=hand(f"{interaction.user.display_name} pressed {self.card}"))


def hand(text: str, *cards: str) -> ui.LayoutView:
    view = ui.LayoutView(timeout=None)
    row = ui.ActionRow(*[Card(card) for card in cards or ("AS", "KH")])
    view.add_item(ui.Container(ui.TextDisplay(text), ui.Separator(), row, accent_color=discord.Color.red()))
    return view


class Naming(ui.Modal, title="Name the table"):
    name = ui.Label(text="Name", component=ui.TextInput(custom_id="name", max_length=20))

    async def on_submit(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"The table is called {self.name.component.value}")


class SmallBot(discord.AutoShardedClient):
    def __init__(self, shards: int = 1, **options: object) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            shard_count=shards,
            guild_ready_timeout=0.02,
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
            **options,
        )
        self.up = asyncio.Event()
        self.too_late = asyncio.Event()
        self.heard: list[str] = []
        self.tree = app_commands.CommandTree(self)
        for command in (deal, think, name, whisper, secret, picture, slow, broken):
            self.tree.add_command(command)
        self.tree.add_command(table)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Identify without five seconds between shards: this gateway doesn't require them."""

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Card)
        await self.tree.sync()

    async def on_ready(self) -> None:
        self.up.set()

    async def on_socket_event_type(self, event: str) -> None:
        self.heard.append(event)


@app_commands.command(description="Deal a hand")
async def deal(interaction: discord.Interaction) -> None:
    await interaction.response.send_message(view=hand("A hand"))


@app_commands.command(description="Think first")
async def think(interaction: discord.Interaction) -> None:
    await interaction.response.defer(ephemeral=True)
    await interaction.edit_original_response(content="thought")
    await interaction.followup.send("and more", ephemeral=True)


@app_commands.command(description="Ask for a name")
async def name(interaction: discord.Interaction) -> None:
    await interaction.response.send_modal(Naming(timeout=60))


@app_commands.command(description="Write a direct message")
async def whisper(interaction: discord.Interaction, who: discord.User) -> None:
    try:
        await who.send("psst", nonce="once")
    except discord.Forbidden as refusal:
        await interaction.response.send_message(f"refused {refusal.code}")
    else:
        await interaction.response.send_message("whispered")


@app_commands.command(description="Something for one person only")
async def secret(interaction: discord.Interaction) -> None:
    await interaction.response.send_message(view=hand("Your hand"), ephemeral=True)


@app_commands.command(description="A picture")
async def picture(interaction: discord.Interaction) -> None:
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.MediaGallery(discord.MediaGalleryItem("attachment://pixel.png")))
    await interaction.response.send_message(view=view, file=discord.File(io.BytesIO(PIXEL), "pixel.png"))


@app_commands.command(description="Answer too late")
async def slow(interaction: discord.Interaction["SmallBot"]) -> None:
    await asyncio.sleep(0.5)
    try:
        await interaction.response.send_message("late")
    except discord.NotFound as late:
        if late.code == 10062:
            interaction.client.too_late.set()


@app_commands.command(description="Send what Discord refuses")
async def broken(interaction: discord.Interaction) -> None:
    try:
        await interaction.response.send_message("x" * 2001)
    except discord.HTTPException as refusal:
        await interaction.response.send_message(f"refused {refusal.code}")


table = app_commands.Group(name="table", description="Tables")


@table.command(name="new", description="Open a table")
@app_commands.default_permissions(manage_guild=True)
async def new(interaction: discord.Interaction, variant: str, seats: app_commands.Range[int, 2, 6] = 4) -> None:
    await interaction.response.send_message(f"{variant} for {seats} <@{interaction.user.id}>")


@new.autocomplete("variant")
async def variants(_: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=it.title(), value=it) for it in ("rami", "ramino") if it.startswith(current)]
