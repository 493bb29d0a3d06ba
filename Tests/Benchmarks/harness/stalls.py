"""A server to measure, its neighbour, and what else keeps the processors busy."""

import contextlib
import http.client
import json
import os
import socket
import subprocess
import tempfile
import threading
import time
import urllib.parse
from collections import namedtuple
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent
# The longest wait in milliseconds that a neighbour may notice.
GOAL = 20
# Seconds after which a response is given up.
PATIENCE = 120

Waits = namedtuple("Waits", "worst p99 count")


def compile_neighbour(folder):
    program = folder / "neighbour"
    subprocess.run([os.environ.get("CC", "cc"), "-O2", "-o", program, FOLDER / "neighbour.c"], check=True)
    return program


class Server:
    """A mockserver with an admin port that plays a scenario."""

    def __init__(self, program, scenario):
        self.folder = tempfile.TemporaryDirectory(prefix="stalls.")
        folder = Path(self.folder.name)
        path = folder / "scenario.yaml"
        path.write_text(scenario)
        ready = folder / "admin"
        # A shell in the server's own process would be one more; the wrapped command tells both addresses.
        tell = f'printf "%s\\n%s\\n" "$MOCKSERVER_URL" "$MOCKSERVER_ADMIN_URL" >{ready}.new && mv {ready}.new {ready} && exec sleep 100000'
        self.process = subprocess.Popen(
            # Calls to a session are measured one after the other, for minutes, most of which don't use it.
            [program, "--scenario", path, "--admin-port", "0", "--session-timeout", "1h", "--", "sh", "-c", tell],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE if os.environ.get("STALLS_LOG") is None else None,
            # No session of its own: to the scheduler that would be a group (autogroup, sched(7)), whose share of a busy
            # processor can be so small that a thread waits there for 60 ms, whatever the program does.
            process_group=0)
        if self.process.stderr:
            threading.Thread(target=self.process.stderr.read, daemon=True).start()
        deadline = time.monotonic() + 60
        while not ready.exists():
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise SystemExit(f"error: {program} does not start with this scenario:\n{scenario[:2000]}")
            time.sleep(0.005)
        self.url, self.admin_url = ready.read_text().split()
        self.port = urllib.parse.urlsplit(self.url).port
        self.admin_port = urllib.parse.urlsplit(self.admin_url).port

    def __enter__(self):
        return self

    def __exit__(self, *_):
        with contextlib.suppress(ProcessLookupError):
            # The server's own group, with the command that it wraps.
            os.killpg(self.process.pid, 9)
        self.process.wait()
        self.folder.cleanup()

    def admin(self, method, path, body=None, status=None):
        """Asks the admin API on a new connection; returns the status and the body."""
        connection = http.client.HTTPConnection("127.0.0.1", self.admin_port, timeout=PATIENCE)
        with contextlib.closing(connection):
            connection.request(method, path, body)
            response = connection.getresponse()
            content = response.read()
        if status is not None and response.status != status:
            raise SystemExit(f"error: {method} {path}: {response.status}, not {status}: {content[:500].decode()}")
        return response.status, content

    def begin(self, scenario):
        """Begins a session, and returns its id."""
        return json.loads(self.admin("POST", "/sessions", scenario, status=201)[1])["session"]

    def ask(self, raw):
        """Sends the bytes of a request on a new connection, and reads the response; a refusal may come early."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as connection:
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                connection.sendall(raw)
            response = http.client.HTTPResponse(connection, method=raw.split(b" ", 1)[0].decode())
            with contextlib.suppress(ConnectionResetError, http.client.HTTPException):
                response.begin()
                response.read()

    def pipeline(self, raw, count):
        """Sends the bytes of a request so often at once on a new connection, and reads the responses."""
        with self.connection() as connection, connection.makefile("rb") as responses:
            connection.sendall(raw * count)
            for _ in range(count):
                if not responses.readline().startswith(b"HTTP/1.1 "):
                    raise SystemExit("error: the server ended the connection before all responses")
                length = 0
                while (line := responses.readline().lower()) not in (b"\r\n", b""):
                    if line.startswith(b"content-length:"):
                        length = int(line[15:])
                responses.read(length)

    def parallel(self, raw, count):
        """Sends a request so often at once by HTTP/2, on streams of one connection, and reads the responses."""
        request, body = raw.split(b"\r\n\r\n", 1)
        line, *fields = request.decode().split("\r\n")
        method, target, _ = line.split(" ")
        fields = [(name.lower(), value) for name, value in (field.split(": ", 1) for field in fields)]
        fields = [(":method", method), (":scheme", "http"), (":authority", "localhost"), (":path", target)] + [
            field for field in fields if field[0] != "host"]
        # Fields that are in no table (RFC 7541, section 6.2.2).
        block = b"".join(b"\0" + string(name) + string(value) for name, value in fields)
        streams = set(range(1, 2 * count, 2))
        frames = b"".join(frame(1, 4, stream, block) + frame(0, 1, stream, body) for stream in sorted(streams))
        with self.connection() as connection, connection.makefile("rb") as coming:
            connection.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + frame(4, 0, 0, b"") + frames)
            while streams:
                header = coming.read(9)
                if len(header) < 9 or header[3] in (3, 7):
                    raise SystemExit("error: the server ended a stream before its response")
                coming.read(int.from_bytes(header[:3], "big"))
                if header[3] in (0, 1) and header[4] & 1:
                    streams.discard(int.from_bytes(header[5:], "big"))

    def connection(self):
        return socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)

    def fill(self, count, target, body=b""):
        """Sends so many requests for a target, on one connection."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        with contextlib.closing(connection):
            for number in range(count):
                connection.request("POST", target.format(number), body)
                connection.getresponse().read()


