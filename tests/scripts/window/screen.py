"""Reads the pixels of a virtual screen from the framebuffer file of Xvfb (option -fbdir)."""
import mmap
import os
import struct
import zlib


class Image:
    """A rectangle of the screen: rows of blue, green, red and an unused byte."""

    def __init__(self, rows):
        self.rows = rows

    def differs(self, other, least=12):
        """Fraction of the pixels in which a colour differs by at least `least`."""
        count = differing = 0
        for a, b in zip(self.rows, other.rows):
            count += len(a) // 4
            if a == b:
                continue
            for k in range(0, len(a), 4):
                if a[k:k + 3] != b[k:k + 3]:
                    differing += max(abs(a[k + c] - b[k + c]) for c in range(3)) >= least
        return differing / max(count, 1)

    def mean(self):
        """Mean red, green, blue."""
        count = sum(len(row) // 4 for row in self.rows)
        return tuple(sum(sum(row[c::4]) for row in self.rows) / count for c in (2, 1, 0))

    def save(self, path):
        """Writes a PNG file."""
        raw = b"".join(b"\0" + bytes(row[k + c] for k in range(0, len(row), 4) for c in (2, 1, 0)) for row in self.rows)

        def chunk(kind, body):
            return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

        header = struct.pack(">IIBBBBB", len(self.rows[0]) // 4, len(self.rows), 8, 2, 0, 0, 0)
        with open(path, "wb") as file:
            file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(raw)) +
                       chunk(b"IEND", b""))


class Screen:
    """The screen of a server started with -fbdir FOLDER."""

    def __init__(self, folder):
        with open(os.path.join(folder, "Xvfb_screen0"), "rb") as file:
            self.memory = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        header = struct.unpack(">25I", self.memory[:100])
        self.width, self.height, self.stride = header[4], header[5], header[12]
        if header[11] != 32:
            raise SystemExit("the screen does not have 32 bits per pixel")
        self.first = header[0] + 12 * header[19]

    def grab(self, left, top, right, bottom):
        left, top = max(0, int(left)), max(0, int(top))
        right, bottom = min(self.width, int(right)), min(self.height, int(bottom))
        at = [self.first + y * self.stride for y in range(top, bottom)]
        return Image([self.memory[row + 4 * left:row + 4 * right] for row in at])
