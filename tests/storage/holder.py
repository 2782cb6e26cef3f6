"""A process that holds a database until it is killed, and says when it does.

`python -m tests.storage.holder URL`
"""

import sys
import time

from bot.storage.files import hold_database

with hold_database(sys.argv[1]):
    print("held", flush=True)
    time.sleep(600)
