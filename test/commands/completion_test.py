#!/usr/bin/env python3
"""Shell completion: what bash and zsh (and fish, where it is) offer behind some beginnings of commands.

usage: completion_test.py BUILD_DIRECTORY
"""
import os
import pathlib
import pty
import re
import select
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

BUILD = pathlib.Path(sys.argv[1]).resolve()
SHARE = BUILD / "share"
PHASES = ["model", "analysis", "reorder", "graph", "cost", "plan", "emit"]

# What stands before the cursor, and what is offered for its last word. Files: a.c, "b c.c", sub/.
CASES = [
    ("kasuri --dump-", ["--dump-function="]),
    ("kasuri --pro", ["--profile=", "--profile-scale=", "--program="]),
    ("kasuri -Rkasuri-m", ["-Rkasuri-missed"]),
    ("kasuri --dump=", PHASES),
    ("kasuri --dump=an", ["analysis"]),
    ("kasuri --dump=model,pl", ["model,plan"]),
    ("kasuri a.c --mode=d", ["deadline"]),
    ("kasuri --fp=", ["exact", "fast", "reproducible"]),
    ("kasuri --machine=rasp", ["raspberry-pi-4", "raspberry-pi-5"]),
    ("kasuri --machine=a", ["apple-m1", "a.c"]),
    ("kasuri -o s", ["sub"]),
    ("kasuri -o a", []),
    ("kasuri --report=s", ["sub"]),
    ("kasuri s", ["serve", "simulate", "sub"]),
    ("kasuri rep", ["report"]),
    ("kasuri check --ba", ["--baseline="]),
    ("kasuri check --assume=", ["assertions", "exits", "input"]),
    ("kasuri check --mode=", ["deadline", "fastest"]),
    ("kasuri verify --assume=e", ["exits"]),
    ("kasuri verify --fp=", ["exact", "fast", "reproducible"]),
    ("kasuri lsp --assume=assertions,e", ["assertions,exits"]),
    ("kasuri a.c s", ["sub"]),
    ("kasuri b", ["b c.c"]),
    ("kasuri -- --du", []),
    ("kasuri simulate --ma", ["--machine="]),
    ("kasuri simulate --machine=odr", ["odroid-xu4"]),
    ("kasuri simulate --du", []),
    ("kasuri serve --no", ["--no-open"]),
    ("kasuri profile --ro", ["--rows="]),
    ("kasuri report --tr", ["--trace="]),
    ("kasuri-cc --assume=", ["assertions", "exits", "input"]),
    ("kasuri-cc --fp=", ["exact", "fast", "reproducible"]),
    ("kasuri-cc --kasuri-v", ["--kasuri-version"]),
    ("kasuri-cc --machine=rk", ["rk3399"]),
    ("kasuri-cc a", ["a.c"]),
    ("ks-noise f", ["ftq", "fwq"]),
    ("ks-noise fwq --work=d", ["daxpy"]),
    ("ks-noise detour --causes=c", ["counters"]),
    ("ks-trace --hi", ["--histogram"]),
    ("ks-probe --no-d", ["--no-dvfs"]),
    ("ks-exclusive --co", ["--count=", "--cores="]),
]


def split(line, breaks):
    """Readline's words: "--dump=an" is three of them where '=' breaks words."""
    words = line.split(" ")
    return [part for word in words for part in (re.findall(r"=|[^=]+", word) or [""])] if "=" in breaks else words


def ask_bash(line, breaks, folder):
    program = line.split()[0]
    words = split(line, breaks)
    script = (f"source {shlex.quote(str(SHARE / 'bash-completion/completions' / program))}\n"
              f"COMP_WORDBREAKS={shlex.quote(breaks)}\nCOMP_WORDS=({' '.join(shlex.quote(word) for word in words)})\n"
              f"COMP_CWORD={len(words) - 1}\n$(complete -p {program} | sed 's/.*-F \\([^ ]*\\) .*/\\1/')\n"
              "[ ${#COMPREPLY[@]} = 0 ] || printf '%s\\n' \"${COMPREPLY[@]}\"\n")
    done = subprocess.run(["bash", "-u", "-c", script], capture_output=True, text=True, check=True, cwd=folder)
    if done.stderr:
        sys.exit(f"completion: bash says {done.stderr}")
    return done.stdout.splitlines()


