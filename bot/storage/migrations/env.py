"""What Alembic runs for each upgrade: in the connection and the transaction that `bot.storage.migrate` hands over."""

from alembic import context

from bot.storage.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
