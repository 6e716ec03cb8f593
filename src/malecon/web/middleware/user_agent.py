"""Names of browsers and systems, from the ``User-Agent`` header."""

BROWSERS = {
    "Edg": "Edge",
    "OPR": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "Chrome": "Chrome",
    "CriOS": "Chrome",
    "Safari": "Safari",
}
SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "CrOS": "ChromeOS",
    "Windows": "Windows",
    "Macintosh": "Mac",
    "Linux": "Linux",
}
"""Names by a word of the header; the first that fits."""


def browser_name(user_agent: str) -> str:
    """Return the name of a browser and its system; empty if neither is known.

    >>> browser_name("Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0"), browser_name("curl/8.9")
    ('Firefox, Android', '')
    """
    names = (next((name for sign, name in signs.items() if sign in user_agent), "") for signs in (BROWSERS, SYSTEMS))
    return ", ".join(filter(None, names))
