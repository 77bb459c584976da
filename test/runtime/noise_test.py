#!/usr/bin/env python3
"""noise_test.py KS_NOISE CASE: the statistics of ks-noise on series whose answers are known, its files, its usage.

Series are written as files and read by `ks-noise analyze`, so nothing here depends on how quiet the machine is.
"""
import json
import math
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import xml.dom.minidom

TOOL, CASE = sys.argv[1:3]
FOLDER = tempfile.TemporaryDirectory(prefix="kasuri-noise-", ignore_cleanup_errors=True)  # until the test ends
WORK = pathlib.Path(FOLDER.name)
RUNNER = os.environ.get("KASURI_EMULATOR", "").split()


def tool(*words, expected=0, **more):
    done = subprocess.run([*RUNNER, TOOL, *map(str, words)], capture_output=True, text=True, cwd=WORK, timeout=300, **more)
    assert done.returncode == expected, (words, done.returncode, done.stdout[-500:], done.stderr)
    return done


def write(name, numbers):
    (WORK / name).write_text("".join(f"{number}\n" for number in numbers))


def analyze(mode, *files, options=(), tick_ns=1.0):
    tool("analyze", mode, "--json=out.json", f"--tick-ns={tick_ns}", *options, *files)
    return json.loads((WORK / "out.json").read_text())


def is_near(found, wanted, error=1e-6):
    return abs(found - wanted) <= error * max(abs(wanted), 1e-12)


# --- The example that the FTQ/FWQ document prints: four threads, of which it gives the figures and not the samples.

DOCUMENT = {"mean": [0.0119197, 0.0073124, 0.0070419, 0.0083376], "deviation": [0.0166154, 0.0121701, 0.0080184, 0.0091711],
            "knum": [1.0678e3, 1.7122e0, 3.5251e-3, 7.9641e-1], "kden": [1.2195e-2, 3.5099e-3, 6.6140e-4, 1.1319e-3],
            "kurtosis": [8.7565e4, 4.8483e2, 2.3297e0, 7.0061e2], "skewness": [255.4680, 17.0578, 1.4652, 8.0548]}
DOCUMENT_SAMPLES = 160000  # follows from Kden / StdDev^4, of all four
DOCUMENT_LEAST = 6715191


def solve(a, b, c, d, e, f):
    """x and y of a x + b y = e, c x + d y = f."""
    whole = a * d - b * c
    return (e * d - b * f) / whole, (a * f - e * c) / whole


def series_like(mean, deviation, skewness, kurtosis):
    """Samples of three lengths whose scaled noise has these moments: the quadrature rule of Gauss and Radau with a
    node at 0. The number of samples is such that the rarest length comes in whole samples."""
    second = deviation**2 + mean**2
    third = skewness * deviation**3 + 3 * mean * deviation**2 + mean**3
    fourth = (kurtosis + 3) * deviation**4 + 4 * mean * skewness * deviation**3 + 6 * mean**2 * deviation**2 + mean**4
    p, q = solve(second, mean, third, second, -third, -fourth)
    root = math.sqrt(p * p / 4 - q)
    a, b = -p / 2 - root, -p / 2 + root
    share_a, share_b = solve(a, b, a * a, b * b, mean, second)
    rare = max(1, round(share_b * DOCUMENT_SAMPLES))
    count = round(rare / share_b)
    common = round(share_a * count)
    return ([DOCUMENT_LEAST] * (count - common - rare) + [round(DOCUMENT_LEAST * (1 + a))] * common +
            [round(DOCUMENT_LEAST * (1 + b))] * rare)


def test_document():
    for i in range(4):
        figures = {name: values[i] for name, values in DOCUMENT.items()}
        assert is_near(figures["kden"], DOCUMENT_SAMPLES * figures["deviation"]**4, 6e-5), figures
        assert is_near(figures["knum"] / figures["kden"] - 3, figures["kurtosis"], 1e-4), figures
        write(f"like_{i}_times.dat", series_like(*(figures[name] for name in ("mean", "deviation", "skewness", "kurtosis"))))
    found = analyze("fwq", *(f"like_{i}_times.dat" for i in range(4)))
    for i, thread in enumerate(found["threads"]):
        noise = thread["scaledNoise"]
        for name, values in DOCUMENT.items():
            scale = noise["samples"] / DOCUMENT_SAMPLES if name in ("knum", "kden") else 1
            assert is_near(noise[name] / scale, values[i], 1.5e-4), (i, name, noise[name] / scale, values[i])
        assert thread["leastTicks"] == DOCUMENT_LEAST
    assert found["verdict"] == "not diminutive noise"
    print("mean, deviation, kurtosis, skewness of the four threads are those printed, to the last digits but one")


