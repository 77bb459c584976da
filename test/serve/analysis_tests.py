"""What an analysis of `kasuri serve` may do: it answers, reads no file of the user, and ends with its time, memory or client.

usage: analysis_tests.py BUILD

The last line is `N passed, N failed`.
"""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

from server import PATIENCE, Server, body_of, receive_all, status_of

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "report"))
from checks import Checks

GOOD = """enum { N = 1000000 };
double a[N], b[N];
int main(void) {
  for (int i = 0; i < N; i++)
    a[i] = b[i] * 2;
  for (int i = 1; i < N; i++)
    b[i] = b[i - 1] * a[i];
}
"""
SECRET = "tell_nobody_4711"
# Takes longer than any limit here, and little memory: each line doubles what is expanded.
ENDLESS = "#define A0 +1\n" + "".join(f"#define A{i} A{i - 1} A{i - 1}\n" for i in range(1, 60)) + "#if A59\n#endif\nint x;\n"
LARGE = "#define A0 1,1,1,1,\n" + "".join(f"#define A{i} A{i - 1} A{i - 1}\n" for i in range(1, 40)) + "int x[] = { A39 };\n"


def texts(result):
    return [each["text"] for each in result["messages"]]


def answers(checks, server):
    result = server.analyze(GOOD, "-O3 --cores=4")
    checks.same("status", result["status"], 0)
    first = result["messages"][0]
    checks.same("a remark has its place", (first["line"], first["column"], first["severity"]), (4, 3, "remark"))
    checks.check("a remark has its text", first["text"].startswith("loop runs in parallel") and first["text"].endswith("[Doall]"), first)
    checks.check("notes follow", any(each["severity"] == "note" and each["line"] == 7 for each in result["messages"]), result["messages"])
    checks.same("the closing line", result["messages"][-1]["severity"], "summary")
    checks.same("the report is one", result["report"]["format"], "kasuri-report")
    checks.same("schedules for the cores asked for", [table["workers"] for table in result["report"]["layers"][0]["tables"]], [2, 3, 4])
    checks.check("the parallel program names its source", '#line 4 "playground.c"' in result["parallel"])
    many = server.analyze(GOOD)["report"]["layers"][0]["tables"]
    checks.same("without --cores there are schedules for 16", many[-1]["workers"], 16)
    checks.check("OpenMP", "#pragma omp" in server.analyze(GOOD, "--emit=openmp")["parallel"])
    checks.same("a macro of the options", server.analyze("int x = VALUE;", "-DVALUE=3")["status"], 0)
    wrong = server.analyze("int main(void) {\n  return y;\n}\n")
    checks.same("an error: status", (wrong["status"], wrong["report"], wrong["parallel"]), (1, None, None))
    checks.same("an error: place", [(each["line"], each["column"], each["severity"]) for each in wrong["messages"]][:1], [(2, 10, "error")])
    checks.same("an empty source", server.analyze("")["status"], 0)
    checks.same("text of other alphabets", server.analyze("// \u7d63 \U0001f9f5\nint x;\n")["status"], 0)
    checks.same("of no answer anything is left", [each for each in server.left_behind() if "/" in each], [])


def options(checks, server):
    for flags in ("-include /etc/passwd", "-include/etc/passwd", "@/etc/passwd", "-I/etc", "-I /etc", "-isystem /etc", "-iquote.",
                  "-imacros x", "-fplugin=/tmp/x.so", "-Xclang -load", "-mllvm --help", "-mllvm=-x", "-B/tmp", "--sysroot=/", "-o /tmp/x",
                  "-o/tmp/x", "--report=/tmp/x", "--claims=/tmp/x", "--profile=/etc/passwd", "--machine=/etc/passwd", "-p /", "-DX=a(b)",
                  "-DX='a b'", "-Wp,-MD,/tmp/x", "-MD", "-save-temps", "-x assembler", "-", "/etc/passwd", "a.c", "--", "-- -include x",
                  "-std=c++20", "-march=../x", "--cores=4 --dump=plan", "-O3\n-include", "-specs=x", "-wrapper x", "--emit=c", "--cores=99999",
                  "--assume=luck", "--assume=input,", "--assume="):
        result = server.analyze("int x;", flags)
        checks.check(f"option {flags!r} is refused", result["status"] == 1 and result["report"] is None, result)
    checks.check("a refused option is named", "'-I/etc'" in texts(server.analyze("int x;", "-I/etc"))[0])
    wrong = server.analyze("int x;", "--cores=0")
    checks.check("a wrong value has its message", any("--cores must be" in each for each in texts(wrong)), wrong)
    unknown = server.analyze("int x;", "-march=foo")
    checks.check("an error of Clang without a place is shown", any("unknown target CPU" in each for each in texts(unknown)), unknown)
    checks.same("options of all kinds", server.analyze(GOOD, "-O2 -std=gnu17 -march=native -mno-avx2 --min-gain=1.5 --fp=fast "
                                                       "--dispatch=static --no-reorder --mode=fastest -DA -DB=1 --assume=assertions,exits,input")["status"], 0)


