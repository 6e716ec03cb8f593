"""The schema of the database: people and their training, tables, chat, results, sweeps.

Results and ratings follow from the logs of moves. Times are milliseconds since 1970 (UTC); ids cannot be guessed.
"""

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    true,
)

from malecon.storage.column_types import Name, Remark

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
    Column("name", Name, nullable=False),
    Column("language", String(8), nullable=False),
    Column("theme", String(8), nullable=False),
    Column("still", Boolean, nullable=False),  # no motion
    Column("quick", Boolean, nullable=False),  # turns are confirmed by themselves
    Column("tips", Boolean, nullable=False, server_default=true()),  # in first games
    Column("created", BigInteger, nullable=False),
    Column("account", String(40)),  # the name to sign in with, folded; none for most people
    Column("password", String(200)),  # as Argon2 keeps it
    Column("email", String(254)),  # only where notices are sent to
    Column("blocked", BigInteger),  # since when this person may only look
    Column("seen", BigInteger, nullable=False, server_default="0"),  # about when a browser of theirs was used
    Index(None, "account", unique=True),
    Index(None, "seen"),
)

SESSIONS = Table(
    "sessions",
    METADATA,
    Column("digest", String(64), primary_key=True),  # SHA-256 of the cookie's token: the token itself is not kept
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("kind", String(8), nullable=False, server_default="browser"),  # or api, device, link
    Column("label", String(80), nullable=False, server_default=""),  # which browser, or what for
    Column("used", BigInteger, nullable=False, server_default="0"),  # about when it was last used
    Column("expires", BigInteger),
    Column("proved", BigInteger),  # when the password was last proved; of a link by the host, its end
    Index(None, "person"),
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
    Column("version", Integer, nullable=False, server_default="0"),  # grows with every change
    Column("host", String(32)),  # the person who began it, who may be gone
    Column("listed", Boolean, nullable=False, server_default=false()),  # anybody may take a free seat
    Column("watched", Boolean, nullable=False, server_default=true()),  # others may look while it goes on
    Column("rated", Boolean, nullable=False, server_default=false()),
    Column("origin", String(32)),  # the table whose deal is played again
    Column("coached", Boolean, nullable=False, server_default=false()),  # its only person is given tips
    Column("clock", JSON(none_as_null=True)),
    Column("paused", BigInteger),  # since when
    Column("closed", String(20), nullable=False, server_default=""),  # why it ended early: cancelled, agreed, stopped
    Column("touched", BigInteger, nullable=False, server_default="0"),  # last change or look
    Column("rematch", String(32)),  # the table at which the same people play again
    Index(None, "finished", "touched"),
    Index(None, "host"),
    Index(None, "origin"),
)

SEATS = Table(
    "seats",
    METADATA,
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person", ForeignKey("people.id", ondelete="SET NULL")),
    Column("level", String(20)),  # of a computer player
    Column("name", Name, nullable=False),
    Column("since", Integer, nullable=False),  # moves in the log when the question of the draft was asked
    Column("changes", Integer, nullable=False),  # of the draft; only grows
    Column("acted", Text, nullable=False),  # the last action of its person, as it was sent
    Column("draft", JSON, nullable=False),  # notation and id of each step that is not confirmed
    Column("seen", Integer),  # moves in the log at the last look
    Column("invitation", String(32)),  # good once, for a free seat; gone when it is taken
    Column("substitute", String(20)),  # level of the computer player that plays for an absent person
    Column(
        "wishes", String(20), nullable=False, server_default=""
    ),  # of its person: what is asked of the others, or declined, or nothing
    Column("left", BigInteger),  # milliseconds on the clock when it began to run
    Column("running", BigInteger),  # since when it runs
    Column("resigned", Integer),  # moves in the log when its person resigned
    Index(None, "person"),
    Index(None, "invitation", unique=True),
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

MESSAGES = Table(
    "messages",
    METADATA,
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),  # from 0, without gaps; those of spectators from -1 down
    Column("person", ForeignKey("people.id", ondelete="SET NULL")),
    Column("name", Name, nullable=False),
    Column("text", Remark, nullable=False),
    Column("sent", BigInteger, nullable=False),
    Column("reported", BigInteger),
    Index(None, "person", "sent"),
)

