"""The body of a message, new or edited."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec

from playground.discord_json import Json, names
from playground.refusals import Refusal, Refused
from playground.rules.allowed_mentions import AllowedMentions, Mentions, find_mentions, read_allowed_mentions
from playground.rules.body_reader import BodyReader, Path
from playground.rules.component_reader import ComponentReader
from playground.rules.embeds import read_embeds
from playground.rules.message_components import read_components
from playground.world.cdn import Cdn
from playground.world.entities import Attachment, Emoji

SUPPRESS_EMBEDS, EPHEMERAL, LOADING, SILENT, COMPONENTS_V2 = 1 << 2, 1 << 6, 1 << 7, 1 << 12, 1 << 15
_KNOWN = frozenset(
    names("""
    content embeds allowed_mentions sticker_ids components flags attachments poll shared_client_theme
    message_reference nonce enforce_nonce tts username avatar_url thread_name applied_tags
""")
)


@dataclass(frozen=True, slots=True)
class OldMessage:
    """A message before an edit."""

    content: str
    embeds: list[Json]
    components: list[Json]
    flags: int
    files: Sequence[Attachment]


@dataclass(frozen=True, slots=True)
class Draft:
    """A message as the body makes it."""

    content: str
    embeds: list[Json]
    components: list[Json]
    flags: int
    files: list[Attachment]
    shown: frozenset[str]
    """The ids of files that embeds or components show."""
    mentions: Mentions
    nonce: str | None

    @property
    def listed_files(self) -> list[Attachment]:
        """The attachments that Discord lists: those that neither embeds nor components show."""
        return [file for file in self.files if file.id not in self.shown]


@dataclass(frozen=True, slots=True)
class MessageContext:
    """What a message's body can refer to."""

    emojis: Mapping[str, Emoji]
    uploads: Mapping[int, Attachment]
    """The files that came with the request, by the number in `files[n]`."""
    cdn: Cdn


def read_message(raw: object, context: MessageContext, old: OldMessage | None = None, path: Path = ()) -> Draft:
    """Return the message that this body makes, or makes of an old one. Raise `Refused` with everything that is wrong."""
    reader = BodyReader()
    body = reader.json_object(path, raw, _KNOWN)
    files = _files(reader, (*path, "attachments"), body, context, old)
    flags = _flags(reader, path, body, old)
    v2 = bool(flags & COMPONENTS_V2)
    component_reader = ComponentReader(reader, context.emojis, files, context.cdn)

    content = old.content if old else ""
    if "content" in body:
        content = (reader.text((*path, "content"), body["content"], most=2000) or "").strip()
    embeds = old.embeds if old else []
    if body.get("embeds") is not None or (old and "embeds" in body):
        embeds = read_embeds(component_reader, body["embeds"], (*path, "embeds"))
    components = old.components if old else []
    if body.get("components") is not None or (old and "components" in body):
        components = read_components(component_reader, body["components"], v2=v2, path=(*path, "components"))
    if v2:
        _check_no_legacy_fields(reader, path, body, content, embeds)
    allowed = read_allowed_mentions(reader, body.get("allowed_mentions"), (*path, "allowed_mentions"))
    nonce = None if body.get("nonce") is None else str(body["nonce"])
    reader.raise_errors()
    if not (content or embeds or components or files or body.get("sticker_ids") or body.get("poll")):
        raise Refused(Refusal.EMPTY_MESSAGE)
    shown = frozenset(component_reader.shown) | _still_shown(files, embeds, components)
    return Draft(
        content,
        embeds,
        components,
        flags,
        files,
        shown,
        find_mentions(content, components, _pinging_mentions(flags, allowed)),
        nonce,
    )


def _pinging_mentions(flags: int, allowed: AllowedMentions) -> AllowedMentions:
    """Return the mentions that can ping: none in an ephemeral message."""
    return AllowedMentions(frozenset()) if flags & EPHEMERAL else allowed


def _flags(reader: BodyReader, path: Path, body: Json, old: OldMessage | None) -> int:
    asked = reader.integer((*path, "flags"), body.get("flags"), least=0) or 0
    if old is None:
        return asked & (SUPPRESS_EMBEDS | EPHEMERAL | SILENT | COMPONENTS_V2)
    kept = old.flags & ~LOADING
    if "flags" in body:
        kept = (kept & ~SUPPRESS_EMBEDS) | (asked & SUPPRESS_EMBEDS)
    return kept | (asked & COMPONENTS_V2)  # a message that was laid out by components stays so


def _check_no_legacy_fields(reader: BodyReader, path: Path, body: Json, content: str, embeds: list[Json]) -> None:
    used = {"content": content, "embeds": embeds, "sticker_ids": body.get("sticker_ids"), "poll": body.get("poll")}
    for key, value in used.items():
        if value:
            reader.add_error(
                (*path, key),
                "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
            )


def _files(reader: BodyReader, path: Path, body: Json, context: MessageContext, old: OldMessage | None) -> list[Attachment]:
    """Return the attachments of the message: those that it keeps and those that are uploaded.

    An edit without `attachments` keeps all, or, if files come with it, none.
    """
    kept = {file.id: file for file in old.files} if old else {}
    if body.get("attachments") is None:
        files = list(context.uploads.values() or kept.values())
    else:
        files = []
        named: set[int] = set()
        for number, it in enumerate(reader.items(path, body["attachments"])):
            here = (*path, number)
            about = reader.json_object(here, it)
            description = reader.text((*here, "description"), about.get("description"), most=1024)
            id_ = str(about.get("id"))
            uploaded = int(id_) if id_.isdecimal() else -1
            if id_ in kept:
                files.append(msgspec.structs.replace(kept[id_], description=description or kept[id_].description))
            elif uploaded in context.uploads:
                files.append(context.uploads[uploaded])
                named.add(uploaded)
            else:
                reader.add_error(here, "ATTACHMENT_NOT_FOUND", "Attachment data not found")
        files += [upload for number, upload in context.uploads.items() if number not in named]
    if len(files) > 10:
        reader.add_error(path, "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.")
    return files


def _still_shown(files: list[Attachment], embeds: list[Json], components: list[Json]) -> frozenset[str]:
    """Return the files that a part of the message shows which was not edited."""
    if not files or not (embeds or components):
        return frozenset()
    text = f"{embeds}{components}"
    return frozenset(file.id for file in files if f"/attachments/{file.channel_id}/{file.id}/" in text)
