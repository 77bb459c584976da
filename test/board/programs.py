"""The programs that the board runs: compiled here for AArch64 (and the encoder for ARMv7), linked statically.

What the encoder must write there is what the sequential program, compiled for this machine, writes here. Fused
multiplications and additions would round otherwise than this machine does, so there are none (-ffp-contract=off).
"""
import os
import pathlib
import shutil
import subprocess
import sys

import placed

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
ENCODER = ROOT / "samples/aac-encoder"
BOARD_FILE = HERE / "board.json"
FLAGS = ["-std=gnu11", "-O2", "-Wall", "-Wextra", "-Werror"]
EXACT = ["-std=c11", "-O3", "-ffp-contract=off"]
SECONDS = {"short": "0.5", "long": "3"}  # of sound
DEADLINE = "60ms@encode_frame"
TARGETS = {"aarch64": "aarch64-linux-gnu-gcc", "arm": "arm-linux-gnueabihf-gcc"}


class Broken(Exception):
    """A program could not be made: the command and what it said."""


def run(*words, **options):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, **options)
    if done.returncode:
        raise Broken(f"{' '.join(map(str, words))}: {done.stderr[-2000:]}")
    return done.stdout


class Programs:
    """In `folder`, which is what boards get; what else is needed to make them is in `work`."""

    def __init__(self, build, work):
        self.build, self.work, self.folder = build, work, work / "files"
        self.folder.mkdir(parents=True)

    def compiler(self, target):
        cached = ["ccache"] if shutil.which("ccache") else []
        return [*cached, TARGETS[target]]

    def runtime(self, target):
        """The runtime's objects, compiled when they are first asked for."""
        place = self.work / f"runtime-{target}"
        if not place.exists():
            place.mkdir()
            sources = "\n".join(map(str, sorted((ROOT / "runtime").glob("*/*.c"))))
            run("xargs", "-P", "2", "-n", "6", *self.compiler(target), *FLAGS, "-I", ROOT / "include", "-c", cwd=place,
                input=sources)
        return sorted(place.glob("*.o"))

    def compile(self, name, *sources, target="aarch64", flags=FLAGS, includes=()):
        run(*self.compiler(target), *flags, "-static", "-I", ROOT / "include", *includes, *sources, *self.runtime(target), "-lm",
            "-pthread", "-o", self.folder / name)

    def sources(self, name):
        """Where kasuri writes what the encoder of that name is made of."""
        return self.work / f"{name}-parallel"

    def make_encoder(self, name, *options, target="aarch64"):
        """Parallel, as planned with these options."""
        out = self.sources(name)
        triple = TARGETS[target].removesuffix("-gcc")
        run(self.build / "bin/kasuri", f"--target={triple}", *sorted(ENCODER.glob("*.c")), "-o", out, "--cores=4", *options, "--",
            "-O3")
        self.compile(name, *sorted(out.glob("*.c")), target=target, flags=EXACT, includes=["-iquote", ENCODER])

    def make_sound(self):
        """NAME.wav, and NAME.aac as the sequential encoder makes it here."""
        sequential = self.work / "sequential"
        run("cc", *EXACT, *ENCODER.glob("*.c"), "-lm", "-o", sequential)
        for name, seconds in SECONDS.items():
            wav = self.folder / f"{name}.wav"
            run(sys.executable, ENCODER / "make-audio", wav, seconds)
            run(sequential, wav, wav.with_suffix(".aac"))

    def make_encoders(self):
        self.make_sound()
        self.make_encoder("encoder", f"--machine={BOARD_FILE}")
        self.make_encoder("encoder_deadline", f"--machine={BOARD_FILE}", "--mode=deadline", f"--deadline={DEADLINE}")
        if shutil.which(TARGETS["arm"]):
            self.make_encoder("encoder_arm", f"--machine={BOARD_FILE}", target="arm")

    def make_placed(self):
        """A layer whose rows all name levels, on both kinds of cores."""
        out = self.sources("placed")
        run(self.build / "bin/kasuri", f"--target={TARGETS['aarch64'].removesuffix('-gcc')}", HERE / "placed.c", "-o", out,
            "--cores=4", f"--machine={BOARD_FILE}", "--", "-O2")
        made = out / "placed.c"
        made.write_text(placed.put_levels(made.read_text()))
        self.compile("placed", made, HERE / "bind.c")

    def make_paced(self):
        """A function that has time: code between its layers has a level, too."""
        out = self.sources("paced")
        run(self.build / "bin/kasuri", f"--target={TARGETS['aarch64'].removesuffix('-gcc')}", HERE / "paced.c", "-o", out,
            "--cores=4", f"--machine={BOARD_FILE}", "--mode=deadline", "--deadline=1s@frame", "--", "-O2")
        self.compile("paced", out / "paced.c")

    def make_tools(self):
        tools = ROOT / "runtime/tools"
        common = sorted((tools / "common").glob("*.c"))
        for name in ("ks-noise", "ks-probe", "ks-exclusive"):
            self.compile(name, *sorted((tools / name).glob("*.c")), *common)
        for name in ("levels_program", "exclusive_team_test", "quota_test"):
            self.compile(name, ROOT / f"test/runtime/{name}.c")

    def make_all(self):
        self.make_encoders()
        self.make_tools()
        self.make_placed()
        self.make_paced()
        self.copy_checks()

    def copy_checks(self):
        for each in [*(HERE / "checks").glob("*.sh"), *(ROOT / "test/runtime").glob("*_system.sh"),
                     ROOT / "test/runtime/system_check.sh", HERE / "board.clocks"]:
            shutil.copy(each, self.folder)


def problem_with_compilers(build):
    if shutil.which(TARGETS["aarch64"]) is None:
        return f"no {TARGETS['aarch64']} (scripts/setup --boards)"
    if not os.access(build / "bin/kasuri", os.X_OK):
        return f"no {build / 'bin/kasuri'}"
    return None
