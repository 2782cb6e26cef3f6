"""A disk that is soon full: a memory disk of 2 MiB, where this machine lets the tests mount one."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

SIZE = 2 * 1024**2


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """The folder of the disk. Where none can be mounted (only root may), the test is skipped."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", str(folder)], capture_output=True, text=True, check=False
    )
    if mounted.returncode:
        pytest.skip(f"no small disk can be mounted here: {mounted.stderr.strip()}")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


def make_read_only(folder: Path) -> None:
    """Make the disk read-only, as the system does with one that fails."""
    subprocess.run(["mount", "-o", "remount,ro", str(folder)], check=True)


def fill(folder: Path) -> Path:
    """Fill the disk to the last byte, and return the file that does so."""
    file = folder / "filler"
    with file.open("wb", buffering=0) as filler:
        for size in (64 * 1024, 4096, 1):
            try:
                while filler.write(b"x" * size) == size:
                    pass
            except OSError:
                continue
    return file