def sources(checks, server, secret):
    """Each would show the secret, or tell that the file is there, if it were let."""
    for source in (f'#include "{secret}"', f"#include <{secret}>", f'  #  include "{secret}"', f'%:include "{secret}"', f'/**/#/**/include "{secret}"',
                   f'#inc\\\nlude "{secret}"', f'??=include "{secret}"', f'#include \\\n"{secret}"', f'#define F "{secret}"\n#include F',
                   "#include <../../etc/passwd>", "#include <..//etc/passwd>", "#include </etc/passwd>", "#include <sys/../../etc/passwd>",
                   f'#include_next "{secret}"', f'#import "{secret}"', f'char x[] = {{\n#embed "{secret}"\n}};', f'#line 1 "{secret}"', f'# 1 "{secret}" 1',
                   f'#if __has_include("{secret}")\n#endif', f'#if __has_embed("{secret}")\n#endif', f'#pragma GCC dependency "{secret}"',
                   f'#pragma GCC pch_preprocess "{secret}"', f'#pragma include_alias("a.h", "{secret}")', f'_Pragma("GCC dependency \\"{secret}\\"")',
                   f'_Pragma("GCC dependency <{secret}>")', f'_Pragma(L"omp simd")', '_Pragma("omp??/nGCC dependency")', '#define P(x) _Pragma(x)',
                   f'#define a {str(secret)[1:]}\n#define HAS __has_include(<a>)\n#if HAS\n#endif', '#define I(x) x\n#if I(__has_include(<a>))\n#endif',
                   f'#if __has_include(<{secret}>)\n#endif', f'#if __has_include(<a.h>) && __has_include("{secret}")\n#endif',
                   f'#ifdef __has_include\n#if __has_embed("{secret}")\n#endif\n#endif', '#if __has_embed(<stdio.h>)\n#endif',
                   '#if __has_include(<stdio.h>) \\\n && 1\n#endif', '#if __has_include(<../a>)\n#endif',
                   f'#\\u0069nclude "{secret}"', f'#pragma clang module import x', f'#if 0\n#include "{secret}"\n#endif', '#include "playground.c"',
                   f'char *s = R"a("/*)a";\n#include "{secret}"\n// */', f"int x = 1'0'/*';\n#include \"{secret}\"\n// */", f'int x;\r#include "{secret}"',
                   f'// ??/\n\n#include "{secret}"', f'#ident "x"\n#include "{secret}"', "int x;\0\n", "#unassert x", f'#warning \\\n\n#include "{secret}"'):
        result = server.analyze(source)
        checks.check(f"source {source!r} is refused", result["status"] == 1 and result["report"] is None, result)
        checks.check(f"source {source!r} tells nothing", SECRET not in json.dumps(result), result)
    for source in ("#include <stdio.h> // for printf\n#include <sys/types.h> /* also */\n#  include\t<math.h>\nint x;", "#pragma omp parallel\nint x;",
                   '#if defined(__has_include) && __has_include(<omp.h>)\n#endif\nint x;', '#if !__has_include(<no/such.h>)\nint x;\n#endif',
                   '#ifdef __has_embed\n#endif\nint x;', '#ifndef __has_include\n#endif\nint x;',
                   'void f(int *a) {\n  _Pragma("GCC ivdep")\n  for (int i = 0; i < 9; i++)\n    a[i] = i;\n}',
                   '#define EACH _Pragma("omp simd") for\nvoid f(int *a) {\n  EACH (int i = 0; i < 9; i++)\n    a[i] = i;\n}',
                   '#ifdef A\n#elif B\n#else\n#endif\nchar *s = "#include \\"x\\"";\nint x;', '// #include "x"\n/*\n#include "y"\n*/\nint x;'):
        result = server.analyze(source)
        checks.same(f"source {source!r} is taken", result["status"], 0)
    checks.same("Kasuri's own headers are taken", server.analyze("#include <kasuri/annotations.h>\nint x;")["status"], 0)
    place = server.analyze('int x;\n\n  #include "x"\n')["messages"][0]
    checks.same("a refused source: place", (place["line"], place["column"], place["severity"]), (3, 3, "error"))


