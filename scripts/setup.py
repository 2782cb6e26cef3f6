"""Makes .venv from a lock file, unless that has been done: setup.py run | postgres | dev.

`.venv/ramino-setup` is written last. It holds the version of Python, and the digest of each lock file whose packages are all
installed. While packages are being installed, their line says "unfinished", so an interrupted set-up is started again.
"""

import fcntl
import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

VENV = Path(".venv")
STAMP = VENV / "ramino-setup"
LOCKS = {
    "run": Path("requirements.lock"),
    "postgres": Path("requirements-postgres.lock"),
    "dev": Path("requirements-dev.lock"),
}
"""Each has the packages of those before it, in the same versions."""
PYTHON = "{}.{}".format(*sys.version_info)


def main(kind: str) -> int:
    with Path(__file__).open() as one_at_a_time:
        fcntl.flock(one_at_a_time, fcntl.LOCK_EX)
        stamp = read_stamp()
        if is_ready(stamp, kind):
            return 0
        if kind == "run" and "postgres" in stamp:
            kind = "postgres"  # what this machine needs, so that no new lock file takes the driver away
        installed = [each for each in stamp if each != "python"]
        if installed and all(each in kinds_of(kind) and is_ready(stamp, each) for each in installed):
            return install(stamp, kind)
        return make_venv() or install({"python": PYTHON}, kind)


def digest(kind: str) -> str:
    return hashlib.sha256(LOCKS[kind].read_bytes()).hexdigest()


def kinds_of(kind: str) -> list[str]:
    """Return this kind and those before it, whose packages it has."""
    return list(LOCKS)[: list(LOCKS).index(kind) + 1]


def read_stamp() -> dict[str, str]:
    if not STAMP.is_file():
        return {}
    return dict(line.split(" ", 1) for line in STAMP.read_text().splitlines() if " " in line)


def write_stamp(stamp: dict[str, str]) -> None:
    new = STAMP.with_suffix(".new")
    new.write_text("".join(f"{key} {value}\n" for key, value in stamp.items()))
    new.replace(STAMP)


def is_ready(stamp: dict[str, str], kind: str) -> bool:
    return stamp.get("python") == PYTHON and stamp.get(kind) == digest(kind) and (VENV / "bin/python").exists()


def make_venv() -> int:
    """Make a new, empty .venv; return the exit code."""
    STAMP.unlink(missing_ok=True)
    print(f"Making .venv with Python {PYTHON} …", flush=True)
    base = getattr(sys, "_base_executable", sys.executable)  # not the one in .venv, which is about to be deleted
    if (uv := shutil.which("uv")) and run(uv, "venv", "--quiet", "--clear", "--python", base, str(VENV)):
        return 0
    try:
        import ensurepip  # noqa: F401
        import venv
    except ImportError:
        print(
            f"Python {PYTHON} can't make a .venv without ensurepip. On Debian and Ubuntu: sudo apt install python{PYTHON}-venv"
        )
        return 1
    venv.create(VENV, clear=True, with_pip=True)
    return 0


def install(stamp: dict[str, str], kind: str) -> int:
    """Install the packages of a lock file and write the stamp; return the exit code."""
    packages = sum("==" in line for line in LOCKS[kind].read_text().splitlines())
    print(f"Installing {packages} packages from {LOCKS[kind]} …", flush=True)
    write_stamp({**stamp, kind: "unfinished"})
    python, lock = str(VENV / "bin/python"), str(LOCKS[kind])
    options = ("--quiet", "--require-hashes", "--no-deps", "-r", lock)
    uv = shutil.which("uv")
    if not (uv and run(uv, "pip", "install", "--python", python, *options)):
        if not (VENV / "bin/pip").exists():  # uv makes a .venv without pip
            run(python, "-m", "ensurepip", "--upgrade", quiet=True)
        if not run(python, "-m", "pip", "--disable-pip-version-check", "install", "--no-compile", *options):
            print(
                "The packages could not be installed; the reason is above. If you are offline, try again once you are online."
            )
            return 1
    write_stamp({"python": PYTHON, **{each: digest(each) for each in kinds_of(kind)}})
    return 0


def run(*command: str, quiet: bool = False) -> bool:
    return subprocess.run(command, stdout=subprocess.DEVNULL if quiet else None, check=False).returncode == 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1]))
    except KeyboardInterrupt:
        sys.exit("Interrupted; the next run starts again.")
