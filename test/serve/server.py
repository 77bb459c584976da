"""A running `kasuri serve` for tests, and a client that says exactly the bytes it is told to."""

import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import tempfile

PATIENCE = 120  # seconds, on a busy machine
MACHINE = pathlib.Path(__file__).resolve().parents[1] / "lit/Inputs/cores-4.json"  # the same plans on any host


class Server:
    """In a temporary folder of its own, so that what it leaves behind can be seen."""

    def __init__(self, build, *options, environment=()):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.temporary.name)
        self.process = subprocess.Popen(
            [build / "bin/kasuri", "serve", "--no-open", *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env={**os.environ, "TMPDIR": str(self.folder), "KASURI_HOST_MACHINE": str(MACHINE), **dict(environment)})
        line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/([0-9a-f]{32})/", line)
        if not found:
            raise RuntimeError(f"kasuri serve says: {line}{self.process.stderr.read()}")
        self.url, self.port, self.token = found[0], int(found[1]), found[2]

    def connect(self):
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return connection

    def say(self, data):
        """The bytes of the answer to these bytes."""
        with self.connect() as connection:
            connection.sendall(data)
            return receive_all(connection)

    def get(self, path="", method="GET", **headers):
        return self.say(self.head(method, path, headers))

    def head(self, method, path, headers):
        lines = {"Host": f"127.0.0.1:{self.port}", **{name.replace("_", "-"): value for name, value in headers.items()}}
        text = "".join(f"{name}: {value}\r\n" for name, value in lines.items() if value is not None)
        return f"{method} /{self.token}/{path} HTTP/1.1\r\n{text}\r\n".encode()

    def post(self, body, **headers):
        return self.say(self.posting(body, **headers))

    def posting(self, body, **headers):
        return self.head("POST", "analyze", {"Content-Type": "application/json", "Content-Length": str(len(body)), **headers}) + body

    def wish(self, source, flags="", page="test"):
        return self.posting(json.dumps({"page": page, "source": source, "flags": flags}).encode())

    def analyze(self, source, flags="", page="test"):
        answer = self.say(self.wish(source, flags, page))
        if status_of(answer) != 200:
            raise RuntimeError(answer.decode(errors="replace"))
        return json.loads(body_of(answer))

    def children(self):
        """The processes that the server has now."""
        folder = pathlib.Path(f"/proc/{self.process.pid}/task")
        return [int(word) for task in folder.iterdir() for word in (task / "children").read_text().split()]

    def left_behind(self):
        """Names of all files below the server's temporary folder."""
        return sorted(str(each.relative_to(self.folder)) for each in self.folder.rglob("*"))

    def stop(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        return self.process.wait(timeout=PATIENCE)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.stop()
        self.process.stdout.close()
        self.process.stderr.close()
        self.temporary.cleanup()


def receive_all(connection):
    data = b""
    while more := connection.recv(1 << 16):
        data += more
    return data


def status_of(answer):
    return int(answer.split(b" ", 2)[1]) if answer.startswith(b"HTTP/1.1 ") else 0


def headers_of(answer):
    lines = answer.split(b"\r\n\r\n", 1)[0].decode().split("\r\n")[1:]
    return dict(line.split(": ", 1) for line in lines)


def body_of(answer):
    return answer.split(b"\r\n\r\n", 1)[1]
