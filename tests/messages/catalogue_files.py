"""Small catalogues that tests write where a translator would put them."""

from pathlib import Path

ITALIAN = r"""
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"
"""


def write_catalogue(folder: Path, locale: str, *entries: str, head: str = ITALIAN) -> Path:
    """Write `folder/<locale>/ramino.po` with these entries and return the folder, for `Languages.read`."""
    path = folder / locale / "ramino.po"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n\n".join((head.strip(), *entries)) + "\n", encoding="utf-8")
    return folder


def entry(english: str, *translated: str, several: str = "", context: str = "") -> str:
    """Return one sentence of a catalogue; if `several` is given, with its plural forms."""
    lines = [f'msgctxt "{context}"'] if context else []
    lines.append(f'msgid "{english}"')
    if several:
        lines.append(f'msgid_plural "{several}"')
        lines += [f'msgstr[{index}] "{form}"' for index, form in enumerate(translated)]
    else:
        lines.append(f'msgstr "{translated[0]}"')
    return "\n".join(lines)