# --- Moments and percentiles, against sums made here.

def test_moments():
    source = random.Random(1)
    samples = [1000000 + int(source.expovariate(1 / 500)) for _ in range(5000)] + [1000000, 9000000]
    source.shuffle(samples)
    write("fwq_times.dat", samples)
    thread = analyze("fwq", "fwq_times.dat", tick_ns=0.5)["threads"][0]
    noise = [(sample - min(samples)) / min(samples) for sample in samples]
    n, mean = len(noise), math.fsum(noise) / len(noise)
    sums = {power: math.fsum((x - mean)**power for x in noise) for power in (2, 3, 4)}
    deviation = math.sqrt(sums[2] / (n - 1))
    wanted = {"mean": mean, "variance": deviation**2, "deviation": deviation, "skewness": sums[3] / n / deviation**3,
              "kurtosis": sums[4] / n / deviation**4 - 3, "knum": sums[4], "kden": n * deviation**4}
    for name, value in wanted.items():
        assert is_near(thread["scaledNoise"][name], value), (name, thread["scaledNoise"][name], value)
    ranked = sorted(samples)
    for name, share in {"p50": 0.5, "p90": 0.9, "p99": 0.99, "p99_9": 0.999, "most": 1}.items():
        assert is_near(thread["sampleNs"][name], ranked[math.ceil(share * n) - 1] / 2, 1e-8), name
    assert thread["samples"] == n


def test_verdict():
    quiet = [10**10] * 5000
    quiet[7] += 100  # 1e-8 of noise, but its kurtosis is that of one spike
    write("spike_times.dat", quiet)
    even = [10**10 + (i % 2) * 1000 for i in range(5000)]
    write("even_times.dat", even)
    write("same_times.dat", [5000] * 100)
    assert analyze("fwq", "spike_times.dat")["verdict"] == "not diminutive noise"
    assert analyze("fwq", "even_times.dat")["verdict"] == "diminutive noise"
    assert analyze("fwq", "same_times.dat")["verdict"] == "diminutive noise"
    assert analyze("fwq", "even_times.dat", "spike_times.dat")["verdict"] == "not diminutive noise"
    tool("analyze", "fwq", "--check", "even_times.dat")
    done = tool("analyze", "fwq", "--check", "spike_times.dat", expected=1)
    assert "verdict: noisy (limits exceeded: kurtosis " in done.stdout, done.stdout
    done = tool("analyze", "fwq", "even_times.dat")
    assert "verdict: quiet (within the limits: mean " in done.stdout, done.stdout


# --- Causes of detours, from a saved trace.

TRACE = """\
# ks-noise core 1 smi 1 steal 20000000 virtual 0
# ks-noise core 3 smi -1 steal 0 virtual 0
# ks-noise thread 0 core 1 begin 1000000 tick 0.5
# ks-noise thread 1 core 3 begin 1000000 tick 0.5
# tracer: nop
# entries-in-buffer/entries-written: 9/9   #P:4
  ks-noise-1 [001] ..... 100.000000: tracing_mark_write: ks-noise 1000000 5000000000
  t-1 [001] d.h.. 100.000200: irq_handler_entry: irq=24 name=eth0
  t-1 [001] d.h.. 100.000206: irq_handler_exit: irq=24 ret=handled
  t-1 [001] d.... 100.000300: sched_switch: prev_comm=ks-noise/1 prev_pid=7 prev_prio=120 prev_state=R ==> next_comm=cc1 next_pid=9 next_prio=120
  t-1 [001] d.... 100.000900: sched_switch: prev_comm=cc1 prev_pid=9 prev_prio=120 prev_state=R ==> next_comm=ks-noise/1 next_pid=7 next_prio=120
  ks-noise-1 [001] ..... 100.010000: tracing_mark_write: ks-noise 21000000 5010000000
"""


