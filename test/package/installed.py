"""What is installed below a prefix works: kasuri, kasuri-cc, the tools, pkg-config, find_package; for package_test and deb_test."""
import os
import pathlib
import re
import shlex
import subprocess
import sys

PROJECT = pathlib.Path(__file__).resolve().parent / "project"
RESULT = "a sum: 49950000 of {} bytes\n"
PROGRAM = """\
#include <stddef.h>
#include <stdio.h>
#include "step.h"
static double a[300000];
int main(void) {
  size_t i;
  double sum = 0;
  for (i = 0; i < 300000; i++)
    a[i] = STEP * (double)i * (double)(i % 7);
  for (i = 0; i < 300000; i++)
    sum += a[i];
  printf("%.1f\\n", sum);
  return 0;
}
"""


def run(*command, fails=False, **variables):
    words = [str(word) for word in command]
    done = subprocess.run(words, capture_output=True, text=True, timeout=900, env=dict(os.environ, **variables))
    if (done.returncode != 0) != fails:
        sys.exit(f"{' '.join(words)}: status {done.returncode}\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return done.stdout + done.stderr


def expect(is_right, what):
    if not is_right:
        sys.exit(f"failed: {what}")


def check_programs(work, names, variables):
    expected = run(work / "sequential")
    for name in names:
        for workers in "12":
            said = run(work / name, KASURI_CORES=workers, KASURI_ADAPT="0", **variables)
            expect(said == expected, f"{name} on {workers} workers: {said}, not {expected}")


def emit(work, prefix):
    """kasuri makes the program parallel, and its own command compiles it."""
    log = run(prefix / "bin/kasuri", "-v", "-Rkasuri", "--machine=x86-vm-2", "--min-gain=0", work / "src/program.c", "-o", work / "out",
              "--", "-O2")
    expect("remark: loop runs in parallel" in log, f"a parallel loop in {log}")
    command = re.search(r"compile with: (.*)", log)
    expect(command, f"the command that compiles in {log}")
    run(*shlex.split(command.group(1)), "-o", work / "by-command")


def check_pkg_config(work, variables):
    """Emitted code with the shared runtime, and with the static one."""
    def flags(*options):
        return shlex.split(run("pkg-config", *options, "--cflags", "--libs", "kasuri", **variables))

    compile_emitted = ["cc", "-O2", "-iquote", work / "src", work / "out/program.c"]
    run(*compile_emitted, *flags(), "-o", work / "by-pkg-config")
    expect("libkasuri.so." in run("readelf", "-d", work / "by-pkg-config"), "by pkg-config the runtime is the shared one")
    run(*compile_emitted, "-static", *flags("--static"), "-o", work / "by-static-pkg-config")


def check_tools(work, prefix):
    for tool in ("kasuri", "kasuri-cc", "ks-probe", "ks-noise", "ks-trace", "ks-exclusive"):
        said = run(prefix / "bin" / tool, "--kasuri-version" if tool == "kasuri-cc" else "--version")
        expect(re.match(rf"{tool} \d+\.\d+\.\d+", said), f"{tool} --version: {said}")
    run(prefix / "bin/ks-probe", "-q", "--no-measure", "-o", work / "board.json")
    run(prefix / "bin/kasuri", f"--machine={work / 'board.json'}", work / "src/program.c", "-o", work / "for-board")


def check_sampler(work, prefix):
    """kasuri profile finds the library that it loads into programs where perf may not sample."""
    (work / "busy.c").write_text("""int main(void) {
  volatile unsigned sum = 0;
  for (unsigned i = 0; i < 100000000; i++)
    sum = sum + i;
  return 0;
}
""")
    run("cc", "-O1", "-g", work / "busy.c", "-o", work / "busy")
    (work / "no-perf").mkdir()
    (work / "no-perf/perf").write_text("#!/bin/sh\nexit 1\n")
    (work / "no-perf/perf").chmod(0o755)
    said = run(prefix / "bin/kasuri", "profile", "--", work / "busy", PATH=f"{work / 'no-perf'}:{os.environ['PATH']}")
    expect("by a timer in it" in said and "main@busy.c:3" in said, f"the samples of a timer: {said}")


def check_installed(work, prefix, lib):
    """`lib`: where libkasuri.so and pkgconfig/ are; None: where the system looks."""
    (work / "src").mkdir(parents=True)
    (work / "src/program.c").write_text(PROGRAM)
    (work / "src/step.h").write_text("#define STEP 0.5\n")
    run("cc", "-O2", work / "src/program.c", "-o", work / "sequential")
    emit(work, prefix)
    check_pkg_config(work, {"PKG_CONFIG_PATH": f"{lib}/pkgconfig"} if lib else {})
    said = run(prefix / "bin/kasuri-cc", "-O2", "-Rkasuri", "--machine=x86-vm-2", work / "src/program.c", "-o", work / "by-kasuri-cc")
    expect("warning" not in said, f"no warning in {said}")
    check_programs(work, ("by-command", "by-pkg-config", "by-static-pkg-config", "by-kasuri-cc"),
                   {"LD_LIBRARY_PATH": str(lib)} if lib else {})
    check_tools(work, prefix)
    check_sampler(work, prefix)


def build_project(source, folder, package, triple, machine):
    toolchain = [f"--toolchain={package}/toolchains/{triple}.cmake"] if triple else []
    run("cmake", "-S", source, "-B", folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", f"-DKasuri_DIR={package}",
        f"-DMACHINE={machine}", *toolchain)
    return run("cmake", "--build", folder, "--verbose")


def check_project(work, package, triple=""):
    """With the CMake package in the folder: the program runs in parallel, and is made anew when a header changes."""
    machine = {"arm-linux-gnueabihf": "odroid-xu4"}.get(triple, "raspberry-pi-4" if triple else "x86-vm-2")
    word_bytes = 4 if triple.startswith("arm-") else 8
    source, folder = work / "source", work / "made"
    run("cp", "-r", PROJECT, source)
    log = build_project(source, folder, package, triple, machine)
    expect("fill.c:8:3: remark: loop runs in parallel" in log, "a parallel loop")
    expect("warning:" not in log, f"no warning in {log}")
    emulator = []
    if triple:
        cache = (folder / "CMakeCache.txt").read_text()
        found = [line.split("=", 1)[1] for line in cache.splitlines() if line.startswith("KASURI_EMULATOR:")]
        expect(found and "NOTFOUND" not in found[0], f"an emulator for {triple}")
        emulator = [found[0], "-L", f"/usr/{triple}"]
    expect("#pragma omp" in (folder / "openmp_example.kasuri/parts/fill.c").read_text(), "a loop in OpenMP")
    for program in ("example", "shared_example", "openmp_example"):
        for workers in "12":
            said = run(*emulator, folder / program, KASURI_CORES=workers, KASURI_SHARE="0", OMP_NUM_THREADS=workers)
            expect(said == RESULT.format(word_bytes), f"{program} on {workers} workers: {said}")
    expect("ninja: no work to do" in run("cmake", "--build", folder), "nothing to do the second time")
    header = source / "include/fill.h"
    header.write_text(header.read_text() + "\n")
    expect("Making example parallel" in run("cmake", "--build", folder), "translation after a change of a header")
