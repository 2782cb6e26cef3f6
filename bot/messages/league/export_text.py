"""What the answer to an export says: how many matches it has, which file to open, and what each file holds."""

from bot.messages.league.export import ExportedFiles
from bot.messages.words import Words


def export_text(found: ExportedFiles, standings: str, say: Words, *, has_ratings: bool) -> str:
    """Return the text above the files; `standings` is the name of the table for a spreadsheet, also within a zip."""
    lines = [say.many("1 match exported.", "{count} matches exported.", found.matches)]
    if found.matches == 1:
        lines[0] += " " + (say("It counts.") if found.counting else say("It doesn't count."))
    elif found.matches:
        lines[0] += " " + say.many("1 of them counts.", "{count} of them count.", found.counting)
    file = f"`{standings}`"
    if found.files[0][0].endswith(".zip"):
        lines.append(say("The table for a spreadsheet is {file}, in the zip.", file=file))
    else:
        lines.append(say("The table for a spreadsheet is {file}.", file=file))
    held = {
        "results": say("each player of each match, with their points, or why it doesn't count"),
        "corrections": say("what organisers corrected"),
        "leagues": say("the leagues' rules in each season"),
    }
    if has_ratings:
        held["ratings"] = say("everyone's rating")
    lines += [f"-# `…-{name}`: {what}" for name, what in held.items()]
    lines.append(f"-# {say('{csv} is for spreadsheets, {json} for programs.', csv='`.csv`', json='`.json`')}")
    return "\n".join(lines)
