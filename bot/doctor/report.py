"""`python -m bot doctor`: in one screen, what is missing or wrong, and what to do about it."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table
from rich.text import Text

from bot.command_sync import differs
from bot.doctor.discord import AnsweredError, Application, Discord, Payload, Server, UnreachableError
from bot.doctor.permissions import invite_link, lacking
from bot.settings.faults import SettingsError
from bot.settings.settings import Settings
from bot.storage.health import check_database

PORTAL = "https://discord.com/developers/applications"


@dataclass(frozen=True, slots=True)
class Row:
    """One thing that was looked at. `advice` is empty where nothing is wrong."""

    check: str
    state: str
    advice: str = ""


class Report:
    """What was found, in the order it was looked at, and the link to invite the bot with once it is known."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.link: str | None = None

    def add(self, check: str, state: str, advice: str = "") -> None:
        self.rows.append(Row(check, state, advice))


async def examine(settings: Settings | SettingsError, commands: Sequence[Payload] | None = None) -> int:
    """Prints the table; 0 if nothing is wrong, else 1. `commands` is what the program would register."""
    report = Report()
    if isinstance(settings, SettingsError):
        for fault in settings.faults:
            report.add("settings", fault, "Mend it in .env or in the environment.")
    else:
        report.add("settings", "all right")
        await _ask_discord(settings, commands, report)
        await _ask_database(settings, report)
    _print(report)
    return 1 if any(row.advice for row in report.rows) else 0


async def _ask_discord(settings: Settings, commands: Sequence[Payload] | None, report: Report) -> None:
    if settings.discord_token is None:
        report.add("token", "DISCORD_TOKEN is not set", f"Put it into .env; it is made at {PORTAL}, page “Bot”.")
        return
    async with Discord(settings) as discord:
        try:
            report.add("token", f"accepted: the bot is {(await discord.account()).username}")
            application = await discord.application()
            _judge_application(application, report)
            await _greet_gateway(discord, report)
            report.rows.append(command_check(commands, await discord.commands(application.id)))
            _judge_servers(await discord.servers(), report)
        except UnreachableError as error:
            report.add("Discord", f"cannot be reached: {error}", "Is this machine online? Is DISCORD_API_URL right?")
        except AnsweredError as error:
            if error.status == 401:
                advice = f"Make a new one at {PORTAL}, page “Bot”, “Reset Token”; put it into .env."
                report.add("token", "DISCORD_TOKEN is not accepted", advice)
            else:
                report.add("Discord", str(error), "Try again later; https://discordstatus.com tells of troubles.")


def _judge_application(application: Application, report: Report) -> None:
    report.link = invite_link(int(application.id))
    needs_code = application.bot_require_code_grant
    advice = f"Switch off “Requires OAuth2 Code Grant” at {PORTAL}, page “Bot”: no invitation works with it."
    report.add("application", f"{application.name}, id {application.id}", advice if needs_code else "")


async def _greet_gateway(discord: Discord, report: Report) -> None:
    try:
        await discord.greet_gateway()
        report.add("gateway", "answers")
    except UnreachableError as error:
        report.add("gateway", f"cannot be reached: {error}", "Is DISCORD_GATEWAY_URL right? Does a firewall stop WebSockets?")


def _judge_servers(servers: Sequence[Server], report: Report) -> None:
    """As a whole: a server's channels may still forbid what the server permits."""
    if not servers:
        report.add("servers", "the bot is in none", "Open the link below and add it to yours.")
        return
    right = [server.name for server in servers if not lacking(server.permissions)]
    if right:
        names = ", ".join(right) if len(right) <= 5 else f"{len(right)} of {len(servers)}"
        report.add("servers", f"everything needed is permitted in {names}")
    for server in servers:
        if missing := lacking(server.permissions):
            advice = "Open the link below again, or permit it to the bot's role in the server's settings."
            report.add("servers", f"{server.name} does not permit {', '.join(missing)}", advice)


def command_check(expected: Sequence[Payload] | None, registered: Sequence[Payload]) -> Row:
    """Whether Discord offers the commands that this program answers. `expected` as they would be sent; None: not compared."""
    if expected is None:
        expected = registered
    wanted, known = {str(it["name"]): it for it in expected}, {str(it["name"]): it for it in registered}
    faults = [f"/{name} is missing" for name in wanted if name not in known]
    faults += [f"/{name} is no longer answered" for name in known if name not in wanted]
    faults += [f"/{name} has changed" for name in wanted if name in known and differs([wanted[name]], [known[name]])]
    if not known:
        faults = ["none is registered"]
    if faults:
        return Row("commands", ", ".join(faults), "Start the bot once: it registers them.")
    return Row("commands", f"registered: {len(known)}")


async def _ask_database(settings: Settings, report: Report) -> None:
    url = settings.database_url.get_secret_value()
    for finding in await check_database(url, synchronous=settings.database_synchronous):
        report.add("database", finding.sentence, "" if finding.good else "See DATABASE_URL in .env.example.")


def _print(report: Report) -> None:
    console = Console()
    table = Table()
    for head in ("", "check", "state", "what to do"):
        table.add_column(head, overflow="fold")  # an address that is cut off helps nobody
    for row in report.rows:
        sign, style = ("✗", "red") if row.advice else ("✓", None)
        table.add_row(sign, Text(row.check), Text(row.state), Text(row.advice), style=style)
    console.print(table)
    if report.link is not None:
        console.print(f"To add the bot to a server, open {report.link}", soft_wrap=True, markup=False)
    wrong = sum(bool(row.advice) for row in report.rows)
    console.print("Nothing is wrong." if wrong == 0 else f"Wrong or missing: {wrong}.")
