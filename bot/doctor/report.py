"""The report of `python -m bot doctor`: what is missing or wrong, and what to do about it, on one screen."""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.text import Text

from bot.discord.command_sync import are_different
from bot.doctor.channel_permissions import channels_without_pictures
from bot.doctor.discord import Application, Discord, Payload, RefusedError, Server, UnreachableError
from bot.doctor.files import FileRow, check_files
from bot.doctor.permissions import invite_link, missing_permissions
from bot.messages.pictures.sprites import CARD_PICTURES, SpritesUnusableError, load_sprites
from bot.settings.faults import SettingsError
from bot.settings.settings import DEVELOPER_PORTAL, Settings
from bot.storage.engine import read_url, sqlite_file
from bot.storage.health import check_database
from bot.tables.ports import SuitColours

_MOST_SERVERS, _MOST_CHANNELS = 20, 10  # whose channels are examined; which are named


@dataclass(frozen=True, slots=True)
class Row:
    """One check and its result; `advice` is empty if nothing is wrong."""

    check: str
    state: str
    advice: str = ""


class Report:
    """The results in the order of the checks, and the link to invite the bot once it is known."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.link: str | None = None

    def add(self, check: str, state: str, advice: str = "") -> None:
        self.rows.append(Row(check, state, advice))


async def examine(settings: Settings | SettingsError, commands: Sequence[Payload] | None = None) -> int:
    """Print the report; return 0 if nothing is wrong, else 1. `commands` are those that the bot would register."""
    report = Report()
    if isinstance(settings, SettingsError):
        for fault in settings.faults:
            report.add("settings", fault, "Fix it in .env or in the environment.")
    else:
        report.add("settings", "all right")
        await _check_discord(settings, commands, report)
        await _check_database(settings, report)
        await _check_files(settings, report)
    _check_pictures(report)
    _print(report)
    return 1 if any(row.advice for row in report.rows) else 0


async def _check_discord(settings: Settings, commands: Sequence[Payload] | None, report: Report) -> None:
    if settings.discord_token is None:
        report.add("token", "DISCORD_TOKEN is not set", f"Put it into .env. You get one at {DEVELOPER_PORTAL}, page “Bot”.")
        return
    async with Discord(settings) as discord:
        try:
            account = await discord.account()
            report.add("token", f"accepted: the bot is {account.username}")
            application = await discord.application()
            _check_application(application, report)
            await _check_gateway(discord, report)
            report.rows.append(check_commands(commands, await discord.commands(application.id)))
            servers = await discord.servers()
            _check_servers(servers, report)
            await _check_channels(discord, servers[:_MOST_SERVERS], account.id, report)
        except UnreachableError as error:
            report.add("Discord", f"cannot be reached: {error}", "Is this machine online? Is DISCORD_API_URL right?")
        except RefusedError as error:
            if error.status == 401:
                advice = f"Get a new one at {DEVELOPER_PORTAL}, page “Bot”, “Reset Token”, and put it into .env."
                report.add("token", "DISCORD_TOKEN is not accepted", advice)
            else:
                report.add(
                    "Discord", str(error), "Try again later; https://discordstatus.com shows whether Discord has problems."
                )


def _check_application(application: Application, report: Report) -> None:
    report.link = invite_link(int(application.id))
    needs_code = application.bot_require_code_grant
    advice = f"Switch off “Requires OAuth2 Code Grant” at {DEVELOPER_PORTAL}, page “Bot”: invitations don't work with it."
    report.add("application", f"{application.name}, id {application.id}", advice if needs_code else "")


async def _check_gateway(discord: Discord, report: Report) -> None:
    try:
        await discord.greet_gateway()
        report.add("gateway", "answers")
    except UnreachableError as error:
        report.add("gateway", f"cannot be reached: {error}", "Is DISCORD_GATEWAY_URL right? Does a firewall stop WebSockets?")


def _check_servers(servers: Sequence[Server], report: Report) -> None:
    """Check what each server as a whole permits."""
    if not servers:
        report.add("servers", "the bot isn't in any", "Open the link below and add it to yours.")
        return
    complete = [server.name for server in servers if not missing_permissions(server.permissions)]
    if complete:
        names = ", ".join(complete) if len(complete) <= 5 else f"{len(complete)} of {len(servers)}"
        report.add("servers", f"everything needed is permitted in {names}")
    for server in servers:
        if missing := missing_permissions(server.permissions):
            advice = "Open the link below again, or allow it for the bot's role in the server's settings."
            report.add("servers", f"{server.name} does not permit {', '.join(missing)}", advice)


async def _check_channels(discord: Discord, servers: Sequence[Server], bot: str, report: Report) -> None:
    """Report the channels in which tables can't be shown as pictures, of servers that permit pictures as a whole."""
    for server in servers:
        if missing_permissions(server.permissions):
            continue
        channels, roles = await discord.channels(server.id), await discord.roles(server.id, bot)
        if found := channels_without_pictures(server, channels, roles, bot):
            names = ", ".join(f"#{name}" for name in found[:_MOST_CHANNELS]) + (" …" if len(found) > _MOST_CHANNELS else "")
            advice = "Allow it in the settings of the channel; until then, tables are shown as text there."
            report.add("channels", f"{server.name} does not permit Attach Files in {names}", advice)


