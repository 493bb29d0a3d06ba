"""What is counted in instructions: each row runs a program under valgrind's callgrind."""

import contextlib
import os
import re
import signal
import socket
import ssl
import statistics
import subprocess
import sys
import tempfile
from urllib.parse import urlsplit

from .programs import HERE, SCENARIO, output
from .scenarios import long_script, stubs
from .servers import Servers, begin_sessions, free_port

BUDGET = HERE / "budget.json"

ROWS = {
    "plain": "a request over HTTP/1.1, answered by a constant response of 1 kB",
    "template": "a request with a template, a capture and an assertion on JSON",
    "h2c": "the same as plain, a stream of HTTP/2 in the clear",
    "tls": "the same as plain over TLS 1.3",
    "failure": "a request that fails its assertion on JSON",
    "session": "a request to the only session",
    "sessions": "a request to one of 10,000 sessions",
    "command": "start and stop of the command",
    "in-process": "start and stop of a server in process",
    "load": "load of a scenario of 1 MB by the command",
}
WARM, ROUNDS = 1_000, 7
# The requests of a batch. How often the server waits longer than it stays on its thread depends on what else the machine
# does, and counts most where a request costs little: there the batch is large.
BATCH, SMALL_BATCH = 1_000, 200
BODY = b'{"order":4711,"customer":"Ada Lovelace","items":[{"sku":"A-1","count":2},{"sku":"B-7","count":1}]}'
ENVIRONMENT = {
    **{name: value for name, value in os.environ.items() if not name.startswith("MOCKSERVER_")},
    # Else the order of a table's entries, and so the work to find one, differs from run to run.
    "SWIFT_DETERMINISTIC_HASHING": "1",
}


def request(method, body=b"", prefix=""):
    fields = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n" if body else ""
    return f"{method} {prefix}/bench HTTP/1.1\r\nHost: 127.0.0.1\r\n{fields}\r\n".encode() + body


class HTTP1:
    """A connection on which each request waits for the response to the one before."""

    def __init__(self, port, data, tls=False):
        self.socket, self.data = connect(port), data
        if tls:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
            self.socket = context.wrap_socket(self.socket)

    def ask(self):
        self.socket.sendall(self.data)
        data = b""
        while (end := data.find(b"\r\n\r\n")) < 0:
            data += receive(self.socket)
        length = int(re.search(rb"(?i)\r\ncontent-length: *(\d+)", data).group(1))
        while len(data) < end + 4 + length:
            data += receive(self.socket)


class HTTP2:
    """The same in the clear over HTTP/2, a stream for each request."""

    WINDOW = (1 << 31) - 1

    def __init__(self, port):
        self.socket, self.stream, self.rest = connect(port), -1, b""
        settings = b"\x00\x04" + self.WINDOW.to_bytes(4, "big")
        self.socket.sendall(
            b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + frame(4, 0, 0, settings)
            + frame(8, 0, 0, (self.WINDOW - 65_535).to_bytes(4, "big")))
        # :method GET, :scheme http, :path /bench, :authority (RFC 7541, appendix A).
        self.block = b"\x82\x86\x04\x06/bench\x01\x09127.0.0.1"

    def ask(self):
        self.stream += 2
        self.socket.sendall(frame(1, 5, self.stream, self.block))
        while True:
            header = self.exactly(9)
            payload = self.exactly(int.from_bytes(header[:3], "big"))
            kind, flags, stream = header[3], header[4], int.from_bytes(header[5:], "big")
            if kind == 4 and not flags & 1:
                self.socket.sendall(frame(4, 1, 0, b""))
            if kind in (3, 7):
                sys.exit(f"error: the server ended a stream or the connection: {payload!r}")
            if kind in (0, 1) and flags & 1 and stream == self.stream:
                return

    def exactly(self, count):
        while len(self.rest) < count:
            self.rest += receive(self.socket)
        data, self.rest = self.rest[:count], self.rest[count:]
        return data


def connect(port):
    connection = socket.create_connection(("127.0.0.1", port), timeout=300)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return connection


def receive(connection):
    return connection.recv(65536) or sys.exit("error: the server closed a connection")


def frame(kind, flags, stream, payload):
    return len(payload).to_bytes(3, "big") + bytes([kind, flags]) + stream.to_bytes(4, "big") + payload


class Process:
    """A program under callgrind."""

    def __init__(self, folder, *command, counts=True):
        """`counts` says whether it counts from the start."""
        self.out = os.path.join(tempfile.mkdtemp(dir=folder), "out")
        self.dumps = 0
        self.process = subprocess.Popen(
            ["valgrind", "--tool=callgrind", "--quiet", "--demangle=no", f"--instr-atstart={'yes' if counts else 'no'}",
             f"--callgrind-out-file={self.out}", *map(str, command)],
            stdout=subprocess.PIPE, text=True, env=ENVIRONMENT)

    def control(self, *arguments):
        output("callgrind_control", *arguments, self.process.pid, errors=subprocess.DEVNULL)

    def so_far(self):
        """The instructions since the start or since the last dump."""
        self.control("-d")
        self.dumps += 1
        return total(f"{self.out}.{self.dumps}")

    def counted(self, work):
        """The instructions of the process while `work` is done."""
        self.control("-z")
        work()
        return self.so_far()

    def end(self, with_signal=None):
        """The instructions of the process from its start to its end, which must be a success."""
        if with_signal:
            self.process.send_signal(with_signal)
        if status := self.process.wait(600):
            sys.exit(f"error: exit status {status}")
        return total(self.out)

    def functions(self):
        """The names of the functions that it has run, once it has ended."""
        with open(self.out) as file:
            names = re.findall(r"^c?fn=\(\d+\) ([^\s']+)", file.read(), re.MULTILINE)
        return {name for name in names if not name.startswith(("0x", "("))}


