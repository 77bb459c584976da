"""Who is refused by `kasuri serve`, and how: requests without the token, of other pages, malformed, too large, too slow, too many.

usage: protocol_tests.py BUILD

The last line is `N passed, N failed`.
"""

import os
import pathlib
import pty
import random
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time

from server import PATIENCE, Server, body_of, headers_of, receive_all, status_of

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "report"))
from checks import Checks

LINES = "GET /{token}/ HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"


def page(checks, server):
    answer = server.get()
    headers = headers_of(answer)
    checks.same("the page: status", status_of(answer), 200)
    checks.same("the page: type", headers["Content-Type"], "text/html; charset=utf-8")
    checks.same("the page: length", int(headers["Content-Length"]), len(body_of(answer)))
    policy = headers["Content-Security-Policy"]
    for part in ("default-src 'none'", "script-src 'sha256-", "style-src 'sha256-", "connect-src 'self'",
                 "frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'", "require-trusted-types-for 'script'"):
        checks.check(f"the page: its policy has {part}", part in policy, policy)
    checks.check("the page: its policy allows nothing inline", "unsafe" not in policy, policy)
    checks.check("the page has no token", server.token.encode() not in body_of(answer))
    for each in (answer, server.get("nothing"), server.say(b"\r\n\r\n")):
        for name, value in (("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
                            ("Cache-Control", "no-store"), ("X-Frame-Options", "DENY"), ("Connection", "close"),
                            ("Cross-Origin-Resource-Policy", "same-origin"), ("Cross-Origin-Opener-Policy", "same-origin")):
            checks.same(f"{status_of(each)}: {name}", headers_of(each).get(name), value)
    checks.check("obstacles have pages", b"# CarriedFlow" in server.get("obstacles/CarriedFlow"))


def strangers(checks, server):
    port, token = server.port, server.token
    checks.same("by name of this machine", status_of(server.get(Host=f"localhost:{port}")), 200)
    checks.same("its own origin", status_of(server.get(Origin=f"http://127.0.0.1:{port}")), 200)
    checks.same("same origin, as browsers say it", status_of(server.get(Sec_Fetch_Site="same-origin")), 200)
    for host in ("evil.example", f"evil.example:{port}", "127.0.0.1", f"127.0.0.1:{port + 1}", f"[::1]:{port}",
                 f"127.0.0.1:{port}.evil.example", f"0.0.0.0:{port}", "", None):
        checks.same(f"host {host}", status_of(server.get(Host=host)), 403)
    for origin in ("http://evil.example", "null", f"https://127.0.0.1:{port}", f"http://127.0.0.1:{port + 1}",
                   f"http://localhost:{port}", "http://127.0.0.1", ""):
        checks.same(f"origin {origin}", status_of(server.get(Origin=origin)), 403)
        checks.same(f"posting from origin {origin}", status_of(server.post(b"{}", Origin=origin)), 403)
    for site in ("cross-site", "same-site", "odd"):
        checks.same(f"fetch site {site}", status_of(server.get(Sec_Fetch_Site=site)), 403)
    for path in ("", "/", token[:-1] + "/", token + "0/", token[::-1] + "/", token.upper() + "x/", "analyze", "%2e%2e/", f"/{token}/",
                 f"../{token}/", "obstacles/CarriedFlow"):
        answer = server.say(f"GET /{path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
        checks.same(f"path /{path}", status_of(answer), 403)
    for path in ("nothing", "obstacles/", "obstacles/../../LICENSE", "obstacles/%2e%2e", "obstacles/CarriedFlow.md", "?", "#"):
        checks.same(f"path of nothing: {path}", status_of(server.get(path)), 404)
    answer = server.say(f"GET /{token} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
    checks.same("the token without its slash", status_of(answer), 404)


def methods(checks, server):
    for method in ("POST", "PUT", "DELETE", "OPTIONS", "PATCH", "HEAD", "TRACE", "get"):
        answer = server.get(method=method)
        checks.same(f"{method} of the page", (status_of(answer), headers_of(answer).get("Allow")), (405, "GET"))
    for method in ("GET", "PUT", "OPTIONS"):
        answer = server.get("analyze", method=method)
        checks.same(f"{method} of an analysis", (status_of(answer), headers_of(answer).get("Allow")), (405, "POST"))
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/jsonp", "", None):
        checks.same(f"type {kind}", status_of(server.post(b"{}", Content_Type=kind)), 415)
    checks.same("no length", status_of(server.post(b"{}", Content_Length=None)), 411)
    for body in (b"", b"{", b"[]", b"1", b'"a"', b'{"source": 1}', b'{"file": "/etc/passwd"}', b"[" * 100000, b"\xff\xfe",
                 b'{"source": "int x;", "page": {}}'):
        checks.same(f"body {body[:20]}", status_of(server.post(body)), 400)


def malformed(checks, server):
    good = LINES.format(token=server.token, port=server.port)
    checks.same("what the rest differs from", status_of(server.say(good.encode() + b"\r\n")), 200)
    checks.same("HTTP/1.0", status_of(server.say(good.replace("1.1", "1.0", 1).encode() + b"\r\n")), 200)
    for name, text, status in (
            ("another version", good.replace("HTTP/1.1", "HTTP/2.0"), 505), ("no version", good.replace(" HTTP/1.1", ""), 400),
            ("another protocol", good.replace("HTTP/1.1", "SMTP"), 400), ("two spaces", good.replace(" HTTP", "  HTTP"), 400),
            ("an address", good.replace("GET /", f"GET http://127.0.0.1:{server.port}/"), 400),
            ("asterisk", good.replace(f"/{server.token}/", "*"), 400), ("two hosts", good + f"Host: 127.0.0.1:{server.port}\r\n", 400),
            ("a folded line", good + " more\r\n", 400), ("no colon", good + "Header\r\n", 400),
            ("a space before the colon", good + "Header : x\r\n", 400), ("no name", good + ": x\r\n", 400),
            ("a zero", good + "X: a\0b\r\n", 400), ("a lone CR", good + "X: a\rb\r\n", 400), ("a lone LF", good + "X: a\nY: b\r\n", 400),
            ("bytes above ASCII", good + "X: \xe4\r\n", 400), ("chunks", good + "Transfer-Encoding: chunked\r\n", 501),
            ("an expectation", good + "Expect: 100-continue\r\n", 417), ("a negative length", good + "Content-Length: -1\r\n", 400),
            ("a signed length", good + "Content-Length: +1\r\n", 400), ("two lengths", good + "Content-Length: 1\r\nContent-Length: 2\r\n", 400),
            ("a list of lengths", good + "Content-Length: 1, 1\r\n", 400), ("an empty length", good + "Content-Length:\r\n", 400),
            ("a length of 2^64", good + "Content-Length: 18446744073709551616\r\n", 413), ("a large body", good + "Content-Length: 1048577\r\n", 413),
            ("a long header", good + "X: " + "a" * 20000 + "\r\n", 431), ("many headers", good + "".join(f"X{i}: y\r\n" for i in range(3000)), 431),
            ("a long path", good.replace("/ HTTP", "/" + "a" * 20000 + " HTTP"), 431), ("TLS", "\x16\x03\x01\x02\x00\x01\r\n", 400)):
        checks.same(name, status_of(server.say(text.encode("latin-1") + b"\r\n")), status)
    checks.same("more than the body", status_of(server.say(server.wish("int x;") + b"GET / HTTP/1.1\r\n\r\n")), 400)
    noise = random.Random(1)
    for _ in range(200):
        text = bytearray(server.wish("int main(void) { }"))
        for _ in range(noise.randrange(1, 6)):
            text[noise.randrange(len(text) - 30)] = noise.randrange(256)
        with server.connect() as connection:
            connection.sendall(text)
            connection.shutdown(socket.SHUT_WR)
            receive_all(connection)
    checks.same("after 200 damaged requests it is there", status_of(server.get()), 200)


def slow(checks, server):
    with server.connect() as begun, server.connect() as silent, server.connect() as half:
        begun.sendall(b"GET /")
        half.sendall(server.wish("int x;")[:-3])
        for name, connection in (("a head that does not end", begun), ("silence", silent), ("a body that does not end", half)):
            checks.same(name, status_of(receive_all(connection)), 408)
    data = server.wish("int main(void) { return 0; }")
    with server.connect() as connection:
        for i in range(0, len(data), 40):
            connection.sendall(data[i:i + 40])
        checks.same("in small pieces", status_of(receive_all(connection)), 200)


def many(checks, server):
    crowd = [server.connect() for _ in range(200)]
    try:
        refused = server.get()
        checks.same("one of too many", status_of(refused), 503)
    finally:
        for each in crowd:
            each.close()
    end = time.monotonic() + PATIENCE
    while (found := status_of(server.get())) != 200 and time.monotonic() < end:
        time.sleep(0.1)
    checks.same("after the crowd", found, 200)
    for _ in range(300):
        server.connect().close()
    checks.same("after clients that leave at once", status_of(server.get()), 200)


def place(checks, build, server):
    listening = [line.split()[1:4:2] for table in pathlib.Path("/proc/net").glob("tcp*")
                 for line in table.read_text().splitlines()[1:] if line.split()[1].endswith(f":{server.port:04X}") and line.split()[3] == "0A"]
    checks.same("it listens on 127.0.0.1 alone", listening, [[f"0100007F:{server.port:04X}", "0A"]])
    taken = subprocess.run([build / "bin/kasuri", "serve", "--no-open", f"--port={server.port}"], capture_output=True, text=True, timeout=PATIENCE)
    checks.same("a port that is taken: status", taken.returncode, 1)
    checks.check("a port that is taken: message", "cannot listen on port" in taken.stderr, taken.stderr)
    with Server(build) as other:
        checks.check("each server has its own token", other.token != server.token)
    for option, status in (("--port=65536", 2), ("--port=x", 2), ("--time-limit=0", 2), ("--memory-limit=1", 2), ("--nothing", 2), ("a.c", 2)):
        found = subprocess.run([build / "bin/kasuri", "serve", "--no-open", option], capture_output=True, text=True, timeout=PATIENCE)
        checks.same(f"serve {option}", found.returncode, status)
    nowhere = subprocess.run([build / "bin/kasuri", "serve", "--no-open"], capture_output=True, text=True, timeout=PATIENCE,
                             env={**os.environ, "TMPDIR": "/dev/null/nowhere"})
    checks.same("no temporary folder", nowhere.returncode, 1)


def opening(checks, build):
    """On a terminal the browser is opened, with an address that works once: other users see the words of commands."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "xdg-open").write_text(f'#!/bin/sh\necho "$1" > {folder}/writing && mv {folder}/writing {folder}/address\n')
        (folder / "xdg-open").chmod(0o755)
        ours, theirs = pty.openpty()
        environment = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}", "TMPDIR": name}
        process = subprocess.Popen([build / "bin/kasuri", "serve"], stdout=theirs, env=environment)
        try:
            said = b""
            while b"Ctrl-C" not in said:
                said += os.read(ours, 1000)
            token = re.search(rb":\d+/(\w+)/", said)[1].decode()
            end = time.monotonic() + PATIENCE
            while not (folder / "address").exists() and time.monotonic() < end:
                time.sleep(0.02)
            address = (folder / "address").read_text().strip()
            port, ticket = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/([0-9a-f]{32})", address).groups()
            checks.check("the browser is not given the token", ticket != token)
            request = f"GET /{ticket} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode()
            first, second = (say(port, request) for _ in range(2))
            checks.same("its address leads to the page", (status_of(first), headers_of(first).get("Location")), (303, f"/{token}/"))
            checks.same("the second time it does not", status_of(second), 403)
        finally:
            process.terminate()
            checks.same("opened, it ends well", process.wait(timeout=PATIENCE), 0)
            os.close(ours)
            os.close(theirs)


def say(port, data):
    with socket.create_connection(("127.0.0.1", int(port)), timeout=PATIENCE) as connection:
        connection.sendall(data)
        return receive_all(connection)


def end(checks, build):
    for how in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        with Server(build) as server:
            checks.same(f"{how.name}: folders", len(server.left_behind()), 1)
            checks.same(f"{how.name}: ends well", server.stop(how), 0)
            checks.same(f"{how.name}: leaves nothing", server.left_behind(), [])


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    checks = Checks()
    with Server(build) as server:
        for part in (page, strangers, methods, malformed, slow, many):
            part(checks, server)
        place(checks, build, server)
        checks.same("it is there in the end", server.process.poll(), None)
    opening(checks, build)
    end(checks, build)
    return checks.end()


sys.exit(main())
