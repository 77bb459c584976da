#!/usr/bin/env python3
"""The MPEG-2 decoder, end to end: what it makes of streams that encoder/ writes is compared
with lists/, whose frames conformance.py has shown to be what ffmpeg decodes. One line per
case; the last line is `N passed, N failed`. usage: cases.py BINARY WORKDIR
"""
import os
import random
import subprocess
import sys
import zlib

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import streams
from endtoend import case, check, run_cases


class Bench:
    """The decoder under test, a folder to work in, and the streams."""

    def __init__(self, binary, work):
        self.binary, self.work = os.path.abspath(binary), work
        encoder = self.path("encode")
        streams.build_encoder(encoder)
        for name in streams.STREAMS:
            streams.encode(encoder, name, self.stream(name))

    def path(self, name):
        return os.path.join(self.work, name)

    def stream(self, name):
        return self.path(name + ".m2v")

    def bytes(self, name):
        with open(self.stream(name), "rb") as file:
            return file.read()

    def run(self, *arguments, cores=None):
        environment = os.environ | ({"KASURI_CORES": str(cores)} if cores else {})
        return subprocess.run([self.binary, *arguments], capture_output=True, text=True, env=environment,
                              timeout=120)

    def decode(self, *arguments, cores=None):
        done = self.run(*arguments, cores=cores)
        check(done.returncode == 0, f"{arguments}: status {done.returncode}: {done.stderr.strip()}")
        check(done.stderr == "", "unexpected message: " + done.stderr.strip())
        return done.stdout

    def reject(self, *arguments):
        """Runs with arguments that must fail; `OUT` in them is the output file."""
        out = self.path("out.y4m")
        done = self.run(*[out if a == "OUT" else a for a in arguments])
        check(done.returncode == 1, f"exit status {done.returncode} for {arguments}")
        check(done.stderr.count("\n") == 1 and done.stderr.endswith("\n"), "not one line on stderr")
        check(not os.path.exists(out), "left an output file")
        return done.stderr

    def run_bytes(self, data):
        name = self.path("bytes.m2v")
        with open(name, "wb") as file:
            file.write(data)
        return self.run("-l", name)

    def reject_bytes(self, data, reason):
        done = self.run_bytes(data)
        check(done.returncode == 1, f"{reason}: exit status {done.returncode}")
        check(reason in done.stderr, f"expected '{reason}', got '{done.stderr.strip()}'")


def list_of(name):
    return os.path.join(streams.HERE, "lists", name + ".txt")


def read_list(name):
    with open(list_of(name), encoding="ascii") as file:
        return file.read()


@case
def frames_are_those_of_the_lists(bench):
    """Progressive, interlaced, every way to code a macroblock, dual prime, fine, largest"""
    for name in streams.STREAMS:
        check(bench.decode("-l", bench.stream(name)) == read_list(name), f"{name}: frames differ")
        check(bench.decode("-c", list_of(name), bench.stream(name)) == "", "-c prints")
    return f"{len(streams.STREAMS)} streams"


@case
def any_number_of_cores_gives_the_same(bench):
    for name in ("everything", "everything-interlaced", "dual-prime"):
        for cores in (1, 2, 3, 4):
            check(bench.decode("-l", bench.stream(name), cores=cores) == read_list(name),
                  f"{name}: frames differ on {cores} cores")


@case
def files_have_the_frames(bench):
    """What is written has the size of the picture, and the checksums of the list"""
    for name, (options, size, count) in streams.STREAMS.items():
        bench.decode(bench.stream(name), bench.path("out.y4m"))
        header, frames = streams.read_video(bench.path("out.y4m"))
        os.remove(bench.path("out.y4m"))
        width, height = size.split("x")
        check(f"W{width} H{height} F25:1 I{'t' if '-i' in options else 'p'} A1:1" in header, header)
        lines = [f"{i} {zlib.crc32(frame):08x}\n" for i, frame in enumerate(frames)]
        lines.append(f"all {count} {zlib.crc32(''.join(lines).encode()):08x}\n")
        check("".join(lines) == read_list(name), f"{name}: checksums differ")


@case
def differences_from_a_list_are_found(bench):
    name = bench.path("wrong.txt")
    right = read_list("progressive")
    for wrong in (right.replace("7 ", "7 0", 1), right[: right.index("9 ")], right.replace("all 20", "all 21"), ""):
        with open(name, "w", encoding="ascii") as file:
            file.write(wrong)
        check("list" in bench.reject("-c", name, bench.stream("progressive"), "OUT"), "wrong message")


def start_codes(data, last):
    """Where start codes end that end in one of these bytes."""
    found, at = [], data.find(b"\0\0\1")
    while at >= 0:
        if data[at + 3] in last:
            found.append(at + 4)
        at = data.find(b"\0\0\1", at + 3)
    return found


def with_bits(data, at, bit, count, value):
    """The data with `count` bits, from bit number `bit` behind byte `at`, changed."""
    whole = int.from_bytes(data[at : at + 16], "big")
    shift = 128 - bit - count
    whole = whole & ~(((1 << count) - 1) << shift) | value << shift
    return data[:at] + whole.to_bytes(16, "big") + data[at + 16 :]