def total(path):
    with open(path) as file:
        return int(re.search(r"^(?:totals|summary): (\d+)", file.read(), re.MULTILINE).group(1))


class Counted:
    def __init__(self, programs, scratch):
        self.scratch = scratch
        # Without what compilers write for debuggers: older valgrinds end at it.
        for name in ("mockserver", "StartStop"):
            output("objcopy", "--strip-debug", programs / name, scratch / name)

    def measure(self, name):
        order = HERE / "order.yaml"
        return {
            "plain": lambda: self.request(SCENARIO, lambda port: HTTP1(port, request("GET"))),
            "template": lambda: self.request(
                order, lambda port: HTTP1(port, request("POST", BODY)), batch=SMALL_BATCH),
            "h2c": lambda: self.request(SCENARIO, HTTP2),
            "tls": lambda: self.request(SCENARIO, lambda port: HTTP1(port, request("GET"), tls=True), tls=True),
            "failure": lambda: self.request(
                order, lambda port: HTTP1(port, request("POST", BODY.replace(b"B-7", b"B-8"))), batch=SMALL_BATCH),
            "session": lambda: self.session(1),
            "sessions": lambda: self.session(10_000),
            "command": self.command,
            "in-process": self.in_process,
            "load": self.load,
        }[name]()

    @contextlib.contextmanager
    def server(self, scenario, *arguments, counts=False):
        """A server under callgrind that listens, and its port."""
        server = Process(
            self.scratch, self.scratch / "mockserver", "--quiet", "--scenario", scenario, "--ready-file", "/dev/stdout",
            *arguments, counts=counts)
        try:
            url = server.process.stdout.readline().strip() or sys.exit("error: the server did not start")
            yield server, urlsplit(url).port
        finally:
            server.process.kill()
            server.process.communicate()

    def request(self, scenario, make, tls=False, batch=BATCH):
        """The instructions of a request: one connection, each request after the response before it."""
        arguments = []
        if tls:
            certificate, key = Servers(self.scratch, self.scratch).certificate()
            arguments = ["--tls-certificate", certificate, "--tls-key", key]
        with self.server(scenario, *arguments) as (server, port):
            return self.lockstep(server, make(port), batch)

    def functions(self):
        """The names of the functions that a start, requests and a stop run, those that every run needs first. The
        program must have its symbols."""
        plays = [
            (SCENARIO, lambda port: HTTP1(port, request("GET"))),
            (HERE / "order.yaml", lambda port: HTTP1(port, request("POST", BODY))),
            (SCENARIO, HTTP2),
        ]
        # A set that keeps the order.
        found = {}
        for scenario, make in plays:
            with self.server(scenario, counts=True) as (server, port):
                client = make(port)
                for _ in range(300):
                    client.ask()
                server.end(signal.SIGTERM)
                found |= dict.fromkeys(sorted(server.functions()))
        return list(found)

    def session(self, count):
        """The instructions of a request to a session among so many."""
        path, admin = stubs(self.scratch, 1), free_port()
        with self.server(path, "--admin-port", admin, "--session-timeout", "1h") as (server, port):
            prefix = urlsplit(begin_sessions(admin, path, count)).path
            # What ends idle sessions looks at all of them from time to time.
            return self.lockstep(server, HTTP1(port, request("GET", prefix=prefix)), 2 * BATCH)

    @staticmethod
    def lockstep(server, client, batch):
        def play(count):
            for _ in range(count):
                client.ask()

        play(WARM)
        server.control("-i", "on")
        # The first instructions that are counted are translated.
        play(batch)
        return statistics.median(
            (server.counted(lambda: play(2 * batch)) - server.counted(lambda: play(batch))) / batch
            for _ in range(ROUNDS))

    def command(self):
        """The instructions of the command from its start to its end by a signal, without a request."""
        path = self.tiny()

        def once():
            with self.server(path, counts=True) as (server, _):
                return server.end(signal.SIGTERM)

        return statistics.median(once() for _ in range(ROUNDS))

    def in_process(self):
        """The instructions of a start and a stop, without what the process costs besides."""
        path, count = self.tiny(), 50

        def run(rounds):
            return Process(self.scratch, self.scratch / "StartStop", path, rounds).end()

        return statistics.median((run(2 * count) - run(count)) / count for _ in range(ROUNDS))

    def load(self):
        """The instructions until the command listens, without those with a tiny scenario."""
        def until_ready(path):
            with self.server(path, counts=True) as (server, _):
                return server.so_far()

        long, tiny = long_script(self.scratch, 1_000_000), self.tiny()
        return statistics.median(until_ready(long) - until_ready(tiny) for _ in range(3))

    def tiny(self):
        path = self.scratch / "tiny.yaml"
        path.write_text("mockserver: 1\nname: It starts and stops\nstubs: [{ request: GET /bench, response: 204 }]\n")
        return path
