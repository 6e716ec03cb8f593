"""A language model at the table: evaluates a model of any OpenAI-compatible server, or a stand-in.

    python examples/language_model.py havana
    python examples/language_model.py cuba --address http://127.0.0.1:11434/v1 --model llama3.2 --results llama.json

Without an address a stand-in answers, from a server of its own on this machine: it names the first legal move that it
reads in the prompt, with some prose, and plays so poorly that it loses to *easy*. With a file of results each block is
kept when it is over, and the same command goes on with those that are missing.
"""

import argparse
import json
import re
import threading
from contextlib import contextmanager, nullcontext
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from malecon.research import ChatModel, TextAgent, evaluate

FIRST = re.compile(r"# Your legal moves\n- (.*?)(?::|\n)")
LETTERS_A_TOKEN = 4


class StandIn(BaseHTTPRequestHandler):
    """Answers a request like a server of a language model."""

    def do_POST(self):
        """Name the first legal move."""
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        prompt = asked["messages"][-1]["content"]
        found = FIRST.search(prompt)
        text = "I am here."
        if found:
            text = f'I do not look far ahead, so I take the first move.\n```json\n{{"move": "{found[1]}"}}\n```'
        tokens = {"prompt_tokens": len(prompt) // LETTERS_A_TOKEN, "completion_tokens": len(text) // LETTERS_A_TOKEN}
        choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
        body = json.dumps({"model": asked["model"], "choices": [choice], "usage": tokens}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *words):
        """Say nothing."""


@contextmanager
def serving():
    """Yield the address of the stand-in's server."""
    with ThreadingHTTPServer(("127.0.0.1", 0), StandIn) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/v1"
        finally:
            server.shutdown()


def main(arguments=None):
    """Evaluate a language model, and print the result."""
    parser = argparse.ArgumentParser(description="Evaluate a language model.")
    parser.add_argument("game", choices=["havana", "cuba"])
    parser.add_argument("--address", help="of a server, before /chat/completions; without it a stand-in answers")
    parser.add_argument("--model", default="stand-in", help="name of the model at the server")
    parser.add_argument("--against", default="easy")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--blocks", type=int, default=1)
    parser.add_argument("--results", help="file of results")
    chosen = parser.parse_args(arguments)
    with nullcontext(chosen.address) if chosen.address else serving() as address:
        model = ChatModel(address, chosen.model)
        model("Are you there?")  # else every move would be drawn
        agent = TextAgent(model, name=chosen.model)
        settings = {"seats": chosen.seats, "against": chosen.against, "results": chosen.results, "resume": True}
        for blocks in range(1, chosen.blocks + 1) if chosen.results else [chosen.blocks]:
            print(evaluate(agent, chosen.game, blocks=blocks, **settings), flush=True)


if __name__ == "__main__":
    main()
