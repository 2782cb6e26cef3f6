"""The oldest schema that can be upgraded; a new database begins with the newest one."""

revision = "0017"
down_revision = None


def upgrade() -> None:
    """Nothing leads to it any more."""
