"""What a person is told when his client would not let him do something."""


class NotOffered(Exception):  # noqa: N818  (said of the wish)
    """Discord's client would not offer this; its text is a sentence for the person."""
