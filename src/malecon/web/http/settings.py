"""The settings of a server: options of ``malecon serve``, or else variables of the environment.

A new setting is one line in ``Settings``. Its variable is ``MALECON_`` and its name, its option ``--`` and its name.
"""

import os
from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields
from pathlib import Path
from typing import Any

from malecon.core.errors import UsageError
from malecon.core.message import N_, Message
from malecon.core.site_address import Host, HostPattern, InvalidAddress, SiteAddress
from malecon.core.user_folder import NO_HOME, NoUserFolder, user_folder
from malecon.tables import StorageError
from malecon.tables.retention import RULES, Retention
from malecon.web.http.setting_types import (
    ADDRESS,
    DAYS,
    FLAG,
    FOLDER,
    HOSTS,
    LISTENING,
    NETWORKS,
    OPTIONAL_WHOLE,
    PORT,
    TEXT,
    WHOLE,
    Network,
    SettingType,
    one_of,
)

PREFIX = "MALECON_"
RETENTION_PREFIX = "keep_"
"""How the settings of retention begin."""


def setting(setting_type: SettingType, default: object, meaning: str, *, secret: bool = False) -> Any:
    """Return the field of a setting.

    Args:
        setting_type: of its value.
        default: the default.
        meaning: for people.
        secret: it is never shown, and no option: the arguments of a program can be read by all users of a machine.
    """
    metadata = {"type": setting_type, "meaning": meaning, "secret": secret}
    return field(default=default, repr=not secret, metadata=metadata)


