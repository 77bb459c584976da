#!/usr/bin/env python3
"""The AAC encoder, end to end: what it writes is decoded by faad and compared with what
went in. One line per case; the last line is `N passed, N failed`.

Floors are a little below what the encoder reaches, so that a wrong table, a lost window
slope or a starved band shows. usage: cases.py BINARY WORKDIR
"""
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import adts
import audio
from endtoend import case, check, run_cases

HERE = os.path.dirname(os.path.abspath(__file__))
MAKE_AUDIO = os.path.join(HERE, "..", "..", "..", "samples", "aac-encoder", "make-audio")


class Bench:
    """The encoder under test and a folder to work in."""

    def __init__(self, binary, work):
        self.binary, self.work = os.path.abspath(binary), work
        self.recorded = self.path("recorded.wav")
        subprocess.run([sys.executable, MAKE_AUDIO, self.recorded, "15"], check=True)

    def path(self, name):
        return os.path.join(self.work, name)

    def encode(self, options, wav, name="t.aac"):
        aac = self.path(name)
        done = subprocess.run(
            [self.binary, *options.split(), wav, aac], capture_output=True, text=True
        )
        check(done.returncode == 0, f"{options}: {done.stderr.strip()}")
        check(done.stderr == "", "unexpected message: " + done.stderr.strip())
        return aac

    def round_trip(self, options, channels, rate, **kind):
        wav = self.path("t.wav")
        audio.write_wav(wav, channels, rate, **kind)
        aac = self.encode(options, wav)
        return aac, audio.decode(aac, self.path("d.wav"))

    def reject(self, *arguments):
        """Runs with arguments that must fail; `OUT` in them is the output file."""
        out = self.path("out.aac")
        done = subprocess.run(
            [self.binary, *[out if a == "OUT" else a for a in arguments]],
            capture_output=True,
            text=True,
        )
        check(done.returncode == 1, f"exit status {done.returncode}")
        check(done.stderr.count("\n") == 1 and done.stderr.endswith("\n"), "not one line on stderr")
        check(not os.path.exists(out), "left an output file")
        return done.stderr.strip().removeprefix("aac-encoder: ").replace(self.work + os.sep, "")

    def reject_bytes(self, data):
        wav = self.path("bad.wav")
        with open(wav, "wb") as f:
            f.write(data)
        return self.reject(wav, "OUT")


def check_frames(aac, rate, channels):
    """Every frame has the right header and fits the decoder's buffer."""
    count = 0
    for profile, frame_rate, configuration, frame in adts.frames(aac):
        check((profile, frame_rate, configuration) == (1, rate, channels), "wrong header")
        check(len(frame) * 8 <= 6144 * channels, f"frame {count} has {len(frame)} bytes")
        adts.first_channel(frame)
        count += 1
    return count


def kbps(aac, rate, channels):
    return os.path.getsize(aac) * 8 * rate / 1024 / check_frames(aac, rate, channels) / 1000


@case
def recorded_sound_at_constant_rates(bench):
    """Four bit rates: mean rate within 1.5 %, signal-to-noise ratio of the worse channel"""
    original = audio.read_wav(bench.recorded)
    found = []
    for rate, floor in ((64, 17.6), (96, 20.2), (128, 22.3), (192, 25.2)):
        aac = bench.encode(f"-b {rate}", bench.recorded)
        mean = kbps(aac, 48000, 2)
        check(abs(mean / rate - 1) < 0.015, f"{mean:.1f} kb/s instead of {rate}")
        decoded = audio.decode(aac, bench.path("d.wav"))
        ratio = min(map(audio.snr, original, decoded))
        found.append(f"{rate}k {ratio:.1f} dB")
        check(ratio > floor, f"{rate} kb/s: {ratio:.2f} dB, expected {floor}")
    return ", ".join(found)


@case
def recorded_sound_at_constant_quality(bench):
    """Better quality costs bytes and gains signal-to-noise ratio"""
    original = audio.read_wav(bench.recorded)
    last_size, last_ratio, found = 0, 0.0, []
    for quality in (1, 4, 7, 10):
        aac = bench.encode(f"-q {quality}", bench.recorded)
        size, ratio = os.path.getsize(aac), audio.snr(
            original[0], audio.decode(aac, bench.path("d.wav"))[0]
        )
        found.append(f"q{quality} {kbps(aac, 48000, 2):.0f}k {ratio:.1f} dB")
        check(size > 1.2 * last_size and ratio > last_ratio + 2, f"no step at quality {quality}")
        last_size, last_ratio = size, ratio
    return ", ".join(found)


@case
def every_block_decodes(bench):
    """Near the highest rate no block is damaged: the code tables agree with the decoder's"""
    original = audio.read_wav(bench.recorded)
    decoded = audio.decode(bench.encode("-b 480", bench.recorded), bench.path("d.wav"))
    worst = min(map(audio.worst_block_snr, original, decoded))
    check(worst > 10, f"a block has only {worst:.1f} dB")
    return f"worst block {worst:.1f} dB"