def string(text):
    """A text without Huffman coding, behind its length (RFC 7541, sections 5.1 and 5.2)."""
    data = text.encode()
    if len(data) < 127:
        return bytes([len(data)]) + data
    rest, length = len(data) - 127, [127]
    while rest > 127:
        length.append(rest & 127 | 128)
        rest >>= 7
    return bytes([*length, rest]) + data


def frame(kind, flags, stream, payload):
    """A frame of HTTP/2."""
    return len(payload).to_bytes(3, "big") + bytes([kind, flags]) + stream.to_bytes(4, "big") + payload


class Servers:
    """The servers of one program, of which one runs at a time: rows that need the same state share it."""

    def __init__(self, program):
        self.program, self.server, self.state = program, None, None

    def __enter__(self):
        return self

    def __exit__(self, *error):
        if self.server:
            self.server.__exit__(*error)

    def prepared(self, row):
        """A server in the state that a row's calls meet."""
        state = (row.scenario, row.prepare)
        if self.server is None or state != self.state or row.changes:
            self.__exit__(None, None, None)
            self.server, self.state = Server(self.program, row.scenario), state
            row.prepare(self.server)
        return self.server


@contextlib.contextmanager
def busy_loops():
    # They end with this process, also if that is killed.
    loops = [subprocess.Popen(["sh", "-c", "while kill -0 $PPID 2>/dev/null; do :; done"]) for _ in range(2)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def measure(neighbour, server, row, count, like=None):
    """The waits of a neighbour while a row's calls are made, and how many were made; without calls if there is no row."""
    port, path = (row or like).neighbour(server)
    process = subprocess.Popen(
        [neighbour, str(port), path, str(count), "4"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        if process.stdout.readline() != "begun\n":
            raise SystemExit(f"error: the neighbour gets no response to GET {path}")
        end, calls = time.monotonic() + count / 1000, 0
        while row and (calls < row.calls or time.monotonic() < end):
            row.call(server)
            calls += 1
            # Lets the processors rest, so that the wait is for the call and not for a processor.
            time.sleep(0.005)
        process.stdin.close()
        figures = process.stdout.readline().split()
        if not figures:
            raise SystemExit(f"error: the neighbour lost its connection during {(row or like).name}")
        worst, p99, sent = figures
    finally:
        process.kill()
        process.wait()
    return Waits(int(worst) / 1e6, int(p99) / 1e6, int(sent)), calls