MUTES = Table(
    "mutes",
    METADATA,
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("muted", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
)

TRAINING = Table(
    "training",
    METADATA,
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("game", String(20), primary_key=True),
    Column("missions", Text, nullable=False, server_default=""),  # names of those of the guided game that are done
    Column("rating", Float, nullable=False),  # in puzzles
    Column("deviation", Float, nullable=False),
    Column("streak", Integer, nullable=False),  # days in a row with a puzzle
    Column("day", Integer, nullable=False),  # the last of them, counted from 1970
)

PUZZLE_ANSWERS = Table(
    "puzzle_answers",
    METADATA,
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("game", String(20), primary_key=True),
    Column("puzzle", String(16), primary_key=True),
    Column("solved", Boolean, nullable=False),  # by the first answer
    Column("rating", Float, nullable=False),  # of the person, after it
    Column("answered", BigInteger, nullable=False),
    Index(None, "game", "puzzle"),
)

RESULTS = Table(
    "results",
    METADATA,
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("game", String(20), nullable=False),
    Column("person", String(32)),  # who may be gone: needed to compute the ratings again
    Column("level", String(20)),  # of a computer player
    Column("points", Integer, nullable=False),
    Column("place", Integer, nullable=False),  # from 1
    Column("seats", Integer, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("absent", Boolean, nullable=False, server_default=false()),  # stood in for at the end, or resigned
    Column("finished", BigInteger, nullable=False),  # no two games of a kind end at the same moment
    Column("rating_before", Integer),  # of the player, as it is shown; none if the game does not count
    Column("rating_after", Integer),
    Index(None, "person"),
    Index(None, "game", "finished"),
)

RATINGS = Table(
    "ratings",
    METADATA,
    Column("game", String(20), primary_key=True),
    Column("who", String(40), primary_key=True),  # a person's id, or "level:" and a level
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("opponents", Integer, nullable=False, server_default="0"),  # how many different ones
)

NOTICES = Table(
    "notices",
    METADATA,
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column(
        "kind", String(8), primary_key=True
    ),  # turn: became needed; late: is so for too long; again: is asked for a rematch
    Column("since", Integer, primary_key=True),  # version of the table when that began
    Column("due", BigInteger, nullable=False),  # not before
    Column("sent", BigInteger),  # a notice to somebody who is not needed any more is gone
    Index(None, "due"),
)

SUBSCRIPTIONS = Table(
    "subscriptions",
    METADATA,
    Column("endpoint", String(500), primary_key=True),  # of web push
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("keys", JSON, nullable=False),
    Index(None, "person"),
)

PULSES = Table(
    "pulses",
    METADATA,
    Column("process", String(32), primary_key=True),
    Column("at", BigInteger, nullable=False),  # when this server process was last known to live
)

ATTEMPTS = Table(
    "attempts",
    METADATA,
    Column("key", String(32), primary_key=True),  # keyed hash of an address, an account, both, or a device
    Column("wrong", Integer, nullable=False),  # passwords that were wrong, or are being looked at
    Column("last", BigInteger, nullable=False),  # when the last one came
    Index(None, "last"),
)

CLOCK_STEPS = Table(
    "clock_steps",
    METADATA,
    Column("number", Integer, primary_key=True, autoincrement=False),  # from 1; only the newest is kept
    Column("at", BigInteger, nullable=False),  # the time after it
    Column("by", BigInteger, nullable=False),  # milliseconds by which all that is timed was moved
)

SWEEPS = Table(
    "sweeps",
    METADATA,
    Column("begun", BigInteger, primary_key=True),  # only the last ones are kept
    Column("ended", BigInteger),
    Column("removed", JSON, nullable=False),  # how many, by rule of retention
    Column("days", JSON, nullable=False),  # how long things were kept, by rule
)