@case
def all_codebooks_and_windows_occur(bench):
    """Codebooks 0..11, four window sequences, both shapes, mid/side: all are used"""
    sequences, shapes, joints, books = set(), set(), set(), set()
    tone = bench.path("tone.wav")
    audio.write_wav(tone, [audio.tone(48000, 440, 48000, 0.9)], 48000)
    for options, wav in (("-b 48", bench.recorded), ("-b 400", bench.recorded), ("-b 128", tone)):
        for _, _, _, frame in adts.frames(bench.encode(options, wav)):
            sequence, shape, joint, used = adts.first_channel(frame)
            sequences.add(sequence)
            shapes.add(shape)
            joints.add(joint)
            books |= used
    check(books == set(range(12)), f"books {sorted(books)}")
    check(sequences == {0, 1, 2, 3}, f"sequences {sorted(sequences)}")
    check(shapes == {0, 1}, f"shapes {sorted(shapes)}")
    check(joints >= {0, 1}, f"stereo modes {sorted(joints)}")


@case
def every_code_word(bench):
    """All entries of all codebooks, escapes and scalefactor steps survive a decoder"""
    folder = os.path.dirname(MAKE_AUDIO)
    sources = [os.path.join(folder, f) for f in sorted(os.listdir(folder)) if f.endswith(".c")]
    sources = [f for f in sources if os.path.basename(f) != "main.c"]
    tool, aac, decoded = bench.path("codewords"), bench.path("words.aac"), bench.path("words.f32")
    build = [os.environ.get("CC", "cc"), "-std=c11", "-O1", "-I", folder]
    build += [os.path.join(HERE, "codewords.c"), *sources, "-lm", "-o", tool]
    decode = ["faad", "-q", "-f", "2", "-b", "4", "-o", decoded, aac]
    for command in (build, [tool, "write", aac], decode, [tool, "check", decoded]):
        done = subprocess.run(command, capture_output=True, text=True)
        check(done.returncode == 0, f"{command[0]}: {done.stderr.strip()[:120]}")


@case
def tones(bench):
    """Pure tones keep a high signal-to-noise ratio, at full scale too"""
    found = []
    for hz, level, floor in ((100, 0.5, 48), (1000, 0.5, 60), (5000, 0.99, 65)):
        original = audio.tone(44100, hz, 88200, level)
        _, decoded = bench.round_trip("-b 128", [original, original], 44100)
        ratio = audio.snr(original[4096:-4096], decoded[0][4096:])
        found.append(f"{hz} Hz {ratio:.0f} dB")
        check(ratio > floor, f"{hz} Hz: {ratio:.1f} dB")
    return ", ".join(found)


@case
def silence_stays_silent(bench):
    """Digital silence decodes to zeros, and the bit rate is kept by fill"""
    aac, decoded = bench.round_trip("-b 128", [audio.silence(96000)] * 2, 48000)
    check(not any(map(any, decoded)), "decodes to something else")
    mean = kbps(aac, 48000, 2)
    check(115 < mean < 130, f"{mean:.1f} kb/s")
    aac, decoded = bench.round_trip("-q 5", [audio.silence(96000)] * 2, 48000)
    check(not any(map(any, decoded)), "decodes to something else")
    check(kbps(aac, 48000, 2) < 8, "silence takes bits at constant quality")


@case
def white_noise(bench):
    """The hardest input keeps the rate and most of its energy"""
    original = [audio.noise(96000, 1), audio.noise(96000, 2)]
    aac, decoded = bench.round_trip("-b 128", original, 48000)
    mean = kbps(aac, 48000, 2)
    check(mean < 136, f"{mean:.1f} kb/s")
    kept = audio.energy(decoded[0]) / audio.energy(original[0])
    check(kept > 0.3, f"{100 * kept:.0f} % of the energy")
    return f"{100 * kept:.0f} % of the energy"


@case
def no_pre_echo(bench):
    """Between 23 ms and 3 ms before a click there is next to nothing"""
    original, starts = audio.clicks(48000, 144000)
    aac, decoded = bench.round_trip("-b 96", [original, original], 48000)
    check(any(adts.first_channel(f[3])[0] == 2 for f in adts.frames(aac)), "no short windows")
    worst = max(
        audio.energy(decoded[0][s - 1100 : s - 150]) / audio.energy(original[s : s + 960])
        for s in starts
    )
    check(worst < 1e-4, f"echo has {worst:.1e} of the click's energy")
    return f"echo {worst:.0e} of the click"


