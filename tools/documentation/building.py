"""The building of the site by Sphinx, from its sources."""

import subprocess
import sys
from pathlib import Path

SPHINX = (sys.executable, "-m", "sphinx", "--quiet", "--fail-on-warning", "--keep-going")


def build(sources: Path, site: Path) -> bool:
    """Build the site from its sources, and tell whether it has no fault, such as a broken link."""
    doctrees = sources.with_name("doctrees")
    return subprocess.run((*SPHINX, "--doctree-dir", doctrees, sources, site)).returncode == 0
