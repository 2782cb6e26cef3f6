"""What a person gets for a call.

A reply to a press may replace the message that was pressed. Then it also keeps the promise for which the courier waits.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from discord import ui

from bot.delivery.lanes import PromisedEdit


@dataclass(frozen=True, slots=True)
class Reply:
    """A layout or a sentence; only the person sees it, unless it `is_public`.

    With `replaces_pressed`, the layout replaces the message that was pressed; a sentence is then sent as a second message.
    A `form` opens in the place of a message; if the reply was deferred, Discord takes no form, and the text is sent.
    `promised` is fulfilled once the reply is sent; its message then shows `version`. `files` are names and contents, beside a
    sentence. `on_posted` is called with the channel and message id of a public post. `then` is a second message.
    `is_out_of_date` if it says that the button was; `is_error` if it reports one.
    """

    view: ui.LayoutView | None = None
    text: str = ""
    form: ui.Modal | None = None
    is_public: bool = False
    replaces_pressed: bool = False
    promised: PromisedEdit | None = None
    version: int = 0
    files: tuple[tuple[str, bytes], ...] = ()
    on_posted: Callable[[int, int], Awaitable[None]] | None = None
    then: "Reply | None" = None
    is_out_of_date: bool = False
    is_error: bool = False


LONGEST_CONTENT = 2000
"""The characters of a message without a layout, at Discord."""
NO_REPLY = Reply()
"""No reply to a press: the courier edits the message that was pressed."""
