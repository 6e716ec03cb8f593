"""Install PufferLib into this environment, with some of its games in C, for tests and benchmarks beside ours.

    python bench/install_pufferlib.py

PufferLib 3.0 has no wheel, and building it asks for PyTorch with CUDA, and downloads the WebAssembly form of raylib and
Box2D. Environments need none of that: they are Python, and one C file each, which is compiled here with the compiler
that Python was built for. What is downloaded is checked against its hash; the folder ``resources``, pictures of games,
is left out.
"""

import hashlib
import os
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import urllib.request
from pathlib import Path

import numpy as np

URL = "https://files.pythonhosted.org/packages/7c/e1/5292f9b69c6263707b40ba04a87e6b9bcc177281d31092f77afd90c412f1/pufferlib-3.0.0.tar.gz"
SHA256 = "7df3a3e3f5f894d78d2a1f5374097890aec01473183e748abefe4f3faa10eaa9"
NEEDED = ("gym==0.26.2", "psutil")
"""What its environments import, beside Gymnasium and NumPy."""
GAMES = ("connect4", "go", "breakout")
FLAGS = ("-shared", "-fPIC", "-O2", "-flto", "-fwrapv", "-DPLATFORM_DESKTOP", "-w")
"""Those of its own setup.py; without its warnings."""
RAYLIB = "raylib-5.5_linux_amd64"


def download() -> bytes:
    """Return the source distribution; end the program if it is another one."""
    with urllib.request.urlopen(URL, timeout=120) as answer:
        data: bytes = answer.read()
    if hashlib.sha256(data).hexdigest() != SHA256:
        sys.exit(f"install_pufferlib: {URL} is not the file that it was")
    return data


def compile_game(source: Path, name: str) -> None:
    """Compile the C file of a game beside its Python file."""
    folder = source / "pufferlib" / "ocean" / name
    includes = [sysconfig.get_paths()["include"], np.get_include(), source / RAYLIB / "include", folder]
    libraries = [source / RAYLIB / "lib" / "libraylib.a", "-lm", "-lpthread", "-ldl"]
    binding = folder / f"binding{sysconfig.get_config_var('EXT_SUFFIX')}"
    compiler = os.environ.get("CC", "gcc")
    flags = [*FLAGS, *(f"-I{each}" for each in includes)]
    command = [*map(str, (compiler, *flags, folder / "binding.c", *libraries, "-o", binding))]
    subprocess.run(command, check=True)


def install(target: Path) -> None:
    """Put the package into a folder of packages."""
    with tempfile.TemporaryDirectory() as folder:
        packed = Path(folder) / "pufferlib.tar.gz"
        packed.write_bytes(download())
        with tarfile.open(packed) as archive:
            archive.extractall(folder, filter="data")
        source = next(Path(folder).glob("pufferlib-*/"))
        for name in GAMES:
            compile_game(source, name)
        for path in source.glob("pufferlib/**/*"):
            if path.suffix in (".py", ".so") and "resources" not in path.parts:
                copy = target / path.relative_to(source)
                copy.parent.mkdir(parents=True, exist_ok=True)
                copy.write_bytes(path.read_bytes())


if __name__ == "__main__":
    try:
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *NEEDED]
        subprocess.run(pip, check=True)
        install(Path(sysconfig.get_paths()["purelib"]))
    except (OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"install_pufferlib: {error}")
