"""How a message shows cards: as pictures or as text, and in which colours. A person chooses for themselves, a server for it."""

from dataclasses import dataclass

from bot.tables.ports import Pictures, SuitColours


@dataclass(frozen=True, slots=True)
class PictureChoice:
    """How cards are shown to the readers of one message."""

    size: Pictures = Pictures.PICTURES
    colours: SuitColours = SuitColours.FOUR

    def __bool__(self) -> bool:
        """Return False for text only."""
        return self.size != Pictures.TEXT

    @property
    def is_large(self) -> bool:
        return self.size == Pictures.LARGE


TEXT_ONLY = PictureChoice(Pictures.TEXT)
