"""Clients with sockets of their own, which can leave, stop reading, or send a byte at a time."""

import socket
import ssl
import struct

BOUND = 120  # seconds that anything may take


def connected(port, small=False, tls=None):
    """A connection; `tls` is the protocol that it offers by ALPN, nothing in the clear."""
    connection = socket.socket()
    if small:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.settimeout(BOUND)
    connection.connect(("127.0.0.1", port))
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return TLS(connection, tls) if tls else connection


class TLS:
    """A socket with TLS that can end its own direction and still read, which those of Python can't."""

    def __init__(self, connection, protocol):
        self.raw = connection
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        context.set_alpn_protocols([protocol])
        self.coming, self.going = ssl.MemoryBIO(), ssl.MemoryBIO()
        self.tls = context.wrap_bio(self.coming, self.going)
        self.done(self.tls.do_handshake)

    def flush(self):
        if some := self.going.read():
            self.raw.sendall(some)

    def done(self, action):
        while True:
            try:
                result = action()
                self.flush()
                return result
            except ssl.SSLWantReadError:
                self.flush()
                if not (some := self.raw.recv(1 << 16)):
                    return b""
                self.coming.write(some)
            except (ssl.SSLZeroReturnError, ssl.SSLEOFError):
                return b""

    def sendall(self, data):
        self.done(lambda: self.tls.write(data))

    def recv(self, count):
        return self.done(lambda: self.tls.read(count))

    def setsockopt(self, *option):
        self.raw.setsockopt(*option)

    def shutdown(self, how):
        try:
            self.tls.unwrap()
        except ssl.SSLError:
            pass
        self.flush()
        self.raw.shutdown(how)

    def close(self):
        self.raw.close()


class Client:
    """One connection over HTTP/1.1."""

    def __init__(self, port, small=False, tls=False):
        self.socket = connected(port, small, "http/1.1" if tls else None)
        self.rest = b""

    def send(self, method, target, headers=(), body=None):
        self.socket.sendall(head(method, target, headers, body) + (body or b""))

    def ask(self, method, target, headers=(), body=None):
        self.send(method, target, headers, body)
        return self.response()

    def response(self):
        """Status and body; the status is None if the connection ends before it."""
        data = self.rest
        while (end := data.find(b"\r\n\r\n")) < 0:
            more = self.receive()
            if not more:
                return None, b""
            data += more
        lines = data[:end].decode("latin-1").lower().split("\r\n")
        status = int(lines[0].split()[1])
        length = next((int(line[15:]) for line in lines if line.startswith("content-length:")), 0)
        parts, size = [data[end + 4:]], len(data) - end - 4
        while size < length:
            more = self.receive()
            if not more:
                return None, b""
            parts.append(more)
            size += len(more)
        data = b"".join(parts)
        self.rest = data[length:]
        return status, data[:length]

    def receive(self):
        try:
            return self.socket.recv(1 << 18)
        except ConnectionError:
            return b""

    def reset(self):
        """Leaves by a reset."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.socket.close()

    def close(self):
        """Leaves by a clean end."""
        self.socket.close()

    def half_close(self):
        self.socket.shutdown(socket.SHUT_WR)


def head(method, target, headers=(), body=None):
    fields = "".join(f"{name}: {value}\r\n" for name, value in dict(headers).items())
    length = f"Content-Length: {len(body)}\r\n" if body is not None else ""
    return f"{method} {target} HTTP/1.1\r\nHost: 127.0.0.1\r\n{length}{fields}\r\n".encode()


class HTTP2Client:
    """One connection over HTTP/2 in the clear, one request at a time, with the window that it is given."""

    def __init__(self, port, window=65_535, tls=False):
        self.socket = connected(port, tls="h2" if tls else None)
        self.scheme, self.has_ended = "https" if tls else "http", False
        # SETTINGS_INITIAL_WINDOW_SIZE (RFC 9113, section 6.5.2).
        self.socket.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + frame(4, 0, 0, struct.pack(">HI", 4, window)))
        self.stream = -1

    def send(self, method, target, headers=(), body=None):
        self.socket.sendall(self.request(method, target, headers))

    def request(self, method, target, headers=(), ends=True):
        """The frame of a request's head on a new stream."""
        self.stream += 2
        fields = {":method": method, ":scheme": self.scheme, ":authority": "127.0.0.1", ":path": target,
                  **{name.lower(): value for name, value in dict(headers).items()}}
        block = b"".join(literal(*field) for field in fields.items())
        return frame(1, 5 if ends else 4, self.stream, block)

    def response(self, wanted=None):
        """Reads until the end of a stream, the last one if none is given; acknowledges what it has to, if it has not
        ended its own direction. The status is not decoded."""
        body, wanted = b"", wanted or self.stream
        while True:
            kind, flags, stream, payload = self.frame()
            if kind is None or kind == 3 and stream == wanted:
                return None, body
            if kind == 4 and not flags & 1 and not self.has_ended:
                self.socket.sendall(frame(4, 1, 0, b""))
            if kind == 0 and stream == wanted:
                body += payload
                if payload and not self.has_ended:
                    update = struct.pack(">I", len(payload))
                    self.socket.sendall(frame(8, 0, 0, update) + frame(8, 0, stream, update))
            if kind in (0, 1) and flags & 1 and stream == wanted:
                return 0, body

    def frame(self):
        header = self.exactly(9)
        if not header:
            return None, 0, 0, b""
        length = int.from_bytes(header[:3], "big")
        return header[3], header[4], int.from_bytes(header[5:9], "big") & 0x7FFFFFFF, self.exactly(length)

    def exactly(self, count):
        data = b""
        while len(data) < count:
            try:
                more = self.socket.recv(count - len(data))
            except ConnectionError:
                more = b""
            if not more:
                return b""
            data += more
        return data

    def reset(self):
        """Leaves the stream, and keeps the connection."""
        self.socket.sendall(frame(3, 0, self.stream, struct.pack(">I", 8)))

    def close(self):
        self.socket.close()

    def half_close(self):
        self.has_ended = True
        self.socket.shutdown(socket.SHUT_WR)


def frame(kind, flags, stream, payload):
    return len(payload).to_bytes(3, "big") + bytes([kind, flags]) + stream.to_bytes(4, "big") + payload


def literal(name, value):
    """A field that is in no table (RFC 7541, section 6.2.2)."""
    name, value = name.encode(), value.encode()
    return b"\x00" + bytes([len(name)]) + name + bytes([len(value)]) + value
