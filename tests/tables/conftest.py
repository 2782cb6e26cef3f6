"""The fixtures of the tests of tables."""

from tests.tables.stores import empty_store, service, store

__all__ = ["empty_store", "service", "store"]
