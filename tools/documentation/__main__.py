"""``PYTHONPATH=tools python -m documentation FOLDER``: build the site, and fail for a broken link."""

import sys
import tempfile
from pathlib import Path

from documentation.building import build
from documentation.sources import write_sources

site = Path(sys.argv[1])
with tempfile.TemporaryDirectory() as folder:
    sources = Path(folder) / "docs"
    write_sources(sources)
    if not build(sources, site):
        sys.exit("The site has the faults that stand above.")
print(f"Open {site}/index.html")