def _retention_setting(rule: str) -> Any:
    """Return the setting of how many days something is kept: its default and its meaning are those of the rule."""
    return setting(DAYS, RULES[rule].days, RULES[rule].what)


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings. Each says its meaning, which ``malecon serve --help`` shows too."""

    folder: Path | None = setting(FOLDER, None, N_("Where the games are kept; by default a folder of yours."))  # noqa: RUF009  # it returns a field
    host: tuple[Host, ...] = setting(
        LISTENING,
        (Host("127.0.0.1"),),
        N_("Addresses to listen on, of IPv4 or IPv6; “all” are all of this machine."),
    )
    port: int = setting(PORT, 8000, N_("Port to listen on; 0 takes any free one."))
    database_url: str = setting(TEXT, "", N_("Address of a PostgreSQL database, in place of a file."), secret=True)
    secure: bool = setting(FLAG, False, N_("Whether people come by HTTPS; cookies then never travel without it."))
    address: SiteAddress | None = setting(  # noqa: RUF009  # it returns a field
        ADDRESS, None, N_("Address by which people come, also with a path; as https://club.example/games.")
    )
    smtp_url: str = setting(
        TEXT,
        "",
        N_("Mail server for notices, as smtps://name:password@mail.example:465; by default none."),
        secret=True,
    )
    mail_from: str = setting(TEXT, "", N_("Address from which notices are sent."))
    hosts: tuple[HostPattern, ...] = setting(
        HOSTS, (), N_("Names under which it answers; by default that of the address, or those of this machine.")
    )
    proxies: tuple[Network, ...] = setting(
        NETWORKS, (), N_("Networks of the proxies that may say from which address somebody comes.")
    )
    metrics: tuple[Network, ...] = setting(NETWORKS, (), N_("Networks that may read /metrics; by default nobody."))
    processes: int | None = setting(
        OPTIONAL_WHOLE, None, N_("Computer players that think at once; by default all cores but one.")
    )
    spare: str = setting(
        one_of("auto", "yes", "no"),
        "auto",
        N_("Whether one more computer player is kept ready, in 200 MB; auto: if there is 1 GB of memory."),
    )
    log_level: str = setting(one_of("debug", "info", "warning", "error"), "warning", N_("What is written to the log."))
    log_format: str = setting(
        one_of("text", "json"), "text", N_("How the log is written: for people, or for programs.")
    )
    limits: bool = setting(FLAG, True, N_("Whether what one person or address may do is limited."))
    crowd: int = setting(WHOLE, 5, N_("The limits of an address are those of one person, times this number."))
    processor: int = setting(
        WHOLE, 12_000, N_("Milliseconds of processor time that one person's requests may take in a minute.")
    )
    processor_per_address: int = setting(
        WHOLE, 30_000, N_("Milliseconds of processor time that the requests of one address may take in a minute.")
    )
    pages: int = setting(WHOLE, 240, N_("Pages for one person in a minute."))
    actions: int = setting(WHOLE, 240, N_("Moves and other actions of one person in a minute."))
    begins: int = setting(WHOLE, 10, N_("Tables that one person begins in a minute."))
    joins: int = setting(WHOLE, 20, N_("Seats that one person tries to take in a minute."))
    messages: int = setting(WHOLE, 20, N_("Messages of one person in a minute."))
    hints: int = setting(WHOLE, 20, N_("Hints for one person in a minute."))
    programs: int = setting(WHOLE, 1200, N_("Requests of one person's programs in a minute."))
    sign_ins: int = setting(WHOLE, 10, N_("Passwords that one person tries or sets in a minute."))
    handshakes: int = setting(WHOLE, 60, N_("Times that one person's pages connect in a minute."))
    static_files: int = setting(WHOLE, 1200, N_("Pictures, scripts and style sheets for one person in a minute."))
    not_found: int = setting(WHOLE, 60, N_("Requests of one person in a minute for pages that do not exist."))
    probes: int = setting(WHOLE, 120, N_("How often one machine may ask in a minute whether the server is well."))
    connections: int = setting(WHOLE, 2000, N_("Connections that are open at once, in all."))
    connections_per_address: int = setting(WHOLE, 200, N_("Connections that are open at once from one address."))
    header_seconds: int = setting(WHOLE, 10, N_("Seconds in which the head of a request must have come."))
    body_seconds: int = setting(WHOLE, 20, N_("Seconds in which the body of a request must have come."))
    idle_seconds: int = setting(WHOLE, 5, N_("Seconds after which a connection that asks for nothing more is closed."))
    sockets: int = setting(WHOLE, 20, N_("Tables that one person has open at once."))
    watchers: int = setting(WHOLE, 200, N_("Pages that are open at one table at once."))
    tables: int = setting(WHOLE, 100, N_("Unfinished tables at which one person sits."))
    tables_a_day: int = setting(WHOLE, 30, N_("Tables that one person begins in a day."))
    actions_a_day: int = setting(WHOLE, 5000, N_("Moves and other actions of one person in a day."))
    messages_a_day: int = setting(WHOLE, 200, N_("Messages of one person in a day."))
    newcomers_a_day: int = setting(WHOLE, 100, N_("New people from one address in a day."))
    uploads_a_day: int = setting(WHOLE, 2048, N_("KiB of saved games and own data from one address in a day."))
    keep_waiting: int = _retention_setting("waiting")
    keep_unmoved: int = _retention_setting("unmoved")
    keep_alone: int = _retention_setting("alone")
    keep_unfinished: int = _retention_setting("unfinished")
    keep_ended: int = _retention_setting("ended")
    keep_finished: int = _retention_setting("finished")
    keep_rated: int = _retention_setting("rated")
    keep_drafts: int = _retention_setting("drafts")
    keep_chat: int = _retention_setting("chat")
    keep_reports: int = _retention_setting("reports")
    keep_notices: int = _retention_setting("notices")
    keep_idle: int = _retention_setting("idle")
    keep_people: int = _retention_setting("people")
    keep_accounts: int = _retention_setting("accounts")
    keep_records: int = _retention_setting("records")
    keep_reviews: int = _retention_setting("reviews")

    @property
    def data_folder(self) -> Path:
        """The folder of the data: that of the setting, or else one of the user.

        Raises:
            StorageError: none is named, and the user has none.
        """
        if self.folder is not None:
            return self.folder
        try:
            return user_folder()
        except NoUserFolder:
            template = N_("{reason}. Name a folder for the games with --folder FOLDER or MALECON_FOLDER.")
            raise StorageError(template, reason=Message(NO_HOME)) from None

    @property
    def path(self) -> str:
        """The path of the site below its domain; empty without one."""
        return self.address.path if self.address else ""

    @property
    def retention(self) -> Retention:
        """How long things are kept."""
        return Retention({name: getattr(self, RETENTION_PREFIX + name, rule.days) for name, rule in RULES.items()})

    @classmethod
    def read(
        cls, given: Mapping[str, str | None] | None = None, environment: Mapping[str, str] = os.environ
    ) -> "Settings":
        """Return the settings that are ``given``, by name, and those of the environment for all others.

        Raises:
            UsageError: a value cannot be such; the sentence says what was expected.
        """
        values = {}
        for each in fields(cls):
            option, variable = (given or {}).get(each.name), environment.get(variable_of(each.name))
            if option is not None:
                values[each.name] = _read_value(option_of(each.name), option, each)
            elif variable:
                values[each.name] = _read_value(variable_of(each.name), variable, each)
        return cls(**values)


RETENTION_SETTINGS = tuple(each.name for each in fields(Settings) if each.name.startswith(RETENTION_PREFIX))
"""The settings that say how long things are kept."""


def _read_value(source: str, text: str, setting: "Field[object]") -> Any:
    """Return the value of a setting, read from a text.

    Raises:
        UsageError: it cannot be such.
    """
    setting_type, shown = setting.metadata["type"], "secret" if setting.metadata["secret"] else repr(text)
    try:
        return setting_type.read(text.strip())
    except ValueError as error:
        reason = f": {error}" if isinstance(error, InvalidAddress) else ""
        raise UsageError(f"{source}: is {shown}, but must be {setting_type.expected}{reason}") from None


def variable_of(name: str) -> str:
    """Return the variable of a setting.

    >>> variable_of("log_level")
    'MALECON_LOG_LEVEL'
    """
    return PREFIX + name.upper()


def option_of(name: str) -> str:
    """Return the option of a setting.

    >>> option_of("log_level")
    '--log-level'
    """
    return "--" + name.replace("_", "-")
