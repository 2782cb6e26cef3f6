"""Pages that were over before they could be posted: several of them in one message, in their final form."""

from collections.abc import Sequence

from discord import ui

from bot.messages.components import layout
from bot.messages.table.channel.page_message import closed_page_text
from bot.messages.table.channel.story_pages import END, LOBBY, Page
from bot.messages.table.render_context import RenderContext

_MOST_TEXT = 3800  # characters; a message has room for 4,000


def late_pages(new: Sequence[Page]) -> list[Page]:
    """Return the pages at the beginning of the new ones that are over.

    The announcement of a deal that is being played, and the end of the match, are messages of their own.
    """
    late: list[Page] = []
    for place, page in enumerate(new):
        is_followed = any(later.key != page.key and not later.is_open for later in new[place + 1 :])
        if page.is_open or page.key in (LOBBY, END) or (page.kind == "deal" and not is_followed):
            break
        late.append(page)
    return late


def late_layout(pages: Sequence[Page], context: RenderContext) -> ui.LayoutView:
    """Render the pages one below the other, without buttons and mentions. The oldest are left out if there is no room."""
    texts = [closed_page_text(page, context) for page in pages]
    while len(texts) > 1 and sum(len(text) + 1 for text in texts) > _MOST_TEXT:
        del texts[0]
    return layout(ui.TextDisplay("\n".join(texts)[:_MOST_TEXT]))