def check_bash(folder):
    for line, offered in CASES:
        for breaks in (" \t\n\"'><=;|&(:", " \t\n"):
            seen = ask_bash(line, breaks, folder)
            before = line.split(" ")[-1]
            wanted = offered
            if "=" not in breaks and "=" in before:  # readline replaces the whole word
                wanted = [before.split("=")[0] + "=" + each for each in offered]
            if sorted(seen) != sorted(wanted):
                sys.exit(f"completion: bash offers {seen} for '{line}', not {wanted} (words broken at {breaks!r})")


class Zsh:
    """An interactive zsh in a terminal of its own, which knows nothing but our completions."""

    def __init__(self, folder):
        process, self.terminal = pty.fork()
        if process == 0:
            os.chdir(folder)
            os.execvpe("zsh", ["zsh", "-f", "-i"], dict(os.environ, TERM="xterm", COLUMNS="200", ZDOTDIR=str(folder)))
        self.process = process
        self.send(f"PS1='READY> '; fpath=({shlex.quote(str(SHARE / 'zsh/site-functions'))} $fpath); autoload -Uz compinit\n")
        self.send("compinit -D -u; unsetopt list_ambiguous auto_menu; stty cols 200; LISTMAX=10000; echo IS-UP\n", "IS-UP\r")

    def send(self, text, end=None, seconds=20):
        os.write(self.terminal, text.encode())
        seen, last = "", time.monotonic() + (seconds if end else 0.2)
        while time.monotonic() < last and not (end and end in seen):
            if select.select([self.terminal], [], [], 0.1)[0]:
                seen += os.read(self.terminal, 65536).decode(errors="replace")
        return seen

    def complete(self, line, wanted):
        """What is shown behind the line and a tab, until all that is wanted is."""
        os.write(self.terminal, (line + "\t").encode())
        seen, last = "", time.monotonic() + 10
        while time.monotonic() < last and not all(word in seen for word in wanted):
            if select.select([self.terminal], [], [], 0.1)[0]:
                seen += os.read(self.terminal, 65536).decode(errors="replace")
                seen = re.sub(r"\x1b\[[\d;?]*[A-Za-z]|\x1b[=>]|[\r\0]", "", seen)
        self.send("\x15")
        return seen


def check_zsh(folder):
    zsh = Zsh(folder)
    for line, offered in CASES:
        if not offered or line == "kasuri b":  # a blank is shown with a backslash
            continue
        whole = line.rpartition(" ")[2]
        prefix = whole[:whole.rfind("=") + 1]
        wanted = [prefix + offered[0]] if len(offered) == 1 else [re.sub(".*,", "", each).rstrip("=") for each in offered]
        seen = zsh.complete(line, wanted)
        missing = [word for word in wanted if word not in seen]
        if missing:
            sys.exit(f"completion: zsh does not offer {missing} for '{line}': {seen!r}")
    os.close(zsh.terminal)
    os.waitpid(zsh.process, 0)


def check_fish(folder):
    for line, offered in CASES:
        if "-- " in line or line.startswith("kasuri-cc a") or not offered or line == "kasuri b":
            continue
        program = line.split()[0]
        script = f"source {shlex.quote(str(SHARE / f'fish/vendor_completions.d/{program}.fish'))}; complete -C {shlex.quote(line)}"
        done = subprocess.run(["fish", "--no-config", "-c", script], capture_output=True, text=True, check=True, cwd=folder)
        before = line.rpartition(" ")[2]
        prefix = before[:before.find("=") + 1]
        seen = [each.split("\t")[0].rstrip("/") for each in done.stdout.splitlines()]
        missing = [each for each in offered if (prefix + each).rstrip("=") not in {word.rstrip("=") for word in seen}]
        if missing:
            sys.exit(f"completion: fish does not offer {missing} for '{line}': {seen}")


def main():
    os.environ["PATH"] = f"{BUILD / 'bin'}:{os.environ['PATH']}"
    shells = 1
    with tempfile.TemporaryDirectory() as folder:
        for name in ("a.c", "b c.c"):
            (pathlib.Path(folder) / name).write_text("")
        (pathlib.Path(folder) / "sub").mkdir()
        check_bash(folder)
        for shell, check in (("zsh", check_zsh), ("fish", check_fish)):
            if shutil.which(shell) is None:
                print(f"left out: {shell} is not installed")
                continue
            check(folder)
            shells += 1
    print(f"completion: {shells} passed, 0 failed")


main()
