"""Types of columns whose texts are read as they are shown."""

from sqlalchemy import String, Text, TypeDecorator

from malecon.core.plain_text import readable_name, readable_remark


class Name(TypeDecorator[str]):
    """What somebody is called. An earlier version stored signs that nobody sees: they are not read."""

    impl = String(40)
    cache_ok = True

    def process_result_value(self, value: str | None, dialect: object) -> str | None:
        """Return the name as it is shown."""
        return value and readable_name(value)


class Remark(TypeDecorator[str]):
    """Something said. An earlier version stored control characters: they are not read."""

    impl = Text
    cache_ok = True

    def process_result_value(self, value: str | None, dialect: object) -> str | None:
        """Return the text as it is shown."""
        return value and readable_remark(value)
