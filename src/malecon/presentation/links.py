"""Links to pages of the site, which may lie at a path below a domain.

In the program a page is named by its path in the site, as ``/rules/x``. Wherever such a path leaves it, the path of the
site stands before it: in templates ``{{ root }}``, in Python ``href``. A process serves one site.
"""


class Root:
    """The path of the site, percent-encoded; empty if the site has its domain for itself."""

    __slots__ = ("path",)

    def __init__(self) -> None:
        self.path = ""

    def __html__(self) -> str:
        """Return it for a template; it has no sign that would have to be escaped."""
        return self.path


ROOT = Root()
"""That of the site of this process."""


def href(path: str) -> str:
    """Return the link to a page.

    >>> href("/rules/cuba")
    '/rules/cuba'
    """
    return f"{ROOT.path}{path}"