def check_commands(expected: Sequence[Payload] | None, registered: Sequence[Payload]) -> Row:
    """Return whether Discord offers the commands that this program answers. If `expected` is None, they are not compared."""
    if expected is None:
        expected = registered
    ours, theirs = {str(one["name"]): one for one in expected}, {str(one["name"]): one for one in registered}
    faults = [f"/{name} is missing" for name in ours if name not in theirs]
    faults += [f"/{name} is no longer answered" for name in theirs if name not in ours]
    faults += [f"/{name} has changed" for name in ours if name in theirs and are_different([ours[name]], [theirs[name]])]
    if not theirs:
        faults = ["none are registered"]
    if faults:
        return Row("commands", ", ".join(faults), "Start the bot once: it registers them.")
    return Row("commands", f"registered: {len(theirs)}")


async def _check_database(settings: Settings, report: Report) -> None:
    url = settings.database_url.get_secret_value()
    for finding in await check_database(url, synchronous=settings.database_synchronous):
        report.add("database", finding.sentence, finding.advice)


async def _check_files(settings: Settings, report: Report) -> None:
    file = sqlite_file(read_url(settings.database_url.get_secret_value()))
    playground = settings.playground_database if settings.discord_token is None else None

    def rows() -> list[FileRow]:
        now = time.time_ns() // 1_000_000
        return list(check_files(file, settings.backup_folder, settings.backup_hours, now, playground))

    try:
        for row in await asyncio.to_thread(rows):
            report.add(row.check, row.state, row.advice)
    except OSError as error:
        advice = "Let the user that runs the bot read its files, and run this as that user."
        report.add("files", f"they cannot be examined: {error.strerror or error} ({error.filename})", advice)


def _check_pictures(report: Report) -> None:
    try:
        for colours in SuitColours:
            load_sprites(CARD_PICTURES, colours)
    except SpritesUnusableError as error:
        report.add("pictures", str(error), "Install the program's files again; until then, everything is shown as text.")
    else:
        report.add("pictures", "those of the cards can be used")


def _print(report: Report) -> None:
    console = Console(soft_wrap=True)  # an address that is broken over two lines can't be clicked or copied
    room = max(len(row.check) for row in report.rows)
    for row in report.rows:
        sign, style = ("✗", "red") if row.advice else ("✓", "")
        console.print(Text(f"{sign} {row.check:<{room}}  {row.state}", style=style))
        if row.advice:
            console.print(Text(f"  {'':<{room}}  → {row.advice}", style=style))
    if report.link is not None:
        console.print(f"To add the bot to a server, open {report.link}", markup=False)
    wrong = sum(bool(row.advice) for row in report.rows)
    console.print("Nothing is wrong." if wrong == 0 else f"Wrong or missing: {wrong}.")
