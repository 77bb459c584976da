"""scripts/demo behind scripts/setup: builds Kasuri, and measures the AAC encoder that it has made parallel."""

import argparse
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import time

import busy
from build import build
from progress import Progress

ROOT = pathlib.Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "samples/aac-encoder"
STEPS = 6
QUICK_RUNS, QUICK_SECONDS = 2, 20  # encodings of each program, and seconds of audio
TOP = 5  # loops that stayed sequential, in the table
# The program handles any input, and a frame that ends the loop leaves data that another one can go on with.
ASSUMED = "--assume=input,exits"
QUALITY, PIPELINE, QUALITY_OPTIONS = "cc -O3 -q", "kasuri -q", ["-q", "5"]


def run(command, **options):
    result = subprocess.run([str(word) for word in command], capture_output=True, text=True, **options)
    if result.returncode != 0:
        sys.stderr.write(result.stdout + result.stderr)
        sys.exit(f"demo: failed with status {result.returncode}: {' '.join(map(str, command))}")
    return result


class Demo:
    def __init__(self, build, work, cores, runs, seconds, progress):
        self.build, self.work, self.cores, self.runs = build, work, cores, runs
        self.seconds, self.progress = seconds, progress
        self.sources = sorted(SAMPLE.glob("*.c"))
        self.flags = ["-O3", f"-I{ROOT / 'include'}", "-iquote", SAMPLE]

    def compile(self):
        """The four programs: the original, the parallel one, the one that measures the plan, and one whose frames run
        as a pipeline where no frame waits for the bits of the one before."""
        emitted = self.translate("parallel", "--dispatch=static",  # demo_limit.c replays rows
                                 f"--report={self.work / 'report'}")
        run(["cc", "-O3", *self.sources, "-lm", "-o", self.work / "sequential-encoder"])
        self.link(emitted, "parallel-encoder")
        run(["cc", *self.flags, *emitted, ROOT / "bench/demo/limit.c", "-lm",
             "-o", self.work / "limit-encoder"])
        self.link(self.translate("pipeline", ASSUMED), "pipeline-encoder")

    def translate(self, folder, *options):
        """The parallel sources."""
        kasuri = [self.build / "bin/kasuri", f"--cores={max(self.cores, 2)}", *options, "-o", self.work / folder]
        self.progress.line(run(kasuri + self.sources + ["--", "-O3"], cwd=ROOT).stderr.strip())
        return sorted((self.work / folder).glob("*.c"))

    def link(self, emitted, program):
        run(["cc", *self.flags, *emitted, self.build / "lib/libkasuri.a", "-lm", "-pthread", "-o", self.work / program])

    def make_audio(self):
        self.audio = self.work / (f"recorded-{self.seconds}.wav" if self.seconds else "recorded.wav")
        if not self.audio.exists():
            run([SAMPLE / "make-audio", self.audio, *([self.seconds] if self.seconds else [])])

    def encode(self, program, output, *options, **environment):
        """Wall time of one encoding."""
        command = [self.work / program, *options, self.audio, self.work / output]
        begin = time.perf_counter()
        run(command, env=os.environ | environment)
        return time.perf_counter() - begin

    def measure(self):
        """Median times, the variants taking turns so that a slow phase of the machine hits them all;
        and how many times the work of one core the machine does with all."""
        all_cores = {"KASURI_CORES": str(self.cores)}
        variants = {
            "cc -O3": ("sequential-encoder", "sequential.aac", [], {}),
            "kasuri, 1 core": ("parallel-encoder", "one.aac", [], {"KASURI_CORES": "1"}),
            f"kasuri, {self.cores} cores": ("parallel-encoder", "all.aac", [], all_cores),
            QUALITY: ("sequential-encoder", "quality.aac", QUALITY_OPTIONS, {}),
            PIPELINE: ("pipeline-encoder", "pipeline.aac", QUALITY_OPTIONS, all_cores),
        }
        times = {name: [] for name in variants}
        copies = []
        for done in range(self.runs):
            self.progress.show(done, self.runs)
            for name, (program, output, options, environment) in variants.items():
                times[name].append(self.encode(program, output, *options, **environment))
            copies.append(self.encode_copies())
        self.progress.clear()
        medians = {name: statistics.median(each) for name, each in times.items()}
        return medians, self.cores * medians["cc -O3"] / statistics.median(copies)

    def encode_copies(self):
        """Wall time of as many copies of the sequential encoder as there are cores, all at once."""
        commands = [[self.work / "sequential-encoder", self.audio, self.work / f"copy{core}.aac"]
                    for core in range(self.cores)]
        begin = time.perf_counter()
        copies = [subprocess.Popen(command, stdout=subprocess.DEVNULL) for command in commands]
        if any([copy.wait() != 0 for copy in copies]):
            sys.exit("demo: a copy of the sequential encoder failed")
        return time.perf_counter() - begin

    def plan_limit(self):
        """Speedup if every row took its measured time and nothing else cost anything."""
        output = self.work / "limit.json"
        self.encode("limit-encoder", "limit.aac", KASURI_LIMIT=str(output),
                    KASURI_CORES=str(self.cores))
        return json.loads(output.read_text())

    def identical(self):
        same = [("sequential.aac", "one.aac", "all.aac", "limit.aac"), ("quality.aac", "pipeline.aac")]
        files = [{(self.work / name).read_bytes() for name in names} for names in same]
        return all(len(each) == 1 and len(min(each)) > 0 for each in files)

    def decoded(self):
        if not shutil.which("faad"):
            return False
        result = subprocess.run(["faad", "-q", "-o", self.work / "decoded.wav", self.work / "all.aac"],
                                capture_output=True, text=True)
        return result.returncode == 0 and (self.work / "decoded.wav").stat().st_size > 44