@case
def what_is_not_supported_is_refused(bench):
    data = bench.bytes("progressive")
    sequence = start_codes(data, [0xB3])[0]
    extension = start_codes(data, [0xB5])[0]
    picture = next(at for at in start_codes(data, [0xB5]) if data[at] >> 4 == 8)
    bench.reject_bytes(b"", "no picture found")
    bench.reject_bytes(data[:30], "no picture found")
    bench.reject_bytes(b"RIFF" * 100, "no picture found")
    bench.reject_bytes(with_bits(data, extension, 0, 4, 2), "MPEG-1")
    bench.reject_bytes(with_bits(data, extension, 13, 2, 2), "4:2:0")
    bench.reject_bytes(with_bits(data, sequence, 0, 12, 1936), "larger")
    bench.reject_bytes(with_bits(data, sequence, 12, 12, 0), "damaged")
    bench.reject_bytes(with_bits(data, sequence, 28, 4, 0), "damaged")
    bench.reject_bytes(with_bits(data, picture, 22, 2, 1), "field pictures")
    bench.reject_bytes(with_bits(data, picture, 4, 4, 0), "damaged")
    scalable = b"\0\0\1\xb5\x50\0\0\0"
    bench.reject_bytes(data[: extension + 6] + scalable + data[extension + 6 :], "scalable")


@case
def a_lost_slice_is_made_up(bench):
    """All other frames stay; the exit status says that something is missing"""
    data = bench.bytes("progressive")
    slices = start_codes(data, range(1, 0xB0))
    without = data[: slices[-2] - 4] + data[slices[-1] - 4 :]
    done = bench.run_bytes(without)
    check(done.returncode == 2, f"exit status {done.returncode}")
    check("11 macroblocks in 1 of 20 pictures" in done.stderr, done.stderr)
    differing = [a for a, b in zip(done.stdout.split("\n"), read_list("progressive").split("\n")) if a != b]
    check(len(differing) == 2, f"{len(differing) - 1} frames differ")


@case
def a_group_alone_begins_with_its_first_picture(bench):
    """B pictures that need a frame before the stream are left out"""
    data = bench.bytes("progressive")
    done = bench.run_bytes(data[start_codes(data, [0xB3])[1] - 4 :])
    check(done.returncode == 2 and "2 pictures left out, 0 macroblocks" in done.stderr, done.stderr)
    whole = {line.split()[-1] for line in read_list("progressive").split("\n")[:-2]}
    for line in done.stdout.split("\n")[:-2]:
        check(line.split()[1] in whole, f"frame {line} is another one")


def damage(lots, data):
    """Some bits turned, bytes lost, or the end cut off."""
    data = bytearray(data)
    for _ in range(lots.choice((1, 3, 30))):
        data[lots.randrange(len(data))] ^= 1 << lots.randrange(8)
    if lots.random() < 0.3:
        at = lots.randrange(len(data))
        del data[at : at + lots.randrange(200)]
    if lots.random() < 0.3:
        del data[lots.randrange(len(data)) :]
    return bytes(data)


@case
def damaged_streams_are_survived(bench):
    """No crash, one message, and the same on one core and on three"""
    lots = random.Random(1)
    count = 0
    for name in ("everything", "everything-interlaced", "fine"):
        data = bench.bytes(name)
        for _ in range(15):
            done = bench.run_bytes(damage(lots, data))
            check(done.returncode in (0, 1, 2), f"exit status {done.returncode}")
            check(done.stderr.count("\n") == (done.returncode != 0), f"messages: {done.stderr}")
            again = bench.run("-l", bench.path("bytes.m2v"), cores=3)
            check((again.returncode, again.stdout) == (done.returncode, done.stdout), "not the same again")
            count += 1
    return f"{count} streams"


@case
def the_transform_is_as_accurate_as_the_standard_asks(bench):
    tool = bench.path("accuracy")
    streams.compile(tool, os.path.join(streams.HERE, "idct_accuracy.c"), *streams.part("idct"))
    done = subprocess.run([tool], capture_output=True, text=True)
    check(done.returncode == 0, done.stdout)


@case
def no_code_begins_another(bench):
    tool = bench.path("codes")
    streams.compile(tool, os.path.join(streams.HERE, "codes.c"), *streams.part("tables"))
    done = subprocess.run([tool], capture_output=True, text=True)
    check(done.returncode == 0, done.stdout)


@case
def wrong_command_lines(bench):
    stream = bench.stream("progressive")
    bad = [(), ("-l",), ("-c", stream), ("-x", stream, "OUT"), (stream, "OUT", "more"),
           ("-l", "-c", list_of("progressive"), stream), ("-c", bench.path("missing.txt"), stream),
           (bench.path("missing.m2v"), "OUT"), (bench.work, "OUT"),
           (stream, os.path.join(bench.work, "no", "such", "folder.y4m"))]
    for arguments in bad:
        bench.reject(*arguments)
    return f"{len(bad)} command lines"


run_cases(Bench)
