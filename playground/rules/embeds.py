"""Embeds, the older layout of messages. Unknown keys pass, because libraries send back what Discord sent them."""

from playground.discord_json import Json
from playground.rules.body_reader import BodyReader, Path, sent_fields
from playground.rules.component_reader import ComponentReader


def read_embeds(component_reader: ComponentReader, raw: object, path: Path = ("embeds",)) -> list[Json]:
    reader = component_reader.reader
    embeds = [_embed(component_reader, (*path, n), it) for n, it in enumerate(reader.items(path, raw))]
    if sum(_letters(embed) for embed in embeds) > 6000:
        reader.add_error(path, "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000")
    return embeds


def _embed(component_reader: ComponentReader, path: Path, value: object) -> Json:
    reader = component_reader.reader
    raw = reader.json_object(path, value)
    result: Json = {
        "type": "rich",
        "title": reader.text((*path, "title"), raw.get("title")),
        "description": reader.text((*path, "description"), raw.get("description")),
        "url": reader.url((*path, "url"), raw.get("url")),
        **sent_fields(raw, "color", "timestamp"),
        "author": _author(reader, (*path, "author"), raw.get("author")),
        "footer": _footer(reader, (*path, "footer"), raw.get("footer")),
        "image": _picture(component_reader, (*path, "image"), raw.get("image")),
        "thumbnail": _picture(component_reader, (*path, "thumbnail"), raw.get("thumbnail")),
        "fields": [
            _field(reader, (*path, "fields", n), it) for n, it in enumerate(reader.items((*path, "fields"), raw.get("fields")))
        ],
    }
    return {key: item for key, item in result.items() if item not in (None, [], {})}


def _author(reader: BodyReader, path: Path, value: object) -> Json | None:
    if value is None:
        return None
    raw = reader.json_object(path, value)
    result = {
        "name": reader.text((*path, "name"), raw.get("name")),
        "url": reader.url((*path, "url"), raw.get("url")),
        "icon_url": reader.url((*path, "icon_url"), raw.get("icon_url")),
    }
    return {key: item for key, item in result.items() if item}


def _footer(reader: BodyReader, path: Path, value: object) -> Json | None:
    if value is None:
        return None
    raw = reader.json_object(path, value)
    result = {
        "text": reader.text((*path, "text"), raw.get("text")),
        "icon_url": reader.url((*path, "icon_url"), raw.get("icon_url")),
    }
    return {key: item for key, item in result.items() if item}


def _picture(component_reader: ComponentReader, path: Path, value: object) -> Json | None:
    if value is None:
        return None
    raw = component_reader.reader.json_object(path, value)
    url = component_reader.reader.url((*path, "url"), raw.get("url"))
    if url is None:
        return None
    if not url.startswith("attachment://"):
        return {"url": url, "proxy_url": url}
    media = component_reader.media(path, raw)
    return {key: media[key] for key in ("url", "proxy_url", "width", "height") if media.get(key) is not None}


def _field(reader: BodyReader, path: Path, value: object) -> Json:
    raw = reader.json_object(path, value)
    return {
        "name": reader.text((*path, "name"), raw.get("name"), least=1),
        "value": reader.text((*path, "value"), raw.get("value"), least=1),
        "inline": raw.get("inline") or False,
    }


def _letters(embed: Json) -> int:
    texts = [embed.get("title"), embed.get("description")]
    texts += [embed.get("footer", {}).get("text"), embed.get("author", {}).get("name")]
    for field in embed.get("fields", ()):
        texts += [field["name"], field["value"]]
    return sum(len(text) for text in texts if text)
