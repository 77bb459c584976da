"""What is installed below a prefix works: kasuri, kasuri-cc, the tools, pkg-config; for package_test and deb_test."""
import os
import re
import shlex
import subprocess
import sys

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
    done = subprocess.run(words, capture_output=True, text=True, timeout=300, env=dict(os.environ, **variables))
    if (done.returncode != 0) != fails:
        sys.exit(f"{' '.join(words)}: status {done.returncode}\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return done.stdout + done.stderr


def expect(is_right, what):
    if not is_right:
        sys.exit(f"failed: {what}")


def check_programs(work, enter, names):
    expected = run(*enter, work / "sequential")
    for name in names:
        for workers in "12":
            said = run(*enter, "env", f"KASURI_CORES={workers}", "KASURI_ADAPT=0", work / name)
            expect(said == expected, f"{name} on {workers} workers: {said}, not {expected}")


def emit(work, enter, prefix):
    """kasuri makes the program parallel, and its own command compiles it."""
    log = run(*enter, prefix / "bin/kasuri", "-v", "-Rkasuri", "--machine=x86-vm-2", "--min-gain=0", work / "src/program.c", "-o",
              work / "out", "--", "-O2")
    expect("remark: loop runs in parallel" in log, f"a parallel loop in {log}")
    command = re.search(r"compile with: (.*)", log)
    expect(command, f"the command that compiles in {log}")
    run(*enter, *shlex.split(command.group(1)), "-o", work / "by-command")


def check_pkg_config(work, enter, search):
    """Emitted code with the shared runtime, and with the static one."""
    def flags(*options):
        return shlex.split(run(*enter, "env", *search, "pkg-config", *options, "--cflags", "--libs", "kasuri"))

    compile_emitted = ["cc", "-O2", "-iquote", work / "src", work / "out/program.c"]
    run(*enter, *compile_emitted, *flags(), "-o", work / "by-pkg-config")
    needed = run(*enter, "readelf", "-d", work / "by-pkg-config")
    expect("libkasuri.so." in needed, "by pkg-config the runtime is the shared one")
    run(*enter, *compile_emitted, "-static", *flags("--static"), "-o", work / "by-static-pkg-config")


def check_tools(work, enter, prefix):
    for tool in ("kasuri", "kasuri-cc", "ks-probe", "ks-noise", "ks-trace", "ks-exclusive"):
        said = run(*enter, prefix / "bin" / tool, "--kasuri-version" if tool == "kasuri-cc" else "--version")
        expect(re.match(rf"{tool} \d+\.\d+\.\d+", said), f"{tool} --version: {said}")
    run(*enter, prefix / "bin/ks-probe", "-q", "--no-measure", "-o", work / "board.json")
    run(*enter, prefix / "bin/kasuri", f"--machine={work / 'board.json'}", work / "src/program.c", "-o", work / "for-board")


def check_installed(work, enter, prefix, pc_folder="lib/pkgconfig"):
    """`enter`: the words in front of a command that run it where `prefix` and `work` are, as chroot does."""
    (work / "src").mkdir(parents=True)
    (work / "src/program.c").write_text(PROGRAM)
    (work / "src/step.h").write_text("#define STEP 0.5\n")
    run(*enter, "cc", "-O2", work / "src/program.c", "-o", work / "sequential")
    emit(work, enter, prefix)
    check_pkg_config(work, enter, [f"PKG_CONFIG_PATH={prefix / pc_folder}"])
    said = run(*enter, prefix / "bin/kasuri-cc", "-O2", "-Rkasuri", "--machine=x86-vm-2", work / "src/program.c", "-o",
               work / "by-kasuri-cc")
    expect("warning" not in said, f"no warning in {said}")
    check_programs(work, [*enter, "env", f"LD_LIBRARY_PATH={prefix / pc_folder}/.."],
                   ("by-command", "by-pkg-config", "by-static-pkg-config", "by-kasuri-cc"))
    check_tools(work, enter, prefix)
