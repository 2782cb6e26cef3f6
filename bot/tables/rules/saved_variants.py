"""The games that can be played in a server: the shipped ones, and those that its people have saved under a name."""

import re
from collections.abc import Callable, Mapping

from msgspec.structs import replace

from bot.rummy.variant.contradictions import contradictions
from bot.rummy.variant.variant import Variant
from bot.tables.ports import SavedVariant, SavedVariants
from bot.tables.refusals import (
    NameNotUnderstood,
    NameShipped,
    NoSuchVariant,
    NotSaved,
    NotYourVariant,
    Refused,
    RulesContradict,
)
from bot.tables.rules.variant_code import read_code

MAX_SAVED = 40
DEFAULT_VARIANT = "rami"
"""What is played where no game is named."""
_NAME = re.compile(r"[^\W_](?:[^\W_]|[ '-])*")  # nothing that is a sign to Discord
_LONGEST_NAME = 30


class ServerVariants:
    """`presets` are the shipped games by name; `now` is the time in epoch milliseconds."""

    def __init__(self, presets: Mapping[str, Variant], variants: SavedVariants, now: Callable[[], int]) -> None:
        self.presets = presets
        self._variants = variants
        self._now = now

    async def saved_variants(self, server: int | None) -> list[SavedVariant]:
        """By name; none in a direct message."""
        return [] if server is None else await self._variants.server_variants(server)

    async def all_variants(self, server: int | None) -> dict[str, Variant]:
        """By name: the shipped games, then the server's own."""
        own = {saved.variant.name: saved.variant for saved in await self.saved_variants(server)}
        return {**self.presets, **own}

    async def find(self, server: int | None, name: str) -> Variant:
        """The game of this name, however it is typed. Raises Refused(NoSuchVariant)."""
        games, key = await self.all_variants(server), _key(name)
        found = games.get(key) or next((one for one in games.values() if _key(one.title) == key), None)
        if found is None:
            raise Refused(NoSuchVariant(name, tuple(one.title for one in games.values())))
        return found

    async def save(self, server: int, author: int, variant: Variant, name: str) -> Variant:
        """The variant under its new name. Raises Refused."""
        title = " ".join(name.split())
        if not _NAME.fullmatch(title) or len(title) > _LONGEST_NAME:
            raise Refused(NameNotUnderstood(name))
        if _key(title) in self.presets or any(_key(title) == _key(preset.title) for preset in self.presets.values()):
            raise Refused(NameShipped(title))
        if faults := tuple(contradictions(variant)):
            raise Refused(RulesContradict(faults))
        named = replace(variant, name=_key(title), title=title)
        await self._variants.save(server, SavedVariant(author, named), most=MAX_SAVED, at=self._now())
        return named

    async def save_code(self, server: int, author: int, code: str, name: str | None) -> Variant:
        """The game of a code, under this name or its own. Raises Refused."""
        variant = read_code(code)
        return await self.save(server, author, variant, variant.title if name is None else name)

    async def find_saved(self, server: int, name: str) -> SavedVariant:
        """What the server has saved under this name. Raises Refused(NotSaved)."""
        found = next((saved for saved in await self.saved_variants(server) if saved.variant.name == _key(name)), None)
        if found is None:
            raise Refused(NotSaved(name))
        return found

    async def remove(self, server: int, person: int, name: str, *, manager: bool) -> Variant:
        """Who saved it removes it, or a manager of the server; a match in play keeps its rules. Raises Refused."""
        found = await self.find_saved(server, name)
        if found.author != person and not manager:
            raise Refused(NotYourVariant(found.variant.title))
        if not await self._variants.remove(server, found.variant.name):
            raise Refused(NotSaved(name))
        return found.variant


def _key(name: str) -> str:
    return " ".join(name.split()).casefold()
