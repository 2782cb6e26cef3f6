"""`python -m playground`: a simulated Discord on this machine, until it is interrupted."""

import asyncio
import fcntl
import os
import signal
import sys
import threading
from contextlib import suppress
from pathlib import Path

import click

from playground.server import Playground


@click.command()
@click.option("--port", default=8765, show_default=True, help="Where to listen on 127.0.0.1; 0 for any free port.")
@click.option(
    "--world",
    type=click.Path(dir_okay=False, path_type=Path),
    default=Path("var/playground.db"),
    show_default=True,
    help="The file that keeps the world.",
)
@click.option("--fresh", is_flag=True, help="Begin a new world; the old one is deleted.")
@click.option("--until-input-ends", is_flag=True, help="Stop when standard input is closed, as when who started it has died.")
def main(port: int, world: Path, *, fresh: bool, until_input_ends: bool) -> None:
    """Serve a Discord on this machine, with a page to play in."""
    _hold(world)
    if fresh:
        for file in (world, world.with_name(world.name + "-wal"), world.with_name(world.name + "-shm")):
            file.unlink(missing_ok=True)
    try:
        asyncio.run(_serve(port, world, until_input_ends=until_input_ends))
    except OSError as error:
        raise click.ClickException(f"Cannot listen on port {port}: {error.strerror}") from None


def _hold(world: Path) -> None:
    """Hold the lock of the world's file until this process ends. Raise ClickException if another playground does."""
    world.parent.mkdir(parents=True, exist_ok=True)
    lock = os.open(world.with_name(f"{world.name}.lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise click.ClickException(f"Another playground uses {world}. Stop it first, or name another file.") from None


async def _serve(port: int, world: Path, *, until_input_ends: bool) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    if until_input_ends:
        threading.Thread(target=_wait_for_end_of_input, args=(loop, stop), daemon=True).start()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    async with Playground(world, port) as playground:
        click.echo(f"The page:    {playground.url}/")
        click.echo(f"For the bot: {playground.api_url} and {playground.gateway_url}")
        await stop.wait()


def _wait_for_end_of_input(loop: asyncio.AbstractEventLoop, stop: asyncio.Event) -> None:
    while os.read(sys.stdin.fileno(), 1024):  # unbuffered: the interpreter would wait for the buffer's lock at its end
        pass
    with suppress(RuntimeError):  # the loop has stopped already
        loop.call_soon_threadsafe(stop.set)


if __name__ == "__main__":
    main()
