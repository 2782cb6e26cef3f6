"""The tokens of interactions, with which the bot answers and follows up."""

import base64
import binascii
import secrets

TOKEN_SECONDS = 15 * 60
"""How long a token is valid."""


def new_token(interaction_id: str) -> str:
    return base64.urlsafe_b64encode(f"interaction:{interaction_id}:{secrets.token_hex(24)}".encode()).decode()


def interaction_id_in(token: str) -> str | None:
    """Return the id of the interaction that a token is for, even if that is deleted; None if it is not a token."""
    try:
        kind, id_, _ = base64.urlsafe_b64decode(token).decode("ascii").split(":")
    except (ValueError, binascii.Error):
        return None
    return id_ if kind == "interaction" and id_.isdecimal() else None
