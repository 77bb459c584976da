#!/usr/bin/env python3
"""The language server, driven by a client over pipes: what it shows, and that nothing a client sends ends it.

usage: lsp_tests.py BUILD_DIRECTORY [CASE...]
"""
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

from client import PATIENCE, Client, uri, with_edits

ROOT = pathlib.Path(__file__).resolve().parents[2]
KASURI = pathlib.Path(sys.argv[1]).resolve() / "bin/kasuri"
MACHINE = "--machine=" + str(ROOT / "docs/obstacles/four-cores.json")
PAGES = ROOT / "docs/obstacles"
PARALLEL = "static double a[100000];\nvoid set(void) {\n  for (int i = 0; i < 100000; i++)\n    a[i] = i * 0.5;\n}\n"
CARRIED = PARALLEL.replace("= i * 0.5", "= i ? a[i - 1] + 1 : 0")


def kinds(diagnostics):
    return [(each["code"], each["range"]["start"]["line"] + 1) for each in diagnostics]


def write(folder, name, text):
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def test_shows_each_loop(folder):
    """Both ends of a dependence, the name and the page of the obstacle; a parallel loop is only a hint."""
    path = write(folder, "é a.c", CARRIED + PARALLEL.replace("set", "other").replace("static double a[100000];", ""))
    with Client(KASURI, MACHINE) as client:
        assert client.capabilities["hoverProvider"] and client.capabilities["textDocumentSync"]["change"] == 1
        client.open(path)
        carried, parallel = client.shown(path, 1)
        assert carried["severity"] == 3 and carried["source"] == "kasuri" and carried["code"] == "CarriedFlow"
        assert carried["range"] == {"start": {"line": 2, "character": 2}, "end": {"line": 2, "character": 5}}
        assert carried["codeDescription"]["href"] == uri(PAGES / "CarriedFlow.md")
        ends = [(each["location"]["uri"], each["location"]["range"]["start"]["line"], each["message"])
                for each in carried["relatedInformation"]]
        assert ends[0] == (uri(path), 3, "written here") and ends[1][2].startswith("read here"), ends
        assert parallel["severity"] == 4 and parallel["code"] == "Doall"


def test_hovers(folder):
    """The verdict, what helps, the estimate and the page; nothing beside loops."""
    path = write(folder, "a.c", CARRIED)
    with Client(KASURI, MACHINE) as client:
        client.open(path)
        client.shown(path, 1)
        text = client.hover(path, 3)
        assert "**loop stays sequential" in text and "[CarriedFlow]" in text and "help: " in text
        assert "about 100000 iterations take" in text and uri(PAGES / "CarriedFlow.md") in text
        assert client.hover(path, 1) is None and client.hover(path, 4000) is None


def test_follows_unsaved_text(folder):
    """The editor's text counts, not the file's; version by version."""
    path = write(folder, "a.c", "int broken = ;\n")
    with Client(KASURI, MACHINE) as client:
        client.open(path, PARALLEL)
        assert kinds(client.shown(path, 1)) == [("Doall", 3)]
        for version in range(2, 40):  # only the last one is of interest
            client.change(path, CARRIED + "\n" * version, version)
        assert kinds(client.shown(path, 39)) == [("CarriedFlow", 3)]
        client.change(path, "int broken = ;\n", 40)
        assert client.shown(path, 40) == []
        client.change(path, PARALLEL, 41)
        assert kinds(client.shown(path, 41)) == [("Doall", 3)]
        client.tell("textDocument/didClose", {"textDocument": {"uri": uri(path)}})
        assert client.shown(path, 41) == []
        assert client.hover(path, 3) is None