def test_causes():
    (WORK / "trace.txt").write_text(TRACE)
    (WORK / "x_0_detours.dat").write_text("199000 9000\n299500 602000\n2000000 180000\n3000000 2000\n")
    (WORK / "x_1_detours.dat").write_text("200000 5000\n")
    done = tool("analyze", "detour", "--trace=trace.txt", "--json=out.json", "x_0_detours.dat", "x_1_detours.dat")
    found = json.loads((WORK / "out.json").read_text())
    causes = [[cause["name"] for cause in detour["causes"]] for detour in found["threads"][0]["detours"]["list"]]
    assert causes == [["interrupt 24 (eth0)"], ["thread cc1"], ["firmware (SMI)"], ["hardware (no event)"]], causes
    assert [thread["core"] for thread in found["threads"]] == [1, 3]
    totals = {cause["name"]: cause for cause in found["threads"][0]["causes"]}
    assert totals["thread cc1"]["totalNs"] == 602000 and totals["firmware (SMI)"]["detours"] == 1
    assert "/proc/irq/24/smp_affinity_list" in totals["interrupt 24 (eth0)"]["advice"]
    assert found["evidence"]["source"] == "file" and found["evidence"]["withoutTrace"] is None
    assert found["evidence"]["cores"] == [{"core": 1, "firmwareInterrupts": 1, "stealNs": 20000000},
                                          {"core": 3, "firmwareInterrupts": None, "stealNs": 0}]
    assert "thread cc1 602 us" in done.stdout and "1 firmware interrupt (SMI)" in done.stdout, done.stdout
    assert "20 ms of steal time" in done.stdout
    (WORK / "lost.txt").write_text(TRACE.replace("written: 9/9", "written: 9/30"))
    tool("analyze", "detour", "--trace=lost.txt", "--json=out.json", "x_0_detours.dat")
    first = json.loads((WORK / "out.json").read_text())
    assert first["evidence"]["eventsLost"] == 21
    assert first["threads"][0]["detours"]["list"][0]["causes"][0]["name"] == "interrupt 24 (eth0)"
    for text, message in [(TRACE.replace("thread 1", "thread 7"), "where thread 1 began"), ("", "marks"),
                          (TRACE.replace("100.010000", "900.010000"), "marks")]:
        (WORK / "wrong.txt").write_text(text)
        done = tool("analyze", "detour", "--trace=wrong.txt", "x_0_detours.dat", "x_1_detours.dat", expected=1)
        assert message in done.stderr and not done.stdout, done.stderr
    assert "No such file" in tool("analyze", "detour", "--trace=nowhere", "x_0_detours.dat", expected=1).stderr
    # A system without tracefs: what it counts is suspected. The folder stands for one that cannot be traced.
    (WORK / "bare/proc").mkdir(parents=True)
    done = tool("detour", "--seconds=0.05", "--causes", "--root=bare", "--no-files", "--json=out.json")
    found = json.loads((WORK / "out.json").read_text())
    assert found["evidence"]["source"] == "counters" and "/sys/kernel/tracing" in found["evidence"]["withoutTrace"]
    assert all(cause["ns"] is None for detour in found["threads"][0]["detours"]["list"] for cause in detour["causes"])
    tool("detour", "--seconds=0.05", "--causes=counters", "--root=bare", "--no-files", "--trace=none.txt")
    assert not (WORK / "none.txt").exists()
    # Files of detours without a trace.
    done = tool("analyze", "detour", "x_0_detours.dat", "--json=out.json")
    assert [each["lengthNs"] for each in json.loads((WORK / "out.json").read_text())["threads"][0]["detours"]["list"]] == [
        9000, 602000, 180000, 2000]


# --- Detours and spectrum.

INTERVAL = 1 << 20  # ticks of 1/3 ns: 349.5 us
TICK_NS = 1 / 3


def write_ftq(prefix, lost_share, count=8192, quanta=20000):
    """Each interval has done the work that it had not lost."""
    write(f"{prefix}_times.dat", [(1000 + i) * INTERVAL for i in range(count)])
    write(f"{prefix}_counts.dat", [round(quanta * (1 - lost_share(i))) for i in range(count)])


def pulses(period_s, length_s):
    """Lost share of each interval if every period begins with a detour."""
    each = INTERVAL * TICK_NS * 1e-9

    def lost_before(t):
        whole, rest = divmod(t, period_s)
        return whole * length_s + min(rest, length_s)

    return lambda i: (lost_before((i + 1) * each) - lost_before(i * each)) / each


def peaks_of(prefix, **more):
    return analyze("ftq", f"{prefix}_counts.dat", tick_ns=TICK_NS, **more)["threads"][0]["spectrum"]


