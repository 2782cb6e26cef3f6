"""One file a step; `revision` is its number, which `alembic_version` in the database holds."""
