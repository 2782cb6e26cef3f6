"""The permissions that the bot needs."""

from bot.doctor.permissions import NEEDED_PERMISSIONS, missing_permissions


def test_an_administrator_misses_no_permission() -> None:
    assert missing_permissions(8) == []
    assert len(missing_permissions(0)) == len(NEEDED_PERMISSIONS)