def test_takes_new_files(folder):
    """A file that is only in the editor is analyzed, also beside a database that does not list it."""
    path = folder / "new.c"
    with Client(KASURI, MACHINE) as client:
        client.open(path, PARALLEL)
        assert kinds(client.shown(path, 1)) == [("Doall", 3)]
        client.change(path, CARRIED, 2)
        assert kinds(client.shown(path, 2)) == [("CarriedFlow", 3)]
        write(folder, "compile_commands.json", "[]")
        client.change(path, PARALLEL, 3)
        assert kinds(client.shown(path, 3)) == [("Doall", 3)]
        assert not path.exists()


def test_applies_actions(folder):
    """Code actions make the loop parallel; promises say that they are some. Columns are units of UTF-16."""
    lines = (PAGES / "LiveOut.c").read_text().splitlines(keepends=True)
    text = "".join(lines).replace("      last = value", "      /* é𝄞 */ last = value")
    path = write(folder, "a.c", text)
    with Client(KASURI, MACHINE) as client:
        client.open(path)
        client.shown(path, 1)
        action, = client.offered(path, 11)
        assert action["kind"] == "quickfix" and action["isPreferred"] and action["diagnostics"][0]["code"] == "LiveOut"
        assert action["title"] == "Kasuri: use a local copy of 'last' in the loop"
        mended = with_edits(text, action["edit"]["changes"][uri(path)])
        assert "/* é𝄞 */ last_in_loop = value" in mended
        client.change(path, mended, 2)
        assert client.actions(path, 11) == []  # of a text that is not analyzed yet
        assert kinds(client.shown(path, 2)) == [("Doall", 12)]
        promise = write(folder, "b.c", (PAGES / "NonAffineSubscript.c").read_text())
        client.open(promise)
        client.shown(promise, 1)
        found = client.offered(promise, 14)
        assert len(found) == 2 and all(each["title"].startswith("Kasuri (a promise of yours): ") for each in found)
        mended = with_edits(promise.read_text(), found[0]["edit"]["changes"][uri(promise)])
        assert "#include <kasuri/annotations.h>\n" in mended and "  KASURI_DISTINCT(place)\n  for" in mended
        client.change(promise, mended, 2)
        assert ("Doall", 16) in kinds(client.shown(promise, 2))


def test_offers_what_helps(folder):
    """A fix-it that does not make its loop parallel is not offered: the text with it is analyzed first."""
    path = write(folder, "a.c", "double y[100000];\nvoid add(const int *where) {\n  for (int i = 0; i < 100000; i++)\n"
                 "    y[where[i]] += 1;\n}\n")
    with Client(KASURI, MACHINE) as client:
        client.open(path)
        client.shown(path, 1)
        only, = client.offered(path, 3)
        assert "KASURI_INDEPENDENT" in only["title"], only["title"]
        assert "KASURI_DISTINCT" not in client.hover(path, 3)


def test_takes_untitled_buffers(folder):
    """A buffer without a name is analyzed; what is said of it has its own address."""
    text = (PAGES / "LiveOut.c").read_text()
    for name in ("untitled:Untitled-1", "untitled:" + str(folder / "né w.c"), "untitled:../x"):
        with Client(KASURI, MACHINE, folder=folder) as client:
            client.open(name, text)
            found = client.shown(name, 1)
            assert ("LiveOut", 11) in kinds(found), found
            action, = client.offered(name, 11)
            client.change(name, with_edits(text, action["edit"]["changes"][name]), 2)
            assert ("Doall", 12) in kinds(client.shown(name, 2))
            client.open(name, CARRIED, 3)
            related = client.shown(name, 3)[0]["relatedInformation"]
            assert related and all(each["location"]["uri"] == name for each in related)
            client.tell("textDocument/didClose", {"textDocument": {"uri": name}})
            assert client.shown(name, 3) == []
    assert list(folder.iterdir()) == []


