"""The CPU seconds and the MiB of reading all catalogues, in a process that reads them as a bot does.

It imports nothing of the tests, which read them once in advance.
"""

import subprocess
import sys
import time

from benchmarks.timing import resident_kib
from bot.app import LOCALES
from bot.messages.words import Languages


def read_in_new_process() -> tuple[float, float]:
    """Return the CPU seconds and the MiB of reading all catalogues in a new process."""
    read = subprocess.run([sys.executable, "-m", __name__], capture_output=True, text=True, check=True)
    seconds, mib = read.stdout.split()
    return float(seconds), float(mib)


def main() -> None:
    Languages({}).for_locale(None).number(1)  # Babel's data for English
    before, began = resident_kib(), time.process_time()
    languages = Languages.read(LOCALES)
    print(time.process_time() - began, (resident_kib() - before) / 1024)
    assert len(languages.for_locale(None).languages) > 1


if __name__ == "__main__":
    main()
