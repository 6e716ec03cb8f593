"""Tools of the folder ``bench`` that no other test runs."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import msgspec
import pytest

from patience import PATIENCE_S
from web.browsing import until

SERVER = Path(__file__).parent.parent / "bench/breakdown_server.py"


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGUSR1"), reason="Windows has no such signal")
def test_a_server_says_what_each_of_its_layers_computes(tmp_path: Path) -> None:
    file = tmp_path / "layers.json"
    command = [sys.executable, str(SERVER), str(file), "serve", "--port", "0", "--folder", str(tmp_path / "data")]
    environment = os.environ | {"MALECON_JIT": "0", "MALECON_LIMITS": "no"}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout
            (address,) = re.findall(r"http://\S+/", server.stdout.readline())
            with httpx.Client(base_url=address, headers={"Origin": address.rstrip("/")}, timeout=PATIENCE_S) as client:
                begun = client.post("/new/havana", data={"seat-1": "me", "seat-2": "person"})
                assert client.get(f"{begun.headers['location']}/frame").status_code == 200
            server.send_signal(signal.SIGUSR1)
            until(lambda: file.exists() and file.stat().st_size > 0)
        finally:
            server.terminate()

    layers = msgspec.json.decode(file.read_bytes(), type=dict[str, float])
    assert {"rendering", "storage", "http", "rest"} <= set(layers)
    assert min(layers.values()) >= 0
    assert layers["rendering"] > 0
    assert layers["storage"] > 0
