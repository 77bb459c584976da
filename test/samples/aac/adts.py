"""Takes an ADTS stream apart as far as the section data of each frame's first channel."""

RATES = [96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000]


class Bits:
    def __init__(self, data):
        self.value = int.from_bytes(data, "big")
        self.left = 8 * len(data)

    def take(self, count):
        self.left -= count
        return self.value >> self.left & (1 << count) - 1


def frames(path):
    data = open(path, "rb").read()
    at = 0
    while at < len(data):
        head = Bits(data[at : at + 7])
        if head.take(12) != 0xFFF:
            raise AssertionError(f"no syncword at byte {at}")
        head.take(4)
        profile, rate, _, channels = head.take(2), head.take(4), head.take(1), head.take(3)
        head.take(4)
        length = head.take(13)
        if at + length > len(data):
            raise AssertionError("last frame is cut off")
        yield profile, RATES[rate], channels, data[at : at + length]
        at += length


def first_channel(frame):
    """Window sequence, window shape and codebooks of the first channel of a frame."""
    bits = Bits(frame[7:])
    kind = bits.take(3)
    bits.take(4)
    if kind == 1:
        if bits.take(1) != 1:
            raise AssertionError("pair without common window")
    else:
        bits.take(8)
    bits.take(1)
    sequence, shape = bits.take(2), bits.take(1)
    groups = 1
    if sequence == 2:
        bands = bits.take(4)
        groups += 7 - bin(bits.take(7)).count("1")
    else:
        bands = bits.take(6)
        bits.take(1)
    joint = 0
    if kind == 1:
        joint = bits.take(2)
        if joint == 1:
            bits.take(groups * bands)
        bits.take(8)
    width = 3 if sequence == 2 else 5
    books = set()
    for _ in range(groups):
        band = 0
        while band < bands:
            books.add(bits.take(4))
            length = bits.take(width)
            while length and (length & (1 << width) - 1) == (1 << width) - 1:
                more = bits.take(width)
                band += length
                length = more
            band += length
        if band != bands:
            raise AssertionError("sections do not end at the last band")
    return sequence, shape, joint, books
