"""Links to pages of the site, which may lie at a path below a domain.

In the program a page is named by its path in the site, as ``/rules/x``. Wherever such a path leaves it, the path of the
site stands before it: in templates as ``{{ root }}``, in Python by ``href``. A process serves one site.
"""

_ROOT = [""]


def root() -> str:
    """Return the path of the site, percent-encoded; empty if it has its domain for itself."""
    return _ROOT[0]


def set_root(path: str) -> None:
    """Set the path of the site."""
    _ROOT[0] = path


def href(path: str) -> str:
    """Return the link to a page.

    >>> href("/rules/cuba")
    '/rules/cuba'
    """
    return f"{_ROOT[0]}{path}"
