"""Embeds: the older way to lay out a message. Unknown keys pass: libraries send back what they were given."""

from playground.rules.form import Form, Path, given
from playground.rules.reading import Reading
from playground.wire import Json


def read_embeds(reading: Reading, raw: object, path: Path = ("embeds",)) -> list[Json]:
    form = reading.form
    embeds = [_embed(reading, (*path, n), it) for n, it in enumerate(form.items(path, raw))]
    if sum(_letters(embed) for embed in embeds) > 6000:
        form.wrong(path, "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000")
    return embeds


def _embed(reading: Reading, path: Path, value: object) -> Json:
    form = reading.form
    raw = form.record(path, value)
    shape: Json = {
        "type": "rich",
        "title": form.text((*path, "title"), raw.get("title")),
        "description": form.text((*path, "description"), raw.get("description")),
        "url": form.url((*path, "url"), raw.get("url")),
        **given(raw, "color", "timestamp"),
        "author": _author(form, (*path, "author"), raw.get("author")),
        "footer": _footer(form, (*path, "footer"), raw.get("footer")),
        "image": _picture(reading, (*path, "image"), raw.get("image")),
        "thumbnail": _picture(reading, (*path, "thumbnail"), raw.get("thumbnail")),
        "fields": [
            _field(form, (*path, "fields", n), it) for n, it in enumerate(form.items((*path, "fields"), raw.get("fields")))
        ],
    }
    return {key: item for key, item in shape.items() if item not in (None, [], {})}


def _author(form: Form, path: Path, value: object) -> Json | None:
    if value is None:
        return None
    raw = form.record(path, value)
    shape = {
        "name": form.text((*path, "name"), raw.get("name")),
        "url": form.url((*path, "url"), raw.get("url")),
        "icon_url": form.url((*path, "icon_url"), raw.get("icon_url")),
    }
    return {key: item for key, item in shape.items() if item}


def _footer(form: Form, path: Path, value: object) -> Json | None:
    if value is None:
        return None
    raw = form.record(path, value)
    shape = {
        "text": form.text((*path, "text"), raw.get("text")),
        "icon_url": form.url((*path, "icon_url"), raw.get("icon_url")),
    }
    return {key: item for key, item in shape.items() if item}


def _picture(reading: Reading, path: Path, value: object) -> Json | None:
    if value is None:
        return None
    raw = reading.form.record(path, value)
    url = reading.form.url((*path, "url"), raw.get("url"))
    if url is None:
        return None
    if not url.startswith("attachment://"):
        return {"url": url, "proxy_url": url}
    media = reading.media(path, raw)
    return {key: media[key] for key in ("url", "proxy_url", "width", "height") if media.get(key) is not None}


def _field(form: Form, path: Path, value: object) -> Json:
    raw = form.record(path, value)
    return {
        "name": form.text((*path, "name"), raw.get("name"), least=1),
        "value": form.text((*path, "value"), raw.get("value"), least=1),
        "inline": raw.get("inline") or False,
    }


def _letters(embed: Json) -> int:
    texts = [embed.get("title"), embed.get("description")]
    texts += [embed.get("footer", {}).get("text"), embed.get("author", {}).get("name")]
    for field in embed.get("fields", ()):
        texts += [field["name"], field["value"]]
    return sum(len(text) for text in texts if text)
