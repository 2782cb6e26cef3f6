"""The fixtures of the tests of tables."""

from tests.databases import postgres, url
from tests.tables.stores import empty_store, service, store

__all__ = ["empty_store", "postgres", "service", "store", "url"]