def test_reads_the_database(folder):
    """Flags and the other sources come from compile_commands.json in a folder above, or its build folder."""
    path = write(folder, "src/a.c", '#include "size.h"\ndouble next(double);\nstatic double a[SIZE];\nint main(void) {\n'
                 "  for (int i = 0; i < SIZE; i++)\n    a[i] = next(i);\n  return (int)a[7];\n}\n")
    write(folder, "include/size.h", "#define SIZE COUNT\n")
    other = write(folder, "src/b.c", "double next(double x) { return x * 2; }\n")
    write(folder, "src/c.c", "int main(void) { return 0; }\n")  # another program
    commands = [{"directory": str(folder), "file": f"src/{name}.c", "command": f"cc -Iinclude -DCOUNT=90000 -c src/{name}.c"}
                for name in "abc"]
    write(folder, "build/compile_commands.json", json.dumps(commands))
    with Client(KASURI, MACHINE) as client:
        client.open(path)
        assert kinds(client.shown(path, 1)) == [("Doall", 5)]
        client.open(other, "static int state;\ndouble next(double x) { return state = state * 7 + x; }\n")
        client.shown(other, 1)
        client.tell("textDocument/didSave", {"textDocument": {"uri": uri(path)}})
        assert kinds(client.shown(path, 1)) == [("ScalarCarried", 5)]


def test_takes_flags(folder):
    """Flags behind -- count where there is no database."""
    path = write(folder, "a.c", PARALLEL.replace("100000", "COUNT"))
    with Client(KASURI, MACHINE, "--", "-DCOUNT=100000") as client:
        client.open(path)
        assert kinds(client.shown(path, 1)) == [("Doall", 3)]


def test_takes_assumptions(folder):
    """What the build may assume counts in the editor; a word that means nothing is told at once."""
    path = write(folder, "a.c", "#include <assert.h>\nstatic double half(int i) { assert(i >= 0); return i / 2.0; }\n"
                 + PARALLEL.replace("i * 0.5", "half(i)") + "int main(void) { set(); return a[7] > 3; }\n")
    for options, kind in (((), "EarlyExit"), (("--assume=input,assertions", "--fp=fast"), "Doall")):
        with Client(KASURI, MACHINE, *options) as client:
            client.open(path)
            assert kinds(client.shown(path, 1)) == [(kind, 5)]
    for wrong in ("--assume=luck", "--assume=", "--fp=nearly"):
        done = subprocess.run([KASURI, "lsp", wrong], input=b"", capture_output=True)
        assert done.returncode == 2 and wrong.split("=")[1].encode() in done.stderr, done


def test_survives_analysis(folder):
    """An analysis that is killed, or takes too long, has no result, and the server goes on."""
    path = write(folder, "a.c", PARALLEL)
    with Client(KASURI, MACHINE, "--limit=0.000001") as client:
        client.open(path)
        assert client.shown(path, 1) == []
        assert client.hover(path, 3) is None
    slow = write(folder, "slow.c", "".join(f"int f{i}(int x) {{ return x ? f{i and i - 1}(x - 1) : {i}; }}\n" for i in range(20000)))
    with Client(KASURI, MACHINE) as client:
        client.open(slow)
        child, end = None, time.monotonic() + PATIENCE
        while child is None and time.monotonic() < end:
            children = pathlib.Path(f"/proc/{client.server.pid}/task").glob("*/children")
            child = next((word for each in children for word in each.read_text().split()), None)
        os.kill(int(child), signal.SIGKILL)
        assert client.shown(slow, 1) == []
        client.change(slow, PARALLEL, 2)
        assert kinds(client.shown(slow, 2)) == [("Doall", 3)]


def test_ends_as_asked(folder):
    """Status 0 after shutdown and exit, 1 after exit alone or when the client is gone; no child stays."""
    path = write(folder, "a.c", PARALLEL)
    with Client(KASURI) as client:
        client.open(path)
    assert client.status == 0
    for is_told in (True, False):
        client = Client(KASURI)
        client.__enter__()
        client.open(path)
        if is_told:
            client.tell("exit", None)
        client.server.stdin.close()
        assert client.server.wait(PATIENCE) == 1


