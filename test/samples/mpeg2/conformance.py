#!/usr/bin/env python3
"""Compares the decoder with ffmpeg's, on the streams of the test and on streams that ffmpeg encodes.

The standard leaves the last bit of the inverse DCT open. So the decoder is compared twice: with
ffmpeg's transform in place of its own (idct_direct.c), frames must be the same byte for byte, and
as it is, no sample may be off by more than the drift between two I pictures can explain. One line
for each stream; the last line is `N passed, N failed`. Without ffmpeg (package ffmpeg), 0 and 0.
usage: conformance.py [WORKDIR]
"""
import math
import os
import shutil
import subprocess
import sys
import tempfile

import streams

# name: size, frames, options of ffmpeg's encoder
FFMPEG = {
    "progressive": ("720x576", 40, "-q:v 3 -bf 2 -g 12"),
    "low rate": ("352x288", 60, "-b:v 400k -bf 2 -g 25"),
    "interlaced": ("720x576", 30, "-q:v 3 -bf 2 -g 12 -flags +ildct+ilme -top 1"),
    "interlaced, second tables": (
        "720x480", 30,
        "-q:v 4 -qmax 28 -bf 2 -g 15 -flags +ildct+ilme -alternate_scan 1 -intra_vlc 1 -non_linear_quant 1 -dc 10"),
    "no B pictures, 11 bits": ("640x360", 30, "-q:v 2 -bf 0 -g 10 -dc 11"),
    "high level": ("1920x1080", 6, "-q:v 5 -bf 1 -g 6"),
}


def run(*command):
    subprocess.run(command, check=True)


def ffmpeg(*arguments):
    run("ffmpeg", "-v", "error", "-y", *arguments)


def make_streams(work):
    """Names and files of all streams."""
    encoder = os.path.join(work, "encode")
    streams.build_encoder(encoder)
    for name in streams.STREAMS:
        path = os.path.join(work, "own.m2v")
        streams.encode(encoder, name, path)
        yield f"own, {name}", path
    for name, (size, frames, options) in FFMPEG.items():
        path = os.path.join(work, "ffmpeg.m2v")
        scene = f"testsrc2=size={size}:rate=25,noise=alls=6:all_seed=1:allf=t"
        ffmpeg("-f", "lavfi", "-i", scene, "-frames:v", str(frames), "-pix_fmt", "yuv420p", "-c:v", "mpeg2video",
               "-threads", "1", *options.split(), path)
        yield f"ffmpeg, {name}", path


def frames_of(work, decoder, stream):
    """Frames as ffmpeg decodes them, if decoder is None."""
    video = os.path.join(work, "out.y4m")
    if decoder is None:
        ffmpeg("-idct", "simple", "-i", stream, "-fps_mode", "passthrough", "-pix_fmt", "yuv420p", "-f",
               "yuv4mpegpipe", video)
    else:
        run(decoder, stream, video)
    frames = streams.read_video(video)[1]
    os.remove(video)
    return frames


def difference(frames, reference):
    """Largest difference of two samples, and the peak signal-to-noise ratio in dB."""
    largest, squares, count = 0, 0, 0
    for one, two in zip(frames, reference):
        count += len(one)
        if one != two:
            errors = [abs(a - b) for a, b in zip(one, two) if a != b]
            largest = max(largest, max(errors))
            squares += sum(e * e for e in errors)
    return largest, math.inf if squares == 0 else 10 * math.log10(255 * 255 * count / squares)


def compare(work, plain, exact, stream):
    """Returns what is wrong, or None, and what was found."""
    reference = frames_of(work, None, stream)
    same = frames_of(work, exact, stream)
    if len(same) != len(reference):
        return f"{len(same)} frames instead of {len(reference)}", ""
    for i, (one, two) in enumerate(zip(same, reference)):
        if one != two:
            return f"frame {i} differs", ""
    largest, ratio = difference(frames_of(work, plain, stream), reference)
    found = f"{len(same)} frames the same; with its own transform at most {largest} off, {ratio:.1f} dB"
    return (None if largest <= 4 and ratio > 58 else "its own transform drifts"), found


def check_all(work):
    plain, exact = os.path.join(work, "plain"), os.path.join(work, "exact")
    decoder = streams.folder(streams.SAMPLE)
    direct = os.path.join(streams.HERE, "idct_direct.c")
    streams.compile(plain, *decoder)
    streams.compile(exact, direct, *[path for path in decoder if not path.endswith("/idct.c")])
    passed = failed = 0
    for name, stream in make_streams(work):
        problem, found = compare(work, plain, exact, stream)
        passed += problem is None
        failed += problem is not None
        print(("ok      " if problem is None else "FAILED  ") + ": ".join(filter(None, (name, problem, found))),
              flush=True)
    print(f"{passed} passed, {failed} failed")
    return failed != 0


def main():
    if shutil.which("ffmpeg") is None:
        print("ffmpeg is not installed\n0 passed, 0 failed")
        return 0
    if len(sys.argv) > 1:
        os.makedirs(sys.argv[1], exist_ok=True)
        return check_all(sys.argv[1])
    with tempfile.TemporaryDirectory() as work:
        return check_all(work)


sys.exit(main())
