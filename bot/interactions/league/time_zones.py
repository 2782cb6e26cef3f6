"""The time zone that a server's language suggests: only languages whose speakers nearly all live in one zone."""

UTC = "UTC"
_ZONES = {
    "bg": "Europe/Sofia",
    "cs": "Europe/Prague",
    "da": "Europe/Copenhagen",
    "de": "Europe/Berlin",
    "el": "Europe/Athens",
    "en-GB": "Europe/London",
    "es-ES": "Europe/Madrid",
    "fi": "Europe/Helsinki",
    "hi": "Asia/Kolkata",
    "hr": "Europe/Zagreb",
    "hu": "Europe/Budapest",
    "it": "Europe/Rome",
    "ja": "Asia/Tokyo",
    "ko": "Asia/Seoul",
    "lt": "Europe/Vilnius",
    "nl": "Europe/Amsterdam",
    "no": "Europe/Oslo",
    "pl": "Europe/Warsaw",
    "ro": "Europe/Bucharest",
    "sv-SE": "Europe/Stockholm",
    "th": "Asia/Bangkok",
    "tr": "Europe/Istanbul",
    "vi": "Asia/Ho_Chi_Minh",
    "zh-TW": "Asia/Taipei",
}


def suggested_zone(locale: str | None) -> str:
    """Return the time zone for Discord's name of a language; UTC if the language doesn't mean one zone."""
    return UTC if locale is None else _ZONES.get(locale, UTC)
