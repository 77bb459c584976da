#!/usr/bin/env python3
"""The sampler of `kasuri profile` in a program for another processor: it finds the functions that take the time, with their
callers, also through the C library, signed return addresses, frames of variable size and a stack of another thread.

usage: sampler_test.py COMPILER [EMULATOR...]

EMULATOR runs a program of COMPILER, with its libraries: qemu-aarch64 -L /usr/aarch64-linux-gnu; without one the program is
this machine's. The file of samples (runtime/tools/sampler/samples.h) is made and read here.
"""
import collections
import os
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SAMPLER = ROOT / "runtime/tools/sampler"
HEAD = struct.Struct("<6Q")  # struct sampler_head
FORMAT, FILE_BYTES = 1, 32 << 20
SAMPLE, MODULE = 1, 2
PROGRAM = """\
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static volatile unsigned sink;

__attribute__((noinline)) static void burn(unsigned n) {
  unsigned sum = sink;
  for (unsigned i = 0; i < n; i++)
    sum = sum * 7 + (i ^ sum >> 3);
  sink = sum;
}

/* Its frame has another size each time. */
__attribute__((noinline)) static unsigned descend(int depth) {
  volatile unsigned values[depth + 1];
  values[depth] = sink;
  if (depth == 0)
    burn(60000000);
  else
    values[0] = descend(depth - 1);
  return values[depth];
}

static int compare(const void *a, const void *b) {
  burn(400);
  return *(const int *)a < *(const int *)b ? -1 : *(const int *)a > *(const int *)b;
}

__attribute__((noinline)) static void sort(void) {
  static int numbers[10000];
  for (int i = 0; i < 10000; i++)
    numbers[i] = rand();
  qsort(numbers, 10000, sizeof numbers[0], compare);
}

static void *work(void *unused) {
  burn(60000000);
  return unused;
}

int main(void) {
  pthread_t thread;
  printf("%u\\n", descend(6) & 1);
  sort();
  if (pthread_create(&thread, NULL, work, NULL) != 0)
    return 1;
  return pthread_join(thread, NULL);
}
"""


def read_samples(path):
    """[(weight, [(module, address)])] and {module: file}."""
    data = path.read_bytes()
    format_of, used, _, lost, _, processes = HEAD.unpack_from(data)
    assert format_of == FORMAT and lost == 0 and processes == 1, (format_of, lost, processes)
    words = struct.unpack(f"<{used // 8}Q", data[:used // 8 * 8])
    samples, modules, at = [], {}, HEAD.size // 8
    while at < len(words):
        first = words[at]
        at += 1
        count = first >> 24 & 0xffff
        if first >> 48 != 0xfffe or count == 0 or count > len(words) - at:
            continue
        rest = words[at:at + count]
        at += count
        kind, number = first >> 40 & 0xff, first & 0xffffff
        if kind == SAMPLE:
            samples.append((number, [(each >> 48, each & 0xffffffffffff) for each in rest]))
        elif kind == MODULE:
            modules[number] = struct.pack(f"<{count}Q", *rest).split(b"\0")[0].decode()
    return samples, modules


class Symbols:
    def __init__(self, tool, program):
        told = subprocess.run([tool, "-S", "--defined-only", program], check=True, capture_output=True, text=True).stdout
        self.functions = [(int(begin, 16), int(begin, 16) + int(size, 16), name)
                          for begin, size, name in re.findall(r"^(\w+) (\w+) [tT] (\S+)$", told, re.MULTILINE)]

    def name(self, address):
        return next((name for begin, end, name in self.functions if begin <= address < end), "?")


def callers(program, samples, modules, symbols):
    """Weights by the functions of the program on the stack, outermost last; other files are `lib`, once for frames in a row."""
    weights = collections.Counter()
    for weight, frames in samples:
        names = []
        for i, (module, address) in enumerate(frames):
            # A return address may be behind its function's end.
            name = symbols.name(address - (i > 0)) if os.path.basename(modules.get(module, "")) == program.name else "lib"
            if name != "lib" or names[-1:] != ["lib"]:
                names.append(name)
        weights[" ".join(names)] += weight
    return weights


def check(work, compiler, emulator, flags):
    library, program, path = work / "sampler.so", work / "busy", work / "samples"
    compile_all = [compiler, "-std=gnu11", "-Wall", "-Wextra", "-Werror", *flags]
    subprocess.run([*compile_all, "-O2", "-shared", "-fPIC", "-fvisibility=hidden", "-ftls-model=initial-exec",
                    *sorted(SAMPLER.glob("*.c")), "-o", library, "-pthread"], check=True)
    (work / "busy.c").write_text(PROGRAM)
    subprocess.run([*compile_all, "-O2", "-fno-optimize-sibling-calls", "-fno-inline", work / "busy.c", "-o", program, "-pthread"], check=True)
    path.write_bytes(HEAD.pack(FORMAT, HEAD.size, FILE_BYTES, 0, 0, 0) + bytes(FILE_BYTES - HEAD.size))
    variables = {"LD_PRELOAD": library, "KASURI_SAMPLES": path}
    given = [word for name, value in variables.items() for word in ("-E", f"{name}={value}")] if emulator else []
    subprocess.run([*emulator, *given, program], check=True, stdout=subprocess.DEVNULL, timeout=300,
                   env=os.environ if emulator else {**os.environ, **{name: str(value) for name, value in variables.items()}})
    samples, modules = read_samples(path)
    weights = callers(program, samples, modules, Symbols(compiler.removesuffix("gcc") + "nm", program))
    total = sum(weights.values())
    print(f"{' '.join(flags) or 'plain'}: {total} samples")
    for stack, least in ((r"burn( descend){7} main( lib|$).*", 0.15), (r"burn compare lib sort main( lib|$).*", 0.1),
                         (r"burn work( lib( \?)?)?", 0.15)):
        share = sum(weight for names, weight in weights.items() if re.fullmatch(stack, names)) / max(1, total)
        if share < least:
            sys.exit(f"{stack}: {share:.2f} of the samples, not {least}; there are {weights.most_common(12)}")


def main():
    compiler, emulator = sys.argv[1], sys.argv[2:]
    protections = [[], ["-mbranch-protection=standard"]] if "aarch64" in compiler else [[]]
    for flags in protections:
        with tempfile.TemporaryDirectory() as work:
            check(pathlib.Path(work), compiler, emulator, flags)
    print(f"{len(protections)} passed, 0 failed")


main()
