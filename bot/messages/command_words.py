"""The names and descriptions of slash commands in other languages, as they are registered with Discord."""

from discord import Locale, app_commands
from discord.app_commands import TranslationContextLocation as Where
from discord.app_commands import TranslationContextTypes, locale_str

from bot.messages.catalogue import CHOICE, COMMAND, DESCRIPTION, OPTION
from bot.messages.words import Languages

_CONTEXTS = {
    Where.command_name: COMMAND,
    Where.group_name: COMMAND,
    Where.parameter_name: OPTION,
    Where.choice_name: CHOICE,
    Where.command_description: DESCRIPTION,
    Where.group_description: DESCRIPTION,
    Where.parameter_description: DESCRIPTION,
}


class CommandWords(app_commands.Translator):
    """The translator that discord.py asks for each text of a command in each of Discord's locales."""

    def __init__(self, languages: Languages) -> None:
        self._languages = languages

    async def translate(self, string: locale_str, locale: Locale, context: TranslationContextTypes) -> str | None:
        """Return the translation; None leaves the English text."""
        where = _CONTEXTS.get(context.location)
        return None if where is None else self._languages.for_locale(locale.value).command_text(where, string.message)
