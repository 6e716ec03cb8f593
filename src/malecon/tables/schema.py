"""What is stored: one row for each person, table, seat and move. The log of moves is the truth; nothing else is.

Times are milliseconds since 1970 (UTC). Ids are random and cannot be guessed.
"""

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

METADATA = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

PEOPLE = Table(
    "people",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("language", String(8), nullable=False),
    Column("theme", String(8), nullable=False),
    Column("still", Boolean, nullable=False),  # no motion
    Column("quick", Boolean, nullable=False),  # turns are confirmed by themselves
    Column("created", BigInteger, nullable=False),
)

SESSIONS = Table(
    "sessions",
    METADATA,
    Column("digest", String(64), primary_key=True),  # SHA-256 of the cookie's token: the token itself is not kept
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("created", BigInteger, nullable=False),
)

TABLES = Table(
    "tables",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("game", String(20), nullable=False),
    Column("rules", Integer, nullable=False),  # version of the rules it was begun with
    Column("options", JSON, nullable=False),  # lines, as in a record
    Column("key", String(20), nullable=False),  # secret until the end
    Column("salt", String(32), nullable=False),  # secret until the end
    Column("created", BigInteger, nullable=False),
    Column("finished", BigInteger),
)

SEATS = Table(
    "seats",
    METADATA,
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person", ForeignKey("people.id", ondelete="SET NULL")),
    Column("level", String(20)),  # of a computer player
    Column("name", String(40), nullable=False),
    Column("since", Integer, nullable=False),  # moves in the log when the question of the draft was asked
    Column("changes", Integer, nullable=False),  # of the draft; only grows
    Column("acted", Text, nullable=False),  # the last action of its person, as it was sent
    Column("draft", JSON, nullable=False),  # notation and id of each step that is not confirmed
    Column("seen", Integer),  # moves in the log at the last look
    Index(None, "person"),
)

MOVES = Table(
    "moves",
    METADATA,
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),  # from 0, without gaps
    Column("seat", Integer, nullable=False),
    Column("notation", Text, nullable=False),
    Column("id", String(40), nullable=False),  # chosen by whoever sent it
    Column("made", BigInteger, nullable=False),
    UniqueConstraint("table", "seat", "id"),
)
