"""The script that Alembic runs for an upgrade, in the connection and transaction that `bot.storage.migrate` passes to it."""

from alembic import context

from bot.storage.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
