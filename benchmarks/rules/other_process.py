"""The packages of other projects, with which ours is compared, each in a process of its own.

They aren't dependencies of this project: each is installed on demand in its own environment under `var/bench/`.
"""

import subprocess
import venv
from pathlib import Path
from typing import NamedTuple

HOME = Path(__file__).parents[2] / "var" / "bench"


class Package(NamedTuple):
    """One version of a package, and the module that it has when it is installed."""

    name: str
    version: str
    module: str

    def __str__(self) -> str:
        return f"{self.name} {self.version}"

    @property
    def home(self) -> Path:
        return HOME / f"{self.name}-{self.version}"


RLCARD = Package("rlcard", "1.2.0", "rlcard")
OPENSPIEL = Package("open-spiel", "2.0.2", "pyspiel")


class Peer:
    """A running script that prints `ready`, and then one line for each line that it reads."""

    def __init__(self, package: Package, script: str) -> None:
        self.package = package
        command = [_python_with(package), "-c", script]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self._answer() == "ready"

    def ask(self, line: str) -> str:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()
        return self._answer()

    def close(self) -> None:
        self.process.communicate()  # the script ends with its input

    def _answer(self) -> str:
        assert self.process.stdout is not None
        answer = self.process.stdout.readline().strip()
        if not answer:
            raise RuntimeError(f"{self.package} did not answer; remove {self.package.home} to install it again")
        return answer


def _python_with(package: Package) -> str:
    python = package.home / "bin" / "python"
    if not python.exists():
        venv.create(package.home, with_pip=True)
    installed = subprocess.run([python, "-c", f"import {package.module}"], capture_output=True, check=False).returncode == 0
    if not installed:
        wanted = f"{package.name}=={package.version}"
        subprocess.run([python, "-m", "pip", "install", "--quiet", wanted], check=True)
    return str(python)
