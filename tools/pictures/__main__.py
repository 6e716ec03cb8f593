"""``PYTHONPATH=tools python -m pictures``: draw the pictures of the games, and the start page, into their files."""

from pictures import cuba, havana

for file, text in (havana.files() | cuba.files()).items():
    file.write_text(text, "utf-8")
