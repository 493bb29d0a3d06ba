"""HTTP/2 frames as bytes, and a connection that sends and receives any of them (RFC 9113, sections 4 and 6)."""

import os
import socket
import struct
from collections import namedtuple
from urllib.parse import urlsplit

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
DATA, HEADERS, PRIORITY, RST_STREAM, SETTINGS, PUSH_PROMISE, PING, GOAWAY, WINDOW_UPDATE, CONTINUATION = range(10)
TYPES = [
    "DATA",
    "HEADERS",
    "PRIORITY",
    "RST_STREAM",
    "SETTINGS",
    "PUSH_PROMISE",
    "PING",
    "GOAWAY",
    "WINDOW_UPDATE",
    "CONTINUATION",
]
END_STREAM = ACK = 0x1
END_HEADERS, PADDED, WITH_PRIORITY = 0x4, 0x8, 0x20
CODES = [
    "NO_ERROR",
    "PROTOCOL_ERROR",
    "INTERNAL_ERROR",
    "FLOW_CONTROL_ERROR",
    "SETTINGS_TIMEOUT",
    "STREAM_CLOSED",
    "FRAME_SIZE_ERROR",
    "REFUSED_STREAM",
    "CANCEL",
    "COMPRESSION_ERROR",
    "CONNECT_ERROR",
    "ENHANCE_YOUR_CALM",
    "INADEQUATE_SECURITY",
    "HTTP_1_1_REQUIRED",
]
# The seconds after which a missing response counts as not sent.
TIMEOUT = 60

Frame = namedtuple("Frame", "type flags stream payload")


def frame(type, flags=0, stream=0, payload=b"", length=None):
    """A frame; `length` states another length than the payload's."""
    length = len(payload) if length is None else length
    return struct.pack(">IBBI", length, type, flags, stream)[1:] + payload


def number(value):
    return struct.pack(">I", value)


def string(text):
    """A string literal without Huffman coding (RFC 7541, section 5.2)."""
    text = text.encode() if isinstance(text, str) else text
    return integer(len(text), 7) + text


def integer(value, bits, first=0):
    """An integer with a prefix of `bits`, the byte's other bits being those of `first` (RFC 7541, section 5.1)."""
    most = (1 << bits) - 1
    if value < most:
        return bytes([first | value])
    out, value = bytearray([first | most]), value - most
    while value >= 128:
        out.append(value % 128 + 128)
        value //= 128
    out.append(value)
    return bytes(out)


def block(lines):
    """A field block of literals that enter no table (RFC 7541, section 6.2.2)."""
    return b"".join(b"\0" + string(name) + string(value) for name, value in lines)


def request(method="GET", path="/", *more):
    return [(":method", method), (":scheme", "http"), (":authority", "localhost"), (":path", path), *more]


def headers(stream, lines, flags=END_HEADERS | END_STREAM):
    return frame(HEADERS, flags, stream, block(lines))


def get(stream=1, path="/", *more):
    return headers(stream, request("GET", path, *more))


def post(stream=1, *more):
    """A POST without the end of its stream; the content follows."""
    return headers(stream, request("POST", "/", *more), END_HEADERS)


def data(stream, content=b"", flags=0):
    return frame(DATA, flags, stream, content)


def settings(*entries):
    return frame(SETTINGS, 0, 0, b"".join(struct.pack(">HI", *entry) for entry in entries))


def ping(payload=b"\0" * 8, flags=0, stream=0):
    return frame(PING, flags, stream, payload)


def window_update(stream, increment):
    return frame(WINDOW_UPDATE, 0, stream, number(increment))


def reset(stream, code=8):
    return frame(RST_STREAM, 0, stream, number(code))


def code_name(code):
    return CODES[code] if code < len(CODES) else hex(code)


def address(url):
    parts = urlsplit(url)
    return parts.hostname, parts.port


class Connection:
    """A connection; unless `greets` is false, after the exchange of the prefaces."""

    def __init__(self, url, greets=True):
        self.socket = socket.create_connection(address(url), timeout=TIMEOUT)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buffer = bytearray()
        if not greets:
            return
        self.send(PREFACE + settings())
        seen = set()
        while len(seen) < 2:
            came = self.next()
            assert came, "the connection ended in the prefaces"
            if came.type == SETTINGS:
                seen.add(came.flags & ACK)
        self.send(frame(SETTINGS, ACK))

    def send(self, octets):
        self.socket.sendall(octets)

    def next(self):
        """The next frame; None at the end, clean or not."""
        while True:
            if len(self.buffer) >= 9:
                length = int.from_bytes(self.buffer[:3], "big")
                if len(self.buffer) >= 9 + length:
                    type, flags, stream = struct.unpack_from(">BBI", self.buffer, 3)
                    payload = bytes(self.buffer[9 : 9 + length])
                    del self.buffer[: 9 + length]
                    return Frame(type, flags, stream & 0x7FFFFFFF, payload)
            try:
                piece = self.socket.recv(65536)
            except ConnectionError:
                return None
            if not piece:
                return None
            self.buffer += piece

    def until(self, isLast):
        """The frames up to the first for which `isLast` is true, or to the end."""
        frames = []
        while (came := self.next()) is not None:
            frames.append(came)
            if isLast(came):
                break
        return frames

    def probe(self):
        """The frames up to the acknowledgement of a PING, and whether it arrived."""
        token = os.urandom(8)
        try:
            self.send(ping(token))
        except ConnectionError:
            pass
        frames = self.until(lambda came: came.type == PING and came.payload == token)
        return frames, bool(frames) and frames[-1].type == PING and frames[-1].payload == token

    def close(self):
        self.socket.close()


# The statuses in HPACK's static table, by the octet that encodes their index.
STATUSES = {0x88: 200, 0x89: 204, 0x8A: 206, 0x8B: 304, 0x8C: 400, 0x8D: 404, 0x8E: 500}


def status(frames, stream):
    """The status on a stream; 0 if it is not in the static table; None if there is no status."""
    for came in frames:
        if came.type == HEADERS and came.stream == stream:
            return STATUSES.get(came.payload[0], 0)
    return None
