"""Makes WAV files, decodes AAC files and compares the two. Python's standard library only."""
import array
import math
import operator
import random
import struct
import subprocess
import wave

import adts

FULL = 32767


def interleave(channels):
    frames = array.array("h", bytes(2 * len(channels) * len(channels[0])))
    for c, samples in enumerate(channels):
        frames[c :: len(channels)] = array.array("h", samples)
    return frames


def riff(fmt, data):
    pad = b"\0" * (len(data) & 1)
    body = b"WAVEfmt " + struct.pack("<I", len(fmt)) + fmt
    body += b"data" + struct.pack("<I", len(data)) + data + pad
    return b"RIFF" + struct.pack("<I", len(body)) + body


def wav_bytes(frames, channels, rate, kind="pcm16", mask=None):
    """A WAV file of 16-bit values in another sample format; with a mask, extensible."""
    tag, bits = {"pcm16": (1, 16), "pcm24": (1, 24), "float": (3, 32)}[kind]
    if kind == "pcm16":
        data = frames.tobytes()
    elif kind == "pcm24":
        data = b"".join(struct.pack("<i", s << 8)[:3] for s in frames)
    else:
        data = array.array("f", [s / 32768 for s in frames]).tobytes()
    width = channels * bits // 8
    fmt = struct.pack("<HIIHH", channels, rate, rate * width, width, bits)
    if mask is None:
        return riff(struct.pack("<H", tag) + fmt, data)
    guid = struct.pack("<H", tag) + bytes.fromhex("000000001000800000aa00389b71")
    return riff(struct.pack("<H", 0xFFFE) + fmt + struct.pack("<HHI", 22, bits, mask) + guid, data)


def write_wav(path, channels, rate, kind="pcm16", mask=None):
    with open(path, "wb") as f:
        f.write(wav_bytes(interleave(channels), len(channels), rate, kind, mask))


def read_wav(path):
    """Channels of a 16-bit WAV file, plain or extensible."""
    data = open(path, "rb").read()
    at, count, samples = 12, 0, array.array("h")
    while at + 8 <= len(data):
        name, size = data[at : at + 4], struct.unpack_from("<I", data, at + 4)[0]
        if name == b"fmt ":
            count = struct.unpack_from("<H", data, at + 10)[0]
        if name == b"data":
            body = data[at + 8 : at + 8 + size]
            samples.frombytes(body[: len(body) // 2 * 2])
        at += 8 + size + (size & 1)
    return [samples[c::count] for c in range(count)]


def decode(aac, wav):
    """The channels without the encoder's delay of one frame: faad 2.11 writes it, 2.10 does not."""
    done = subprocess.run(["faad", "-q", "-o", wav, aac], capture_output=True, text=True)
    if done.returncode != 0:
        raise AssertionError("faad cannot decode: " + done.stderr.strip()[-80:])
    rates = [rate for _, rate, _, _ in adts.frames(aac)]
    length = 2048 if rates[0] <= 24000 else 1024  # faad doubles low rates
    return [channel[-(len(rates) - 1) * length :] for channel in read_wav(wav)]


def energy(samples):
    return sum(map(operator.mul, samples, samples))


def snr(original, decoded):
    """dB; `decode` drops the encoder's delay, so the samples are already aligned."""
    if len(decoded) < len(original):
        raise AssertionError(f"decoded {len(decoded)} of {len(original)} samples")
    error = energy(list(map(operator.sub, original, decoded)))
    return 10 * math.log10((energy(original) + 1) / (error + 1))


def worst_block_snr(original, decoded, block=2048, floor=300):
    """The least SNR among the blocks whose root mean square exceeds `floor`."""
    worst = 200.0
    for at in range(0, len(original) - block, block):
        part = original[at : at + block]
        if energy(part) > floor * floor * block:
            worst = min(worst, snr(part, decoded[at : at + block]))
    return worst


def silence(count):
    return array.array("h", bytes(2 * count))


def tone(rate, hz, count, level=0.5):
    step = 2 * math.pi * hz / rate
    return array.array("h", [round(level * FULL * math.sin(step * n)) for n in range(count)])


def noise(count, seed=1, level=0.25):
    rng = random.Random(seed)
    scale = level * FULL
    return array.array("h", [round(scale * (2 * rng.random() - 1)) for _ in range(count)])


def sweep(rate, count, seed=2):
    """A rising tone with harmonics and a little noise: something for every band."""
    rng = random.Random(seed)
    out, phase = array.array("h"), 0.0
    for n in range(count):
        phase += 2 * math.pi * (100 + 0.1 * rate * n / count) / rate
        value = 0.5 * math.sin(phase) + 0.2 * math.sin(2.01 * phase) + 0.02 * (rng.random() - 0.5)
        out.append(round(0.7 * FULL * value))
    return out


def clicks(rate, count, period=0.31):
    """Castanets: short bursts of noise, silence between; and where they begin."""
    rng = random.Random(3)
    out = silence(count)
    starts = [int(rate * (0.2 + period * i)) for i in range(int((count / rate - 0.4) / period))]
    for start in starts:
        for n in range(int(0.02 * rate)):
            level = 0.7 * FULL * math.exp(-n / (0.003 * rate))
            out[start + n] = round(level * (2 * rng.random() - 1))
    return out, starts
