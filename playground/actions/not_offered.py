"""The refusal of an action by Discord's client."""


class NotOffered(Exception):  # noqa: N818  (said of the action)
    """Discord's client would not offer this action. The text is a sentence for the person."""
