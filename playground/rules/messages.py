"""The body of a message, new or edited: what Discord takes, and what it makes of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from playground.errors import Refusal, Refused
from playground.rules.components import read_components
from playground.rules.embeds import read_embeds
from playground.rules.form import Form, Path
from playground.rules.mentions import Allowed, Pings, find_pings, read_allowed
from playground.rules.reading import Reading
from playground.things import Attachment, Emoji
from playground.wire import Json, names

SUPPRESS_EMBEDS, EPHEMERAL, LOADING, SILENT, COMPONENTS_V2 = 1 << 2, 1 << 6, 1 << 7, 1 << 12, 1 << 15
_KNOWN = frozenset(
    names("""
    content embeds allowed_mentions sticker_ids components flags attachments poll shared_client_theme
    message_reference nonce enforce_nonce tts username avatar_url thread_name applied_tags
""")
)


@dataclass(frozen=True, slots=True)
class Before:
    """What a message was before an edit."""

    content: str
    embeds: list[Json]
    components: list[Json]
    flags: int
    files: Sequence[Attachment]


@dataclass(frozen=True, slots=True)
class Draft:
    """What a message will be."""

    content: str
    embeds: list[Json]
    components: list[Json]
    flags: int
    files: list[Attachment]
    shown: frozenset[str]
    pings: Pings
    nonce: str | None

    @property
    def listed(self) -> list[Attachment]:
        """The attachments that Discord lists: those that neither embeds nor components show."""
        return [file for file in self.files if file.id not in self.shown]


@dataclass(frozen=True, slots=True)
class Desk:
    """What the reader of a message may look things up in."""

    emojis: Mapping[str, Emoji]
    uploads: Mapping[int, Attachment]
    """The files that came with the request, by the number in `files[n]`."""
    cdn: str


def read_message(raw: object, desk: Desk, before: Before | None = None, path: Path = ()) -> Draft:
    """The message that this body makes, or turns `before` into. Raises Refused with everything that is wrong."""
    form = Form()
    body = form.record(path, raw, _KNOWN)
    files = _files(form, (*path, "attachments"), body, desk, before)
    flags = _flags(form, path, body, before)
    v2 = bool(flags & COMPONENTS_V2)
    reading = Reading(form, desk.emojis, {file.filename: file for file in files}, desk.cdn)

    content = before.content if before else ""
    if "content" in body:
        content = (form.text((*path, "content"), body["content"], most=2000) or "").strip()
    embeds = before.embeds if before else []
    if body.get("embeds") is not None or (before and "embeds" in body):
        embeds = read_embeds(reading, body["embeds"], (*path, "embeds"))
    components = before.components if before else []
    if body.get("components") is not None or (before and "components" in body):
        components = read_components(reading, body["components"], v2=v2, path=(*path, "components"))
    if v2:
        _no_legacy(form, path, body, content, embeds)
    allowed = read_allowed(form, body.get("allowed_mentions"), (*path, "allowed_mentions"))
    nonce = None if body.get("nonce") is None else str(body["nonce"])
    form.settle()
    if not (content or embeds or components or files or body.get("sticker_ids") or body.get("poll")):
        raise Refused(Refusal.EMPTY_MESSAGE)
    shown = frozenset(reading.shown) | _still_shown(files, embeds, components, desk.cdn)
    return Draft(
        content, embeds, components, flags, files, shown, find_pings(content, components, _quiet(flags, allowed)), nonce
    )


def _quiet(flags: int, allowed: Allowed) -> Allowed:
    """An ephemeral message pings nobody."""
    return Allowed(frozenset()) if flags & EPHEMERAL else allowed


def _flags(form: Form, path: Path, body: Json, before: Before | None) -> int:
    asked = form.whole((*path, "flags"), body.get("flags"), least=0) or 0
    if before is None:
        return asked & (SUPPRESS_EMBEDS | EPHEMERAL | SILENT | COMPONENTS_V2)
    kept = before.flags & ~LOADING
    if "flags" in body:
        kept = (kept & ~SUPPRESS_EMBEDS) | (asked & SUPPRESS_EMBEDS)
    return kept | (asked & COMPONENTS_V2)  # once laid out by components, a message stays so


def _no_legacy(form: Form, path: Path, body: Json, content: str, embeds: list[Json]) -> None:
    used = {"content": content, "embeds": embeds, "sticker_ids": body.get("sticker_ids"), "poll": body.get("poll")}
    for key, value in used.items():
        if value:
            form.wrong(
                (*path, key),
                "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
            )


def _files(form: Form, path: Path, body: Json, desk: Desk, before: Before | None) -> list[Attachment]:
    """The attachments the message will have: those kept and those uploaded."""
    old = {file.id: file for file in before.files} if before else {}
    if body.get("attachments") is None:
        files = [*old.values(), *desk.uploads.values()]
    else:
        files = []
        named: set[int] = set()
        for number, it in enumerate(form.items(path, body["attachments"])):
            here = (*path, number)
            id_ = str(form.record(here, it).get("id"))
            uploaded = int(id_) if id_.isdecimal() else -1
            if id_ in old:
                files.append(old[id_])
            elif uploaded in desk.uploads:
                files.append(desk.uploads[uploaded])
                named.add(uploaded)
            else:
                form.wrong((*here, "id"), "ATTACHMENT_NOT_FOUND", "The attachment is neither uploaded nor on the message")
        files += [upload for number, upload in desk.uploads.items() if number not in named]
    if len(files) > 10:
        form.wrong(path, "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.")
    return files


def _still_shown(files: list[Attachment], embeds: list[Json], components: list[Json], cdn: str) -> frozenset[str]:
    """Files that a part of the message which was not edited goes on showing."""
    if not files or not (embeds or components):
        return frozenset()
    text = f"{embeds}{components}"
    return frozenset(file.id for file in files if file.url(cdn) in text)
