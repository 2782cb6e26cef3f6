"""A PostgreSQL of the tests' own: a cluster for each worker, in a temporary folder, on the loopback.

It ends with the tests, even if they are killed.
"""

import asyncio
import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cached_property
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from time import sleep
from typing import Any

import psycopg
import pytest

from bot.storage.store import open_store

TEMPLATE = "template_ramino"
_SETTINGS = ("max_connections=200", "unix_socket_directories=")
_UNSAFE = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")
"""A test's database needn't outlive a power cut."""
_END_OTHERS = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid != pg_backend_pid()"
)
_SHAPE = """
SELECT (SELECT count(*) FROM pg_class WHERE relnamespace = 'public'::regnamespace)
     , (SELECT count(*) FROM pg_attribute JOIN pg_class c ON c.oid = attrelid WHERE relnamespace = 'public'::regnamespace
          AND NOT attisdropped)
     , (SELECT max(version_num) FROM alembic_version)
     , (SELECT count(*) FROM pg_proc WHERE pronamespace = 'public'::regnamespace)
     , (SELECT count(*) FROM pg_trigger WHERE NOT tgisinternal)
     , (SELECT count(*) FROM pg_db_role_setting JOIN pg_database d ON d.oid = setdatabase WHERE datname = current_database())
"""
"""What a test may have changed in its database: relations, columns, the schema's version, functions, triggers, settings."""
MISSING = "PostgreSQL isn't installed: sudo apt install postgresql"
_QUIETLY: dict[str, Any] = {
    "stdout": subprocess.DEVNULL,
    "stderr": subprocess.DEVNULL,
    "cwd": "/",
    "user": "postgres" if os.geteuid() == 0 else None,  # PostgreSQL refuses to run as root
}


class Postgres:
    """A cluster. `starter` is a thread for its life: the server ends with the thread that started it."""

    def __init__(self, folder: Path, port: int, starter: ThreadPoolExecutor, *, is_durable: bool = False) -> None:
        self.folder, self.port, self._starter, self._numbers = folder, port, starter, count(1)
        self._emptied: list[str] = []  # URLs
        self._settings = _SETTINGS if is_durable else (*_SETTINGS, *_UNSAFE)

    def url(self, name: str) -> str:
        return f"postgresql://ramino@127.0.0.1:{self.port}/{name}"

    def new_database(self, *, empty: bool = False) -> str:
        """Return the URL of a new database, with the newest schema unless it is `empty`; or of one that was given back."""
        if not empty and self._emptied:
            return self._emptied.pop()
        name = f"test_{next(self._numbers)}"
        self.execute(f"CREATE DATABASE {name}" + ("" if empty else f" TEMPLATE {TEMPLATE}"))
        return self.url(name)

    def give_back(self, url: str) -> None:
        """Empty a database for another test: to make one takes five times as long. Drop it if its schema was changed."""
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(_END_OTHERS)
            if self._is_as_made(connection):
                tables = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
                sequences = connection.execute("SELECT sequencename FROM pg_sequences WHERE schemaname = 'public'").fetchall()
                emptied = [f'DELETE FROM "{name}"' for (name,) in tables if name != "alembic_version"]
                restarted = [f'ALTER SEQUENCE "{name}" RESTART' for (name,) in sequences]
                connection.execute("; ".join(["SET session_replication_role = replica", *emptied, *restarted]))  # type: ignore[call-overload]
                self._emptied.append(url)
                return
        self.drop(url)

    def _is_as_made(self, connection: psycopg.Connection[Any]) -> bool:
        try:
            return connection.execute(_SHAPE).fetchone() == self._shape
        except psycopg.errors.UndefinedTable:  # it has no version of its schema
            return False

    def drop(self, url: str) -> None:
        self.execute(f"DROP DATABASE IF EXISTS {url.rpartition('/')[2]} WITH (FORCE)")

    @cached_property
    def _shape(self) -> tuple[Any, ...] | None:
        with psycopg.connect(self.url(TEMPLATE)) as connection:
            return connection.execute(_SHAPE).fetchone()

    def execute(self, statement: str) -> None:
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(statement)  # type: ignore[call-overload]

    def reload(self) -> None:
        """Let it read its files with settings again, and wait until it has: to restart it takes seconds."""
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            before = connection.execute("SELECT pg_conf_load_time()").fetchone()
            connection.execute("SELECT pg_reload_conf()")
        while True:
            with psycopg.connect(self.url("postgres")) as connection:
                if connection.execute("SELECT pg_conf_load_time()").fetchone() != before:
                    return

    def start(self) -> None:
        self._server = self._starter.submit(self._start).result()
        while not self._is_ready():
            assert self._server.poll() is None, "PostgreSQL has not started"
            sleep(0.02)

    def stop(self, how: str = "fast") -> None:
        _run("pg_ctl", "stop", "-m", how, "-w", "-D", str(self.folder))
        self._server.wait()

    def restart(self) -> None:
        self.stop()
        self.start()

    def _start(self) -> "subprocess.Popen[bytes]":
        settings = (*self._settings, f"port={self.port}", "listen_addresses=127.0.0.1")
        options = [word for setting in settings for word in ("-c", setting)]
        server = [_folder() / "postgres", "-D", str(self.folder), *options]
        return subprocess.Popen(["setpriv", "--pdeathsig", "QUIT", *server], **_QUIETLY)

    def _is_ready(self) -> bool:
        try:
            self.execute("SELECT 1")
        except psycopg.OperationalError:
            return False
        return True


@contextmanager
def open_postgres(*, is_durable: bool = False) -> Iterator[Postgres]:
    """Start a cluster with the template of new databases; stop it at the end. A durable one writes to the disk as usual."""
    with TemporaryDirectory(prefix="ramino-postgres-") as name, ThreadPoolExecutor(1) as beside_the_loop:
        folder = Path(name)
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres")
        _run("initdb", "-D", str(folder), "-U", "ramino", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        cluster = Postgres(folder, _free_port(), beside_the_loop, is_durable=is_durable)
        cluster.start()
        try:
            cluster.execute(f"CREATE DATABASE {TEMPLATE}")
            beside_the_loop.submit(asyncio.run, _make(cluster.url(TEMPLATE))).result()
            yield cluster
        finally:
            cluster.stop("immediate")


async def _make(url: str) -> None:
    async with open_store(url):
        pass


def find_postgres() -> Path | None:
    """Return the folder with PostgreSQL's programs, as Debian installs them or as PATH finds them; None without them."""
    folders = [*sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True), *map(Path, os.get_exec_path())]
    return next((folder for folder in folders if (folder / "initdb").exists()), None)


def need_postgres() -> None:
    """Skip the test where PostgreSQL isn't installed, unless POSTGRES_TESTS is `required`."""
    if find_postgres() is None and os.environ.get("POSTGRES_TESTS") != "required":
        pytest.skip(MISSING)


def _folder() -> Path:
    folder = find_postgres()
    assert folder is not None, MISSING
    return folder


def _run(program: str, *arguments: str) -> None:
    done = subprocess.run([_folder() / program, *arguments], check=False, **_QUIETLY)
    assert done.returncode == 0, f"{program} {' '.join(arguments[:1])} failed"


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
