"""What a browser is called in a list, by what it says of itself."""

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
"""By what a browser says of itself, what people call it; the first that fits."""


def browser_name(says: str) -> str:
    """Return what a browser is called that ``says`` such a thing of itself; empty if we do not know it.

    >>> browser_name("Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0"), browser_name("curl/8.9")
    ('Firefox, Android', '')
    """
    names = (next((name for sign, name in signs.items() if sign in says), "") for signs in (BROWSERS, SYSTEMS))
    return ", ".join(filter(None, names))