def walls(checks, build, secret):
    """The second wall by itself: what a process of an analysis can read if a source got that far."""
    own = secret.parent / "own"
    own.mkdir()
    (own / "file").write_text("")
    probe = build / "bin/confined_cat"
    for path, status in ((secret, 1), ("/etc/passwd", 1), (pathlib.Path.home(), 1), ("/proc/self/environ", 1), ("/usr/include/stdio.h", 0), (own / "file", 0)):
        found = subprocess.run([probe, own, path], capture_output=True, text=True, timeout=PATIENCE)
        if found.returncode == 77:
            print("second wall: left out, the kernel has no Landlock")
            return
        checks.same(f"the second wall: {path}", found.returncode, status)
        checks.check(f"the second wall tells nothing of {path}", SECRET not in found.stdout)


def limits(checks, build):
    with Server(build, "--time-limit=2") as server:
        result = server.analyze(ENDLESS)
        checks.check("an endless analysis is ended", texts(result)[-1] == "the analysis took longer than 2 s", result)
        checks.same("an endless analysis has no report", result["report"], None)
        checks.same("after it the next one is made", server.analyze(GOOD)["status"], 0)
        checks.same("no process is left", server.children(), [])
    with Server(build, "--time-limit=60", "--memory-limit=512") as server:
        result = server.analyze(LARGE)
        checks.check("an analysis that needs too much memory is ended", result["status"] != 0 and result["report"] is None, result)
        checks.same("after it the next one is made", server.analyze(GOOD)["status"], 0)
        deep = server.analyze("int x = " + "(" * 90000 + "1" + ")" * 90000 + ";")
        checks.check("deep nesting has an answer", deep["status"] in (0, 1), deep)
        checks.same("the server is there", status_of(server.get()), 200)


def wait_for(checks, name, holds):
    end = time.monotonic() + PATIENCE
    while not holds() and time.monotonic() < end:
        time.sleep(0.02)
    checks.check(name, holds())


def clients(checks, build):
    with Server(build, "--time-limit=600") as server:
        gone = server.connect()
        gone.sendall(server.wish(ENDLESS))
        wait_for(checks, "an analysis runs", lambda: len(server.children()) == 1)
        gone.close()
        wait_for(checks, "it ends when its client goes", lambda: not server.children())
        wait_for(checks, "its folder goes, too", lambda: len(server.left_behind()) == 1)
        with server.connect() as older, server.connect() as other:
            older.sendall(server.wish(ENDLESS, page="same"))
            wait_for(checks, "the older one runs", lambda: len(server.children()) == 1)
            other.sendall(server.wish("int x;", page="other"))
            answer = server.say(server.wish("int y;", page="same"))
            checks.same("a newer one of the same page is answered", (status_of(answer), json.loads(body_of(answer))["status"]), (200, 0))
            checks.same("the older one is told", status_of(receive_all(older)), 409)
            checks.same("the one of another page is answered", status_of(receive_all(other)), 200)
        crowd = [server.connect() for _ in range(8)]
        for i, each in enumerate(crowd):
            each.sendall(server.wish(GOOD, page=str(i)))
        checks.same("eight at once are all answered", [json.loads(body_of(receive_all(each)))["status"] for each in crowd], [0] * 8)
        for each in crowd:
            each.close()
        running = server.connect()
        running.sendall(server.wish(ENDLESS))
        wait_for(checks, "one runs in the end", lambda: len(server.children()) == 1)
        child = pathlib.Path(f"/proc/{server.children()[0]}")
        server.stop()
        wait_for(checks, "it ends with the server", lambda: not child.exists())
        checks.same("the server leaves nothing", server.left_behind(), [])
        running.close()


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    checks = Checks()
    folder = pathlib.Path(tempfile.mkdtemp(dir=pathlib.Path.home()))
    try:
        secret = folder / "secret.h"
        secret.write_text(f"int {SECRET} = ;\n")
        with Server(build) as server:
            answers(checks, server)
            options(checks, server)
            sources(checks, server, secret)
        walls(checks, build, secret)
    finally:
        shutil.rmtree(folder)
    limits(checks, build)
    clients(checks, build)
    return checks.end()


sys.exit(main())