def where(entry):
    path = pathlib.Path(entry["file"])
    return f"{path.name}:{entry['line']} in {entry['function']}"


def share(entry):
    return f"{100 * entry['estimatedShare']:5.1f} %"


def print_found(report):
    counts = report["counts"]
    print(f"\nfound: {counts['loops']} loops, {counts['macroTasks']} macro-tasks in "
          f"{counts['layerCandidates']} possible layers")
    print(f"       {counts['parallel']} loops are parallel, {counts['not-worth-it']} parallel but too "
          f"short to be profitable, {counts['sequential']} sequential")


def print_parallel(report, limit):
    print("\nruns in parallel (share of the sequential time, measured; times entered):")
    layers = [layer for layer in report["layers"] if layer["planned"]]
    nothing = {"ns": 0, "runs": 0}
    for layer in sorted(layers, key=lambda each: -limit["layers"].get(each["name"], nothing)["ns"]):
        took = limit["layers"].get(layer["name"], nothing)
        tasks = layer["tasks"]
        split = sum(task["split"] for task in tasks)
        what = "loop, split by iteration" if len(tasks) == 1 and split else f"{len(tasks)} macro-tasks"
        if len(tasks) > 1 and split:
            what += f", {split} of them split by iteration"
        print(f"  {100 * took['ns'] / limit['totalNs']:5.1f} %  {took['runs']:7}  {where(layer)}: {what}")
        if len(tasks) > 1:
            for task in tasks:
                print(f"                    {task['name']}")


def print_sequential(report):
    print(f"\nstays sequential (the {TOP} largest by estimated time, each with all it contains):")
    loops = [loop for loop in report["loops"] if loop["verdict"] == "sequential"]
    for loop in sorted(loops, key=lambda each: -each["estimatedShare"])[:TOP]:
        reason = loop["obstacles"][0]["message"] if loop["obstacles"] else ""
        print(f"  {share(loop)}  {where(loop)}: {reason} [{loop['kind']}]")


