"""rlcard, with which figures are compared, in its own process.

It isn't a dependency of this project: it is installed on demand in its own environment under `var/bench/`.
"""

import subprocess
import venv
from pathlib import Path

RLCARD = "rlcard==1.2.0"
NAME = RLCARD.replace("==", " ")
HOME = Path(__file__).parents[2] / "var" / "bench" / "venv"


class Peer:
    """A running script that prints `ready`, and then one line for each line that it reads."""

    def __init__(self, script: str) -> None:
        self.process = subprocess.Popen(
            [_python_with_rlcard(), "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
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
            raise RuntimeError(f"{RLCARD} did not answer; remove {HOME} to install it again")
        return answer


def _python_with_rlcard() -> str:
    python = HOME / "bin" / "python"
    if not python.exists():
        venv.create(HOME, with_pip=True)
    installed = subprocess.run([python, "-c", "import rlcard"], capture_output=True, check=False).returncode == 0
    if not installed:
        subprocess.run([python, "-m", "pip", "install", "--quiet", RLCARD], check=True)
    return str(python)
