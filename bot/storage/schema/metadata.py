"""The metadata that all tables of the database share, and the columns that several of them have."""

from sqlalchemy import Column, ForeignKey, MetaData

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def table_key() -> Column[int]:
    """Return the column of the primary key with the table that the row belongs to."""
    return Column("table", ForeignKey("tables.number"), primary_key=True, autoincrement=False)


def league_key() -> Column[int]:
    """Return the column of the primary key with the league that the row belongs to."""
    return Column("league", ForeignKey("leagues.number"), primary_key=True, autoincrement=False)
