"""Pages that were over before they could be posted: several of them in one message, in their final form."""

from collections.abc import Sequence

from discord import ui

from bot.messages.card_emoji import emoji_as_text
from bot.messages.components import layout, rows_of
from bot.messages.table.channel.page_message import closed_page_text, fairness_button
from bot.messages.table.channel.story_pages import END, LOBBY, Page
from bot.messages.table.render_context import RenderContext

_MOST_BUTTONS = 25
_MOST_TEXT = 3800  # characters; a message has room for 4,000


def late_pages(new: Sequence[Page]) -> list[Page]:
    """Return the pages at the beginning of the new ones that are over.

    The announcement of a deal that is being played, the end of the match, and pages for the channel of a thread are messages of
    their own.
    """
    late: list[Page] = []
    for place, page in enumerate(new):
        is_followed = any(later.key != page.key and not later.is_open for later in new[place + 1 :])
        if page.is_open or page.is_for_channel or page.key in (LOBBY, END) or (page.kind == "deal" and not is_followed):
            break
        late.append(page)
    return late


def fitting_pages(pages: Sequence[Page], context: RenderContext) -> list[Page]:
    """Return the first pages, as many as one message has room for with cards as text: at least one."""
    length = 0
    for place, page in enumerate(pages):
        length += len(emoji_as_text(closed_page_text(page, context))) + 1
        if place and length > _MOST_TEXT:
            return list(pages[:place])
    return list(pages)


def late_layout(pages: Sequence[Page], context: RenderContext) -> ui.LayoutView:
    """Render the pages one below the other, without mentions; their only buttons show that the deals were fair."""
    text = "\n".join(closed_page_text(page, context) for page in pages)
    if len(text) > _MOST_TEXT:
        text = emoji_as_text(text)[:_MOST_TEXT]
    buttons = [fairness_button(page.deal, context, names_deal=True) for page in pages if page.kind == "score"][:_MOST_BUTTONS]
    return layout(ui.TextDisplay(text), *rows_of(buttons))