def test_spectrum():
    source = random.Random(2)
    for hz in (250, 100, 41.37, 3.3):
        write_ftq("pulse", pulses(1 / hz, 60e-6), count=8192 if hz > 30 else 65536)
        peak, *others = peaks_of("pulse")["peaks"]
        assert abs(peak["hz"] - hz) < 0.35, (hz, peak)
        assert peak["harmonics"] >= 3 and all(other["shareOfVariance"] < 0.1 for other in others), (peak, others)
    # Beside noise that comes at random, and two at once.
    a, b = pulses(1 / 250, 20e-6), pulses(1 / 33.3, 400e-6)
    write_ftq("both", lambda i: min(1, a(i) + b(i) + (source.random() < 0.02) * source.random() * 0.3))
    first, second = sorted(peaks_of("both")["peaks"], key=lambda peak: -peak["shareOfVariance"])[:2]
    assert {round(first["hz"]), round(second["hz"])} == {33, 250}, (first, second)
    # A sine has no harmonics, and its amplitude is told.
    write_ftq("sine", lambda i: 0.1 + 0.05 * math.sin(2 * math.pi * 77 * i * INTERVAL * TICK_NS * 1e-9), quanta=10**7)
    peak = peaks_of("sine")["peaks"][0]
    assert abs(peak["hz"] - 77) < 0.2 and peak["harmonics"] == 1 and is_near(peak["amplitude"], 0.05, 0.12), peak
    # Random noise is not periodic.
    for seed in range(5):
        source = random.Random(seed)
        write_ftq("random", lambda i: (source.random() < 0.05) * source.random())
        assert peaks_of("random")["peaks"] == [], seed
    write_ftq("none", lambda i: 0)
    assert peaks_of("none")["peaks"] == []
    write_ftq("short", lambda i: 0, count=20)
    assert "too few samples" in tool("analyze", "ftq", "short_times.dat").stdout


def test_suspects():
    root = WORK / "root/proc/sys/vm"
    root.mkdir(parents=True)
    (root / "stat_interval").write_text("2\n")
    write_ftq("tick", pulses(1 / 250, 30e-6))
    peak = peaks_of("tick", options=("--root=root",))["peaks"][0]
    assert peak["suspects"] == "timer tick, HZ=250", peak
    write_ftq("slow", pulses(2, 3e-3), count=65536)
    peak = peaks_of("slow", options=("--root=root",))["peaks"][0]
    assert "vm.stat_interval" in peak["suspects"], peak
    (root / "stat_interval").write_text("7\n")
    assert "vm.stat_interval" not in peaks_of("slow", options=("--root=root",))["peaks"][0]["suspects"]


def test_detours():
    base, places = 3000000, {100: 60000, 1500: 4000, 3000: 9000000}  # in ticks of 1/3 ns
    source = random.Random(3)
    samples = [base + source.randrange(300) for _ in range(4000)]
    begins = {}
    for place, length in places.items():
        samples[place] = base + 150 + length
        begins[place] = sum(samples[:place]) * TICK_NS
    write("fwq_times.dat", samples)
    found = analyze("fwq", "fwq_times.dat", tick_ns=TICK_NS)["threads"][0]["detours"]
    assert found["count"] == 3, found
    for one, (place, length) in zip(found["list"], places.items()):
        assert is_near(one["beginNs"], begins[place], 1e-6) and abs(one["lengthNs"] - length * TICK_NS) < 60, (one, place)
    assert analyze("fwq", "fwq_times.dat", tick_ns=TICK_NS, options=("--threshold=50000",))["threads"][0]["detours"]["count"] == 1
    # FTQ: a detour over five intervals stretches a sample, and the next ends on the grid again.
    ends, counts = [], []
    now = 0
    for i in range(1000):
        length = 5 * INTERVAL + 1000 if i == 400 else INTERVAL - (1000 if i == 401 else 0)
        now += length
        ends.append(now)
        counts.append(round(20000 * (0.5 * INTERVAL if i == 400 else length) / INTERVAL))
    write("ftq_times.dat", ends)
    write("ftq_counts.dat", counts)
    (one,) = analyze("ftq", "ftq_times.dat", tick_ns=TICK_NS)["threads"][0]["detours"]["list"]
    assert is_near(one["lengthNs"], (4.5 * INTERVAL + 1000) * TICK_NS, 1e-3), one
    assert is_near(one["beginNs"], 399 * INTERVAL * TICK_NS, 1e-6), one


