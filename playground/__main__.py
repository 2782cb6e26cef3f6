"""`python -m playground`: a Discord on this machine, until it is interrupted."""

import asyncio
import signal
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
def main(port: int, world: Path, *, fresh: bool) -> None:
    """Serve a Discord on this machine, with a page to play in."""
    if fresh:
        for file in (world, world.with_name(world.name + "-wal"), world.with_name(world.name + "-shm")):
            file.unlink(missing_ok=True)
    try:
        asyncio.run(_serve(port, world))
    except OSError as taken:
        raise click.ClickException(f"Cannot listen on port {port}: {taken.strerror}") from None


async def _serve(port: int, world: Path) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for reason in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(reason, stop.set)
    async with Playground(world, port) as playground:
        click.echo(f"The page:    {playground.url}/")
        click.echo(f"For the bot: {playground.api_url} and {playground.gateway_url}")
        await stop.wait()


if __name__ == "__main__":
    main()
