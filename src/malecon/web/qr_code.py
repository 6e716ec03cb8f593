"""QR codes of links, as SVG."""

from io import BytesIO

from markupsafe import Markup


def qr_code(link: str) -> Markup:
    """Return the QR code of a link, dark on white: an SVG element that can also be a file."""
    import segno  # 1 MB that few need

    file = BytesIO()
    code = segno.make(link, micro=False, error="m")
    code.save(file, kind="svg", xmldecl=False, nl=False, omitsize=True, border=4, light="#fff")
    return Markup(file.getvalue().decode())
