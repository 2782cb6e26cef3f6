"""What `python -m bot emoji` does, and the sentences that it prints: it uploads the faces of cards as emojis of the bot.

Only those are uploaded whose name the application doesn't have, so it can be stopped and run again at any time.
"""

from collections.abc import Mapping
from pathlib import Path

import aiohttp
import discord
import structlog
from PIL import Image

from bot.discord.client import TOKEN_REFUSED, set_discord_addresses
from bot.messages.card_text import FACE_OF
from bot.messages.text import clean_line
from bot.settings import DEVELOPER_PORTAL, Settings

EMOJI = Path(__file__).parents[2] / "data" / "cards" / "emoji"
LONGEST_WAIT = 60.0
"""Seconds that Discord may ask to wait before an upload; after a longer wait, the command is run again."""
_NO_ROOM = 30008
_LARGEST = 256 * 1024  # bytes
_log = structlog.get_logger(__name__)


class EmojiUploadError(Exception):
    """Not all emojis are there; the message says why, and what to do."""


async def upload_emoji(settings: Settings, folder: Path = EMOJI) -> str:
    """Upload the emojis that the application doesn't have. Return how many there were and are, as a sentence.

    Raise EmojiUploadError.
    """
    if settings.discord_token is None:
        raise EmojiUploadError(f"DISCORD_TOKEN is not set. Put the bot's token ({DEVELOPER_PORTAL}, page “Bot”) into .env.")
    pictures = _read_pictures(folder)
    set_discord_addresses(settings)
    upload = _Upload(pictures)
    try:
        await upload.run(settings.discord_token.get_secret_value())
    except discord.LoginFailure as error:
        raise EmojiUploadError(TOKEN_REFUSED) from error
    except discord.RateLimited as error:
        minutes = int(error.retry_after // 60) + 1
        raise EmojiUploadError(
            f"Discord accepts the next upload in {minutes} min. {upload.progress} Run this again then."
        ) from error
    except discord.HTTPException as error:
        raise EmojiUploadError(_refusal(error, upload.progress)) from error
    except (aiohttp.ClientError, TimeoutError, OSError) as error:
        cause = str(error) or type(error).__name__
        raise EmojiUploadError(
            f"Discord cannot be reached at {settings.discord_api_url} ({cause}). {upload.progress} "
            "Check this machine's connection, then run this again."
        ) from error
    except (TypeError, KeyError, AttributeError, ValueError) as error:  # discord.py expects what Discord sends
        raise EmojiUploadError(
            f"What answers at {settings.discord_api_url} isn't Discord. {upload.progress} "
            "Check DISCORD_API_URL and this machine's connection, then run this again."
        ) from error
    return f"{upload.progress} A running bot shows new ones after its next start."


async def upload_quietly(settings: Settings) -> None:
    """Upload the emojis that the application doesn't have; only log why that isn't possible."""
    try:
        await upload_emoji(settings)
    except EmojiUploadError as error:
        _log.warning("the emojis of cards could not be uploaded", error=str(error))


class _Upload:
    """The uploading of these pictures, by the names of their emojis."""

    def __init__(self, pictures: Mapping[str, bytes]) -> None:
        self._pictures = pictures
        self._had: int | None = None
        self._uploaded = 0

    @property
    def progress(self) -> str:
        """How far it has got, as a sentence."""
        if self._had is None:
            return "Nothing has been uploaded."
        there = self._had + self._uploaded
        return (
            f"The bot has {there} of {len(self._pictures)} emojis of cards: {self._had} were there, {self._uploaded} are new."
        )

    async def run(self, token: str) -> None:
        """Upload what is missing. Raise what discord.py raises."""
        async with discord.Client(intents=discord.Intents(guilds=True), max_ratelimit_timeout=LONGEST_WAIT) as client:
            await client.login(token)
            existing = await _names(client)
            self._had = len(existing & self._pictures.keys())
            for name in [name for name in self._pictures if name not in existing]:
                await self._upload(client, name)

    async def _upload(self, client: discord.Client, name: str) -> None:
        """Upload one emoji. If Discord refuses it because there is one of that name meanwhile, that is left as it is."""
        assert self._had is not None
        try:
            _forget_limits(client)
            await client.create_application_emoji(name=name, image=self._pictures[name])
            self._uploaded += 1
        except discord.HTTPException as error:
            if error.status != 400 or error.code == _NO_ROOM or name not in await _names(client):
                raise
            self._had += 1


def _forget_limits(client: discord.Client) -> None:
    """Let the next request be sent: discord.py would refuse it if the limit's period is longer than `LONGEST_WAIT`, whether or
    not the limit is reached. If it is, Discord says so.
    """
    client.http._buckets.clear()


async def _names(client: discord.Client) -> set[str]:
    _forget_limits(client)
    return {emoji.name for emoji in await client.fetch_application_emojis()}


def _read_pictures(folder: Path) -> dict[str, bytes]:
    """Return the picture of each emoji by its name. Raise EmojiUploadError if one can't be used."""
    pictures = {}
    for name, face in FACE_OF.items():
        file = folder / f"{face}.png"
        try:
            pictures[name] = file.read_bytes()
            with Image.open(file, formats=("PNG",)) as image:
                image.load()
        except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:  # SyntaxError: a broken PNG
            raise EmojiUploadError(f"{file} is missing or damaged. Install the program again; nothing was uploaded.") from error
        if len(pictures[name]) > _LARGEST:
            raise EmojiUploadError(f"{file} has more than 256 KiB, which Discord doesn't accept; nothing was uploaded.")
    return pictures


def _refusal(error: discord.HTTPException, progress: str) -> str:
    """Return the sentence about what Discord refuses."""
    if error.status == 401:
        return TOKEN_REFUSED
    if error.code == _NO_ROOM:
        return f"The application has no room for more emojis. {progress} Delete some ({DEVELOPER_PORTAL}, page “Emojis”)."
    if error.status == 429:
        return f"Discord accepts no more uploads for now. {progress} Run this again in an hour."
    return f"Discord refuses an upload: {clean_line(str(error))}. {progress} Run this again later."
