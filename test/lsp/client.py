"""A client of the language server protocol over pipes, as an editor is one."""
import json
import pathlib
import queue
import subprocess
import threading
import time
import urllib.parse

PATIENCE = 300  # seconds; far more than anything takes, and no test depends on how long it is


class Client:
    """Starts the server; use it in a `with` statement, which shuts it down."""

    def __init__(self, kasuri, *options, folder=None):
        self.server = subprocess.Popen([kasuri, "lsp", *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                       stderr=subprocess.DEVNULL, cwd=folder)
        self.replies, self.diagnostics = {}, queue.Queue()
        self.arrived = threading.Condition()
        self.last = 0
        threading.Thread(target=self.receive, daemon=True).start()

    def __enter__(self):
        self.capabilities = self.ask("initialize", {"processId": None, "rootUri": None, "capabilities": {}})["capabilities"]
        self.tell("initialized", {})
        return self

    def __exit__(self, *_):
        if self.server.poll() is None:
            self.ask("shutdown", None)
            self.tell("exit", None)
        self.status = self.server.wait(PATIENCE)

    def receive(self):
        stream = self.server.stdout
        while line := stream.readline():
            length = 0
            while line.strip():
                name, value = line.decode().split(":")
                length = int(value) if name.lower() == "content-length" else length
                line = stream.readline()
            message = json.loads(stream.read(length))
            if message.get("method") == "textDocument/publishDiagnostics":
                self.diagnostics.put(message["params"])
            elif "id" in message:
                with self.arrived:
                    self.replies[message["id"]] = message
                    self.arrived.notify_all()
        with self.arrived:
            self.replies["end"] = True
            self.arrived.notify_all()

    def send(self, message):
        text = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.send_bytes(b"Content-Length: %d\r\n\r\n" % len(text) + text)

    def send_bytes(self, data):
        self.server.stdin.write(data)
        self.server.stdin.flush()

    def tell(self, method, params):
        self.send({"method": method, "params": params})

    def ask_whole(self, method, params):
        """The whole reply, which may be an error."""
        self.last += 1
        self.send({"id": self.last, "method": method, "params": params})
        with self.arrived:
            assert self.arrived.wait_for(lambda: self.last in self.replies or "end" in self.replies, PATIENCE), method
            return self.replies.pop(self.last)

    def ask(self, method, params):
        reply = self.ask_whole(method, params)
        assert "error" not in reply, reply
        return reply["result"]

    def open(self, path, text=None, version=1):
        text = pathlib.Path(path).read_text() if text is None else text
        self.tell("textDocument/didOpen",
                  {"textDocument": {"uri": uri(path), "languageId": "c", "version": version, "text": text}})

    def change(self, path, text, version):
        self.tell("textDocument/didChange",
                  {"textDocument": {"uri": uri(path), "version": version}, "contentChanges": [{"text": text}]})

    def shown(self, path, version):
        """The diagnostics of this version; those of others are skipped."""
        while True:
            found = self.diagnostics.get(timeout=PATIENCE)
            if found["uri"] == uri(path) and found["version"] == version:
                return found["diagnostics"]

    def hover(self, path, line):
        """Lines count from 1, as in tests and compilers."""
        found = self.ask("textDocument/hover", {"textDocument": {"uri": uri(path)},
                                                "position": {"line": line - 1, "character": 2}})
        return found and found["contents"]["value"]

    def offered(self, path, line):
        """The actions, when there are some: they come after the diagnostics."""
        end = time.monotonic() + PATIENCE
        while not (found := self.actions(path, line)):
            assert time.monotonic() < end, "no action is offered"
            time.sleep(0.05)
        return found

    def actions(self, path, line):
        place = {"line": line - 1, "character": 0}
        return self.ask("textDocument/codeAction", {"textDocument": {"uri": uri(path)}, "context": {"diagnostics": []},
                                                    "range": {"start": place, "end": place}})


def uri(path):
    if str(path).startswith("untitled:"):
        return path
    return "file://" + urllib.parse.quote(str(path))


def offset_of(text, position):
    """Of a position in units of UTF-16."""
    lines = text.splitlines(keepends=True) + [""]
    before = "".join(lines[:position["line"]])
    units = lines[position["line"]].encode("utf-16-le")[:2 * position["character"]]
    return len(before) + len(units.decode("utf-16-le"))


def with_edits(text, edits):
    """As an editor applies them: all places are those of the text before; insertions at one place keep their order."""
    numbered = [(offset_of(text, each["range"]["start"]), i, offset_of(text, each["range"]["end"]), each["newText"])
                for i, each in enumerate(edits)]
    for begin, _, end, new in sorted(numbered, reverse=True):
        text = text[:begin] + new + text[end:]
    return text
