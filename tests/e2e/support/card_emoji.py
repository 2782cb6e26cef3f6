"""The emojis of cards at a club's playground."""

from pydantic import SecretStr

from bot.emoji_upload import upload_emoji
from bot.settings.settings import Settings
from tests.e2e.support.club import Club


async def upload_card_emoji(club: Club) -> None:
    """Upload all emojis, as `python -m bot emoji` does."""
    token = SecretStr("token")
    await upload_emoji(Settings().model_copy(update={"discord_token": token, "discord_api_url": club.pg.api_url}))
