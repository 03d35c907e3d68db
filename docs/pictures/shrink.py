#!/usr/bin/env python3
"""Halves the size of a PNG image, quantises its colours and compresses it, to keep the pages small.

    shrink.py IN.png OUT.png [STEP]        (8-bit RGB; needs only the standard library)
"""
import struct
import sys
import zlib

CHANNELS = 3
STEP = int(sys.argv[3]) if len(sys.argv) > 3 else 4  # colour values are rounded to multiples of this


def chunks(data):
    at = 8
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        yield kind, data[at + 8:at + 8 + length]
        at += 12 + length


def paeth(a, b, c):
    p = a + b - c
    pa, pb, pc = abs(p - a), abs(p - b), abs(p - c)
    return a if pa <= pb and pa <= pc else b if pb <= pc else c


def predicted(kind, row, above, i):
    """Prediction of the PNG filter `kind` for byte i."""
    left = row[i - CHANNELS] if i >= CHANNELS else 0
    corner = above[i - CHANNELS] if i >= CHANNELS else 0
    return (0, left, above[i], (left + above[i]) // 2, paeth(left, above[i], corner) if kind == 4 else 0)[kind]


def read(path):
    data = open(path, "rb").read()
    parts = list(chunks(data))
    width, height, depth, colour, _, _, interlace = struct.unpack(">IIBBBBB", parts[0][1])
    if data[:8] != b"\x89PNG\r\n\x1a\n" or (depth, colour, interlace) != (8, 2, 0):
        sys.exit(f"{path}: not an 8-bit RGB image")
    raw = zlib.decompress(b"".join(body for kind, body in parts if kind == b"IDAT"))
    stride, rows, above = CHANNELS * width, [], bytearray(CHANNELS * width)
    for y in range(height):
        kind, packed = raw[y * (stride + 1)], raw[y * (stride + 1) + 1:(y + 1) * (stride + 1)]
        row = bytearray(stride)
        for i in range(stride):
            row[i] = (packed[i] + predicted(kind, row, above, i)) & 255
        rows.append(row)
        above = row
    return width, height, rows


def halved(width, height, rows):
    small = []
    for y in range(0, height - 1, 2):
        row = bytearray()
        for x in range(0, width - 1, 2):
            for c in range(CHANNELS):
                i = CHANNELS * x + c
                mean = (rows[y][i] + rows[y][i + 3] + rows[y + 1][i] + rows[y + 1][i + 3]) // 4
                row.append(min(255, (mean + STEP // 2) // STEP * STEP))
        small.append(row)
    return width // 2, height // 2, small


def write(path, width, height, rows):
    packed, above = bytearray(), bytearray(CHANNELS * width)
    for row in rows:
        candidates = []
        for kind in (0, 1, 2, 4):
            line = bytes((row[i] - predicted(kind, row, above, i)) & 255 for i in range(len(row)))
            candidates.append((sum(min(b, 256 - b) for b in line), kind, line))
        _, kind, line = min(candidates)
        packed += bytes([kind]) + line
        above = row

    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    with open(path, "wb") as out:
        out.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)) +
                  chunk(b"IDAT", zlib.compress(bytes(packed), 9)) + chunk(b"IEND", b""))


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    write(sys.argv[2], *halved(*read(sys.argv[1])))