@case
def every_sampling_rate(bench):
    """Twelve rates, 8 to 96 kHz: each has its own bands"""
    found = []
    for rate in adts.RATES:
        original = audio.sweep(rate, rate)
        aac, decoded = bench.round_trip(f"-b {max(rate * 2 // 1000, 24)}", [original], rate)
        check_frames(aac, rate, 1)
        if rate <= 24000:  # faad doubles low rates; its filter delays by 962 samples
            decoded = [decoded[0][962::2]]
        ratio = audio.snr(original[:-1024], decoded[0])
        found.append(round(ratio))
        check(ratio > 20, f"{rate} Hz: {ratio:.1f} dB")
    return f"{min(found)}..{max(found)} dB"


@case
def channels_keep_their_places(bench):
    """Mono to 5.1: every channel has a tone of its own and finds its way"""
    for count in range(1, 7):
        pitch = [400 + 150 * c for c in range(count)]
        if count == 6:
            pitch[3] = 60
        original = [audio.tone(48000, hz, 48000, 0.4) for hz in pitch]
        _, decoded = bench.round_trip(f"-b {80 * count}", original, 48000)
        if count == 1:
            decoded = decoded[:1]
        if 3 <= count <= 5:  # faad leaves these in coding order, centre first
            decoded = [decoded[i] for i in (1, 2, 0, 3, 4)[:count]]
        check(len(decoded) == count, f"{len(decoded)} channels instead of {count}")
        for c in range(count):
            ratio = audio.snr(original[c][4096:-4096], decoded[c][4096:])
            check(ratio > 25, f"channel {c} of {count}: {ratio:.1f} dB")


@case
def sample_formats(bench):
    """16-bit, 24-bit, float and extensible files of the same values give the same bytes"""
    samples = [audio.noise(24000, 5), audio.sweep(48000, 24000)]
    outputs = []
    for kind in ("pcm16", "pcm24", "float"):
        for mask in (None, 3):
            aac, _ = bench.round_trip("-b 128", samples, 48000, kind=kind, mask=mask)
            outputs.append(open(aac, "rb").read())
    check(all(o == outputs[0] for o in outputs), "outputs differ")


@case
def short_inputs(bench):
    """A single sample, and lengths around one frame, come out whole"""
    for count in (1, 1023, 1024, 1025, 3000):
        original = audio.tone(48000, 1000, count)
        _, decoded = bench.round_trip("-b 64", [original], 48000)
        check(len(decoded[0]) >= count, f"{len(decoded[0])} of {count} samples")


@case
def bad_files(bench):
    """Broken input gives one line, status 1 and no output"""
    good = audio.wav_bytes(audio.tone(48000, 440, 4800), 1, 48000)
    word = lambda at, value: good[:at] + value.to_bytes(2, "little") + good[at + 2 :]
    no_data = good[:36] + b"junk" + good[40:]
    bad = {
        "truncated": [good[:2000], good[:30], good[:40] + b"\xff\xff\xff\x7f" + good[44:]],
        "not a WAV": [b"", b"RIFF", b"hello, world" * 20, b"RIFX" + good[4:]],
        "no data": [no_data, good[:36]],
        "no channels": [word(22, 0)],
        "number of channels": [word(22, 7)[:32] + b"\x0e\0" + good[34:]],
        "contradicts": [word(32, 5)],
        "sample format": [word(20, 2), word(34, 12), word(34, 0)],
        "sampling rate": [good[:24] + b"\x39\x30\0\0" + good[28:]],
        "no samples": [good[:40] + b"\0\0\0\0"],
        "speaker layout": [audio.wav_bytes(audio.tone(48000, 440, 4800), 2, 48000, mask=0x30)],
    }
    for reason, files in bad.items():
        for data in files:
            message = bench.reject_bytes(data)
            check(reason in message, f"expected '{reason}': {message}")
    return f"{sum(map(len, bad.values()))} files"


@case
def bad_options(bench):
    """Wrong options give one line, status 1 and no output"""
    wav = bench.recorded
    bad = [
        (),
        (wav,),
        (wav, "OUT", "more"),
        ("-b", wav, "OUT"),
        ("-b", "x", wav, "OUT"),
        ("-b", "128k", wav, "OUT"),
        ("-b", "-5", wav, "OUT"),
        ("-b", "0", wav, "OUT"),
        ("-b", "2", wav, "OUT"),
        ("-b", "9999", wav, "OUT"),
        ("-b", "nan", wav, "OUT"),
        ("-q", "11", wav, "OUT"),
        ("-q", "0", wav, "OUT"),
        ("-b", "128", "-q", "5", wav, "OUT"),
        ("-x", wav, "OUT"),
        (wav, "OUT", "-b"),
        (bench.path("missing.wav"), "OUT"),
        (bench.work, "OUT"),
        (wav, os.path.join(bench.work, "no", "such", "folder.aac")),
    ]
    for arguments in bad:
        bench.reject(*arguments)
    return f"{len(bad)} command lines"


run_cases(Bench)
