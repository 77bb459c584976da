"""The samples as benchmarks use them: built by Kasuri, run on an input, profiled."""
import json
import os
import pathlib

from common import BUILD, ROOT, run


DISPATCH_NS = 12.2  # of the 3 GHz core by which the files' dispatchNs were scaled (machines/)


def slowness_of(board):
    """How much longer the described board's fastest core takes than the cores here."""
    return json.loads((ROOT / "machines" / f"{board}.json").read_text())["dispatchNs"] / DISPATCH_NS


class Sample:
    """One of samples/: `play` is how long its input lasts at real-time pace, in seconds; `options` are kasuri's, `flags`
    the compiler's."""

    def __init__(self, name, play, make_input, arguments, options=(), flags=("-O2",)):
        self.sources = sorted((ROOT / "samples" / name).glob("*.c"))
        self.name, self.play, self.make_input, self.arguments = name, play, make_input, arguments
        self.options, self.flags = options, flags

    def translate(self, folder, *options):
        folder.mkdir(exist_ok=True)
        run([BUILD / "bin/kasuri", *self.sources, "-o", folder, *self.options, *options, "--", *self.flags])

    def build(self, folder):
        """The parallel program of what `translate` wrote."""
        binary = folder / self.name
        run(["cc", *self.flags, "-I", ROOT / "include", "-iquote", self.sources[0].parent, *sorted(folder.glob("*.c")),
             BUILD / "lib/libkasuri.a", "-lm", "-pthread", "-o", binary])
        return binary

    def clear(self, work):
        """Before each run: to empty the output of the last one takes time, and is not the program's."""
        self.arguments(work)[-1].unlink(missing_ok=True)

    def execute(self, binary, work, cores, **environment):
        run([binary, *self.arguments(work)],
            env={**os.environ, "KASURI_CORES": str(cores), **environment})

    def profile(self, work):
        """What a run on two cores of this machine measures, with all its layers: of five, that of median length."""
        self.make_input(work)
        self.translate(work / self.name, "--cores=2")
        binary = self.build(work / self.name)
        paths = [work / f"{self.name}.profile{i}.json" for i in range(5)]
        for path in paths:
            self.clear(work)
            self.execute(binary, work, 2, KASURI_PROFILE=str(path), KASURI_ADAPT="0")
        return sorted(paths, key=lambda path: json.loads(path.read_text())["spanNs"])[2]


def audio(work):
    run(["python3", ROOT / "samples/aac-encoder/make-audio", work / "in.wav", "15"])


def video(work):
    run([ROOT / "samples/mpeg2-decoder/make-video", work / "in.m2v", "250"])


# Frames as a pipeline. At constant quality none waits for the bits of the one before. What is assumed: the program
# handles any input, and a frame that ends the loop leaves data that another one can go on with (docs/user-guide.md).
CONSTANT_RATE = Sample("aac-encoder", 15, audio, lambda work: [work / "in.wav", work / "out.aac"],
                       ["--assume=input,exits"])
CONSTANT_QUALITY = Sample("aac-encoder", 15, audio, lambda work: ["-q", "5", work / "in.wav", work / "out.aac"],
                          ["--assume=input,exits"])

SAMPLES = [
    Sample("aac-encoder", 15, audio, lambda work: [work / "in.wav", work / "out.aac"]),
    Sample("mpeg2-decoder", 10, video, lambda work: [work / "in.m2v", work / "out.y4m"]),
]