def print_times(times, machine, limit, cores):
    print("\ntimes (median, interleaved):")
    reference = times["cc -O3"]
    for name, each in times.items():
        if name not in (QUALITY, PIPELINE):
            print(f"  {name:16} {each:7.3f} s   {reference / each:5.2f}x")
    one = times["kasuri, 1 core"]
    print(f"  cost of the parallel program on one core: {100 * (one / reference - 1):+.1f} %")
    covered = limit["layersNs"] / limit["totalNs"]
    print(f"  {100 * covered:.1f} % of the time is in parallel layers, measured; limit by Amdahl on "
          f"{cores} cores {1 / (1 - covered + covered / cores):.2f}, of the schedules chosen "
          f"{limit['limit']:.2f}")
    speedup = reference / times[f"kasuri, {cores} cores"]
    print(f"  {cores} copies of cc's program at once do {machine:.2f} times the work of one, the most this "
          f"machine can give now; Kasuri reaches {speedup / machine:.2f} of it")
    print(f"  at constant quality, with {ASSUMED}, frames run as a pipeline: {times[QUALITY]:.3f} s, "
          f"{times[PIPELINE]:.3f} s, {times[QUALITY] / times[PIPELINE]:.2f}x on {cores} cores")


def parse():
    parser = argparse.ArgumentParser(prog="scripts/demo")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build", help="where Kasuri is built")
    parser.add_argument("--quick", action="store_true", help="a minute after the build, with rough figures")
    parser.add_argument("--runs", type=int, help="encodings of each program (default 5; with --quick 2)")
    parser.add_argument("--cores", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--began", type=float, help=argparse.SUPPRESS)  # scripts/demo; seconds since 1970
    return parser.parse_args()


def notes_on(options, before, during):
    """What a reader of the figures must know."""
    notes = [busy.describe(before, options.cores, "before the measurement"),
             busy.describe(during, options.cores, "during the measurement")]
    if options.quick:
        notes.append(f"rough figures: {options.runs} short runs; scripts/demo without --quick measures longer")
    return [note for note in notes if note]


def main():
    options = parse()
    options.runs = options.runs or (QUICK_RUNS if options.quick else 5)
    progress = Progress(STEPS, begin=time.monotonic() - max(0.0, time.time() - (options.began or time.time())))
    if options.build == ROOT / "build":
        progress.step("building Kasuri and its tests")
        build(ROOT, progress)
    else:
        progress.step(f"using the build in {options.build}")
    work = options.build / "demo"
    shutil.rmtree(work / "parallel", ignore_errors=True)
    work.mkdir(parents=True, exist_ok=True)

    demo = Demo(options.build.resolve(), work.resolve(), options.cores, options.runs,
                QUICK_SECONDS if options.quick else None, progress)
    progress.step("compiling the AAC encoder with cc and with Kasuri")
    demo.compile()
    progress.step("making the audio")
    demo.make_audio()
    progress.step("looking whether other programs are busy")
    before = busy.others_now()
    progress.step(f"encoding it {options.runs} times with each program")
    watch = busy.Watch()
    times, machine = demo.measure()
    during = watch.others()
    progress.step("measuring the plan, and comparing the files")
    limit = demo.plan_limit()
    identical, decoded = demo.identical(), demo.decoded()

    report = json.loads((demo.work / "report/report.json").read_text())
    print_found(report)
    print_parallel(report, limit)
    print_sequential(report)
    print_times(times, machine, limit, options.cores)
    for note in notes_on(options, before, during):
        print(f"  {note}")
    speedup = times["cc -O3"] / times[f"kasuri, {options.cores} cores"]
    print(f"\ndemo: {'identical' if identical else 'NOT identical'}, "
          f"{'decoded' if decoded else 'NOT decoded'}, speedup {speedup:.2f} on {options.cores} cores "
          f"(limit of the plan {limit['limit']:.2f})")
    sys.exit(0 if identical and decoded else 1)


if __name__ == "__main__":
    main()