def still_works(client, folder, version):
    path = write(folder, "works.c", PARALLEL)
    client.open(path, version=version)
    assert kinds(client.shown(path, version)) == [("Doall", 3)]


def test_takes_wrong_types(folder):
    """A request of the wrong form gets an error, a notification nothing; unknown methods are none."""
    with Client(KASURI, MACHINE) as client:
        for method in ("textDocument/hover", "textDocument/codeAction"):
            for params in (None, 7, [], {}, {"textDocument": 3}, {"textDocument": {"uri": "file:///a.c"}, "position": "here"},
                           {"textDocument": {"uri": "%%%"}, "position": {"line": -1, "character": 1e99}}):
                assert "error" in client.ask_whole(method, params), (method, params)
        assert client.ask_whole("no/such", {})["error"]["code"] == -32601
        for method in ("textDocument/didOpen", "textDocument/didChange", "textDocument/didClose", "no/such", "$/cancelRequest"):
            for params in (None, 7, [[]], {"textDocument": {"uri": "http://x/a.c", "version": "one"}}):
                client.tell(method, params)
        client.tell("textDocument/didChange", {"textDocument": {"uri": uri("/none.c"), "version": 2}, "contentChanges": []})
        client.tell("textDocument/didOpen", {"textDocument": {"uri": uri("/no/such/place.c"), "languageId": "c", "version": 1,
                                                              "text": PARALLEL}})
        still_works(client, folder, 5)
        position = {"line": 10**9, "character": 0}
        assert client.ask("textDocument/hover", {"textDocument": {"uri": uri(folder / "works.c")}, "position": position}) is None


def test_takes_broken_messages(folder):
    """Headers without a length, of a huge one, or of none; text that is no JSON, or no message."""
    with Client(KASURI, MACHINE) as client:
        for data in (b"\r\n\r\n", b"Content-Length: -5\r\n\r\n", b"Content-Length: 99999999999999999999999\r\n\r\n",
                     b"Content-Length: 4000000000\r\n\r\n", b"Content-Length: x\r\n\r\n", b"Content-Length 3\r\n\r\n",
                     b"Content-Length: 2\r\nContent-Type: a\r\n\r\n[]", b"Content-Length: 3\r\n\r\n\xff\xfe\x00",
                     b"Content-Length: 4\r\n\r\nnull",
                     *(b"Content-Length: %d\r\n\r\n" % len(each) + each for each in (
                         b'{"jsonrpc":"2.0","id":77,"result":1}', b'{"jsonrpc":"2.0","id":{},"method":7}',
                         b'{"id":1,"method":"shutdown"}')), b"Content-Length: 9\r\n\r\n" + b"[" * 9,
                     b"content-length: 17\n\n" + b'{"jsonrpc":"2.0"}', b"Content-Length: 0\r\n\r\n", b"z" * 100000 + b"\r\n\r\n"):
            client.send_bytes(data)
        still_works(client, folder, 3)
    deep = b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":' + b"[" * 100000 + b"]" * 100000 + b"}"
    for data in (b"Content-Length: 500\r\n\r\n{", b"Content-Le", b"", b"Content-Length: %d\r\n\r\n" % len(deep) + deep):
        client = Client(KASURI)
        client.send_bytes(data)
        client.server.stdin.close()
        assert client.server.wait(PATIENCE) == 1, data[:40]


def main():
    cases = [each for name, each in globals().items() if name.startswith("test_")]
    wanted = sys.argv[2:]
    failed = 0
    for case in cases:
        if wanted and case.__name__ not in wanted:
            continue
        with tempfile.TemporaryDirectory(prefix="kasuri lsp ") as folder:
            try:
                case(pathlib.Path(folder).resolve())
            except Exception as problem:  # a case that fails must not hide the others
                failed += 1
                print(f"FAIL {case.__name__}: {type(problem).__name__} {problem} at line {problem.__traceback__.tb_next.tb_lineno}")
    print(f"{failed} failed")
    sys.exit(failed > 0)


main()
