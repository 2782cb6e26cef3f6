"""scripts/setup makes .venv once, completely or not at all. The environments are real; their packages come from a folder."""

import hashlib
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import ROOT

Setup = Callable[..., "subprocess.CompletedProcess[str]"]


def wheel(folder: Path, name: str, version: str) -> str:
    """Write the smallest package possible, and return its line in a lock file."""
    file = folder / f"{name}-{version}-py3-none-any.whl"
    info = f"{name}-{version}.dist-info"
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr(f"{name}.py", f"version = {version!r}\n")
        archive.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
        archive.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(f"{info}/RECORD", f"{name}.py,,\n{info}/METADATA,,\n{info}/WHEEL,,\n{info}/RECORD,,\n")
    return f"{name}=={version} --hash=sha256:{hashlib.sha256(file.read_bytes()).hexdigest()}\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    shutil.copytree(ROOT / "scripts", tmp_path / "scripts", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "index").mkdir()
    needed = wheel(tmp_path / "index", "tiny", "1.0")
    (tmp_path / "requirements.lock").write_text(needed)
    driver = wheel(tmp_path / "index", "driver", "3.0")
    (tmp_path / "requirements-postgres.lock").write_text(needed + driver)
    (tmp_path / "requirements-dev.lock").write_text(needed + driver + wheel(tmp_path / "index", "tester", "2.0"))
    return tmp_path


@pytest.fixture
def setup(project: Path, tmp_path: Path) -> Setup:
    """Return scripts/setup as on a machine with this Python and without uv, offline except for the folder `index`."""
    (tools := tmp_path / "tools").mkdir()
    (tools / "dirname").symlink_to(shutil.which("dirname") or "")

    def run(kind: str, **more: str) -> "subprocess.CompletedProcess[str]":
        offline = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(project / "index"), "PIP_CONFIG_FILE": os.devnull}
        around = {"PATH": str(tools), "PYTHON": getattr(sys, "_base_executable", sys.executable), **offline, **more}
        return subprocess.run(
            [project / "scripts/setup", kind], cwd="/", env=around, capture_output=True, text=True, check=False
        )

    return run


def has(project: Path, package: str) -> bool:
    python = project / ".venv/bin/python"
    return subprocess.run([python, "-c", f"import {package}"], capture_output=True, check=False).returncode == 0


@pytest.mark.thorough
def test_setup_runs_once_and_the_driver_and_the_development_tools_are_added_to_it(project: Path, setup: Setup) -> None:
    first = setup("run")
    assert first.returncode == 0, first.stderr
    assert "Installing 1 packages from requirements.lock" in first.stdout
    assert has(project, "tiny")
    assert not has(project, "driver")

    index, offline = project / "index", project / "unreachable"
    index.rename(offline)
    again = setup("run", PYTHON="")
    assert (again.returncode, again.stdout, again.stderr) == (0, "", "")

    offline.rename(index)
    for kind, package in (("postgres", "driver"), ("dev", "tester")):
        assert not has(project, package)
        assert "Making .venv" not in setup(kind).stdout
        assert has(project, package)
        assert setup(kind).stdout == setup("run").stdout == ""

    for each in ("requirements.lock", "requirements-postgres.lock"):
        (project / each).write_text(f"# newer\n{(project / each).read_text()}")
    assert "Making .venv" in setup("run").stdout
    assert has(project, "driver"), "who has PostgreSQL needs it after an upgrade, too"


@pytest.mark.thorough
def test_a_failed_setup_makes_setup_start_again(project: Path, setup: Setup) -> None:
    lock = project / "requirements.lock"
    (project / ".venv").mkdir()
    (project / ".venv/ramino-setup").write_text(f"python 3.11\nrun {'0' * 64}\n")
    (project / ".venv/left-over").touch()

    good = lock.read_text()
    lock.write_text(good[:-9] + "00000000\n")
    failed = setup("run")
    assert failed.returncode == 1
    assert "could not be installed" in failed.stdout
    assert "do not match the hashes" in failed.stderr.lower()

    lock.write_text(good)
    assert "Making .venv" in setup("run").stdout
    assert has(project, "tiny")
    assert not (project / ".venv/left-over").exists()


def test_a_python_that_is_too_old_is_refused(setup: Setup) -> None:
    chosen = setup("run", PYTHON="/bin/false")
    assert chosen.returncode == 1
    assert chosen.stderr == "PYTHON=/bin/false is not a Python of version 3.11 or newer.\n"
    none = setup("run", PYTHON="")
    assert none.returncode == 1
    assert none.stderr.startswith("Ramino needs Python 3.11 or newer, and none was found")


def test_a_python_without_ensurepip_is_refused_with_the_debian_package(setup: Setup, tmp_path: Path) -> None:
    (tmp_path / "without").mkdir()
    (tmp_path / "without/ensurepip.py").write_text("raise ImportError('as in Debian without python3-venv')\n")
    refused = setup("run", PYTHONPATH=str(tmp_path / "without"))
    assert refused.returncode == 1
    assert f"sudo apt install python{sys.version_info[0]}.{sys.version_info[1]}-venv" in refused.stdout


def test_the_lock_files_have_the_same_versions() -> None:
    def pins(name: str) -> set[str]:
        return {line.split(" ")[0] for line in (ROOT / name).read_text().splitlines() if "==" in line and line[0] not in " #"}

    assert pins("requirements.lock") <= pins("requirements-postgres.lock") <= pins("requirements-dev.lock")


@pytest.mark.parametrize("name", ["requirements.lock", "requirements-postgres.lock", "requirements-dev.lock"])
def test_a_lock_file_names_no_package_index(name: str) -> None:
    text = (ROOT / name).read_text()
    assert "://" not in text
    assert "index-url" not in text
