"""Pictures and emojis of cards: what a message shows, and what a request uploads and keeps."""

from collections.abc import Iterable, Mapping

import pytest
from pydantic import SecretStr

from bot.delivery.pictures import AttachedPictures
from bot.discord.emoji_upload import upload_emoji
from bot.messages.pictures.picture import Picture
from bot.settings import Settings
from tests.e2e.support.club import Club
from tests.message_answers import message_answers
from tests.people import Json, parts

GALLERY = 12
Named = Mapping[str, tuple[Picture, str]]
"""The pictures that a bot has named, and the place of each, by file name."""


def record_names(monkeypatch: pytest.MonkeyPatch) -> Named:
    """Return what the bots of this process name from now on."""
    named: dict[str, tuple[Picture, str]] = {}
    name_of = AttachedPictures._name

    def record(attached: AttachedPictures, picture: Picture, place: str) -> str:
        name = name_of(attached, picture, place)
        named[name] = (picture, place)
        return name

    monkeypatch.setattr(AttachedPictures, "_name", record)
    return named


def shown_pictures(message: Json) -> list[Json]:
    """Return the items of a message's galleries."""
    return [item for part in parts(message.get("components", [])) if part["type"] == GALLERY for item in part["items"]]


def alts(message: Json) -> list[str]:
    return [item["description"] for item in shown_pictures(message)]


def names(message: Json) -> list[str]:
    """Return the file names of the pictures that a message shows."""
    return [item["media"]["url"].partition("?")[0].rpartition("/")[2] for item in shown_pictures(message)]


def pictured(messages: Iterable[Json]) -> list[Json]:
    """Return the messages that show pictures."""
    return [message for message in messages if shown_pictures(message)]


def file_ids(message: Json) -> list[str]:
    return [item["media"]["attachment_id"] for item in shown_pictures(message)]


def files_of(club: Club, message: Json) -> list[bytes]:
    """Return the contents of the pictures that a message shows."""
    found = [club.pg.world.store.file(id_) for id_ in file_ids(message)]
    return [data for data in found if data is not None]


def check_hands_are_private(club: Club, named: Named) -> int:
    """Check that each picture of a hand was seen in a message for its owner alone; return how many were seen."""
    hands = 0
    for person in club.members.values():
        for message in [seen.message for seen in person.seen]:
            for name in names(message):
                picture, place = named[name]
                if not picture.is_private:
                    continue
                hands += 1
                is_whispered = bool(message["flags"] & 64)
                assert is_whispered or person.channel(message["channel_id"])["type"] == 1, f"{person.name} saw {message}"
                channel = message["channel_id"]
                assert place == (f"{channel} to {person.id}" if is_whispered else channel)
    return hands


def check_uploads(requests: list[Json]) -> tuple[int, int]:
    """Check that no request uploads a picture that its message has already; return how many were kept and uploaded."""
    known: dict[str, list[str]] = {}
    kept = uploaded = 0
    for entry, message in message_answers(requests):
        before, now = known.get(message["id"], []), names(message)
        again = set(entry["files"]) & set(before)
        assert not again, f"{entry['method']} {entry['path']} uploads {again} again"
        assert set(now) <= {*entry["files"], *before}
        kept += len(set(before) & set(now))
        uploaded += len(entry["files"])
        known[message["id"]] = now
    return kept, uploaded


def edits_of_pictures(requests: list[Json]) -> list[str]:
    """Return the paths of the edits that change nothing of a message but its pictures."""
    known: dict[str, list[Json]] = {}
    found = []
    for entry, message in message_answers(requests):
        others = [
            {key: value for key, value in part.items() if key not in ("id", "components", "accessory")}
            for part in parts(message["components"])
            if part["type"] != GALLERY
        ]
        if entry["method"] == "PATCH" and known.get(message["id"]) == others:
            found.append(entry["path"])
        known[message["id"]] = others
    return found


async def upload_card_emoji(club: Club) -> None:
    """Upload all emojis, as `python -m bot emoji` does."""
    token = SecretStr("token")
    await upload_emoji(Settings().model_copy(update={"discord_token": token, "discord_api_url": club.pg.api_url}))
