"""The streams that the decoder is tested with, made by encoder/, and what is common to both tests."""
import os
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
SAMPLE = os.path.normpath(os.path.join(HERE, "..", "..", "..", "samples", "mpeg2-decoder"))
CC = os.environ.get("CC", "cc")

# name: options of the encoder, size, frames
STREAMS = {
    "progressive": ("", "176x144", 20),
    "interlaced": ("-i", "176x160", 20),
    "everything": ("-x", "200x136", 24),
    "everything-interlaced": ("-i -x", "176x160", 30),
    "dual-prime": ("-i -x -b 0", "176x160", 16),
    "fine": ("-x -q 1", "96x96", 16),
    "largest": ("-x", "1920x1152", 2),
}


def compile(output, *sources, options=()):
    subprocess.run(
        [CC, "-std=c11", "-O2", "-Wall", "-Wextra", f"-I{SAMPLE}", *options, *sources, "-lm", "-o", output],
        check=True,
    )


def part(*names):
    """Source files of the decoder."""
    return [os.path.join(SAMPLE, name + ".c") for name in names]


def folder(path):
    return [os.path.join(path, name) for name in sorted(os.listdir(path)) if name.endswith(".c")]


def build_encoder(output):
    compile(output, *folder(os.path.join(HERE, "encoder")), *part("tables", "transform", "idct", "motion"))


def encode(encoder, name, output):
    options, size, frames = STREAMS[name]
    subprocess.run([encoder, *options.split(), size, str(frames), output], check=True)


def read_video(path):
    """Header line and frames of a YUV4MPEG2 file."""
    with open(path, "rb") as file:
        data = file.read()
    at = data.index(b"\n") + 1
    header = data[: at - 1].decode()
    fields = {word[0]: word[1:] for word in header.split()[1:]}
    width, height = int(fields["W"]), int(fields["H"])
    size = width * height + 2 * ((width + 1) // 2 * ((height + 1) // 2))
    frames = []
    while at < len(data):
        at = data.index(b"\n", at) + 1
        frames.append(data[at : at + size])
        at += size
    return header, frames