# --- Measuring: what can be said whatever the machine does.

def lines(name):
    return [int(line) for line in (WORK / name).read_text().split()]


def usable():
    return sorted(os.sched_getaffinity(0))


def test_files():
    tool("ftq", "-n", 100, "-i", 16)
    times, counts = lines("ftq_times.dat"), lines("ftq_counts.dat")
    assert len(times) == len(counts) == 100 and all(a < b for a, b in zip(times, times[1:])), times
    assert all(end % 65536 < 65536 and end // 65536 > before // 65536 for before, end in zip(times, times[1:])), times
    for kind in ("count", "single", "asm", "daxpy"):
        tool("fwq", "-n", 50, "-w", 10, "-o", f"my_{kind}", f"--work={kind}", "--vector=64")
        assert len(lines(f"my_{kind}_times.dat")) == 50 and min(lines(f"my_{kind}_times.dat")) > 0
        tool("ftq", "-n", 50, "-i", 16, "-o", f"time_{kind}", f"--work={kind}")
        assert sum(lines(f"time_{kind}_counts.dat")) > 0
    count = min(2, len(usable()))
    tool("fwq", "-n", 50, "-w", 12, "-t", count, "-o", "many", "--json=many.json", "--svg=many.svg")
    assert all(len(lines(f"many_{i}_times.dat")) == 50 for i in range(count))
    made = json.loads((WORK / "many.json").read_text())
    assert made["format"] == "kasuri-noise" and made["workBits"] == 12
    assert [thread["core"] for thread in made["threads"]] in (usable()[:count], [None] * count)
    tool("detour", "--seconds=0.2", "--svg=detour.svg")
    for line in (WORK / "fwq_times.dat").read_text().splitlines() if (WORK / "fwq_times.dat").exists() else []:
        int(line)
    assert all(len(line.split()) == 2 for line in (WORK / "detour_detours.dat").read_text().splitlines())
    for name in ("many.svg", "detour.svg"):
        text = (WORK / name).read_text()
        xml.dom.minidom.parseString(text)
        assert "http" not in text.replace("http://www.w3.org/2000/svg", "") and "prefers-color-scheme" in text
    done = tool("fwq", "-s", "-n", 20, "-w", 12, "-o", "none")
    assert len(done.stdout.split()) == 20 and "verdict" in done.stderr and not (WORK / "none_times.dat").exists()
    done = tool("ftq", "-s", "-n", 20, "-i", 14)
    assert [len(line.split()) for line in done.stdout.splitlines()] == [2] * 20
    tool("ftq", "-n", 20, "-i", 14, "--no-files", "-o", "never")
    assert not list(WORK.glob("never*")) and not list(WORK.glob("*.new"))
    json.loads(tool("ftq", "-n", 20, "-i", 14, "--no-files", "--json=-").stdout)


def test_one_core():
    core = usable()[-1]
    only = {"preexec_fn": lambda: os.sched_setaffinity(0, {core})}
    tool("fwq", "-n", 20, "-w", 12, "--no-files", "--json=one.json", **only)
    assert json.loads((WORK / "one.json").read_text())["threads"][0]["core"] in (core, None)
    done = tool("fwq", "-t", 2, "-n", 20, "-w", 12, expected=2, **only)
    assert "only 1 core may be used" in done.stderr and not done.stdout, done.stderr
    other = [each for each in usable() if each != core] + [1023]
    done = tool("fwq", f"--cores={other[0]}", expected=2, **only)
    assert "may be used" in done.stderr, done.stderr


def test_no_permission():
    """Nothing of /proc can be read: everything is measured, and no counter is shown."""
    (WORK / "empty/proc").mkdir(parents=True)
    done = tool("fwq", "-n", 50, "-w", 12, "--root=empty", "--json=bare.json")
    assert json.loads((WORK / "bare.json").read_text())["counted"] == [] and "while measuring" not in done.stdout
    folder = WORK / "closed"
    folder.mkdir()
    folder.chmod(0o500)
    if os.geteuid() == 0:
        print("skipped: a folder that root may not write in")
    else:
        assert "closed/x_times.dat" in tool("fwq", "-n", 9, "-w", 12, "-o", "closed/x", expected=70).stderr
    assert "nowhere/x_times.dat" in tool("fwq", "-n", 9, "-w", 12, "-o", "nowhere/x", expected=70).stderr
    assert "nowhere/x.json" in tool("fwq", "-n", 9, "-w", 12, "--no-files", "--json=nowhere/x.json", expected=70).stderr


def test_usage():
    write("good_times.dat", range(1, 100))
    write("good_counts.dat", range(1, 100))
    for words, text in [((), "what to measure"), (("analyze",), "what to analyze"), (("analyze", "fwq"), "no files"),
                        (("noise",), "'noise' is none of"), (("fwq", "more"), "unexpected argument 'more'"),
                        (("ftq", "-i", "31"), "'31' is not a number of bits"), (("ftq", "-i", "2"), "bits"),
                        (("fwq", "-w", "x"), "'x' is not"), (("fwq", "-w", ""), "'' is not"),
                        (("fwq", "-n", "1"), "samples"), (("fwq", "-n", "-5"), "samples"), (("fwq", "-t", "0"), "threads"),
                        (("fwq", "-i", "5"), "-i is an option of ftq"), (("ftq", "-w", "5"), "-w is an option of fwq"),
                        (("fwq", "--work=idle"), "not a kind of work"), (("fwq", "--cores=1-"), "not a list of cores"),
                        (("fwq", "--cores=1023"), "may be used"), (("fwq", "--vector=0"), "elements"),
                        (("fwq", "--bins=0"), "bins"), (("fwq", "--unknown"), "Try"), (("fwq", "-n"), "Try"),
                        (("detour", "--seconds=-1"), "seconds"), (("fwq", "--threshold=0"), "ns"),
                        (("ftq", "--check"), "--check is an option of fwq"), (("analyze", "detour", "--causes", "x"), "--trace=FILE"),
                        (("fwq", "--trace=x"), "--causes"), (("fwq", "--causes=all"), "neither trace nor counters"),
                        (("fwq", "--root=nowhere"), "neither proc nor sys"), (("fwq", "-o", ""), "prefix is empty"), (("fwq", "-o", "x" * 5000), "too long"),
                        (("fwq", "--tick-ns=1"), "of analyze"), (("fwq", "-s", "--json=-"), "both write to stdout"),
                        (("analyze", "fwq", "--tick-ns=nan", "good_times.dat"), "ns")]:
        done = tool(*words, expected=2)
        assert text in done.stderr and not done.stdout, (words, done.stderr)
    write("one_times.dat", [5])
    write("word_times.dat", [5, "five"])
    write("minus_times.dat", [5, -5])
    write("huge_times.dat", [5, 10**30])
    write("zero_times.dat", [0, 5])
    write("back_times.dat", [9, 8, 7])
    write("back_counts.dat", [9, 8, 7])
    write("odd_times.dat", [7, 8, 9])
    write("odd_counts.dat", [7, 8])
    write("idle_times.dat", [7, 8, 9, 10])
    write("idle_counts.dat", [0, 0, 0, 0])
    (WORK / "noise_times.dat").write_bytes(bytes(range(256)) * 20)
    for mode, name, text in [("fwq", "none_times.dat", "No such file"), ("fwq", "one_times.dat", "fewer than two"),
                             ("fwq", "word_times.dat", "line 2"), ("fwq", "minus_times.dat", "line 2"),
                             ("fwq", "huge_times.dat", "line 2"), ("fwq", "zero_times.dat", "too short for the clock"),
                             ("fwq", "noise_times.dat", "line "), ("fwq", ".", "Is a directory"),
                             ("ftq", "back_times.dat", "does not end after"), ("ftq", "odd_counts.dat", "3 times, but 2 counts"),
                             ("ftq", "idle_times.dat", "too short for the clock"), ("ftq", "good.dat", "its name must end"),
                             ("ftq", "word_times.dat", "line 2"), ("detour", "back_times.dat", "line 1"),
                             ("detour", "none_detours.dat", "No such file")]:
        done = tool("analyze", mode, name, expected=1)
        assert text in done.stderr and not done.stdout, (name, done.stderr)
    for option in ("-h", "--help"):
        assert "usage: ks-noise" in tool(option).stdout
    for letter in "soiwnth":
        assert f"\n  -{letter}" in tool("-h").stdout, letter
    tool("--version")


globals()[f"test_{CASE}"]()
print(f"{CASE}: passed")
