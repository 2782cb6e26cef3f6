"""The fixture of tests that are about SQLite and its file, which isn't there yet."""

from pathlib import Path

import pytest


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'var' / 'ramino.db'}"
