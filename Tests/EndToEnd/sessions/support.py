"""A mockserver with sessions, and a client over HTTP/1.1 that costs little itself."""

import atexit
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.parse

PACKAGE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..")
SCENARIO = "Scenarios/token-refresh.yaml"


class Client:
    """One connection that is kept."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=300)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.rest = b""

    def ask(self, method, target, body=b"", **fields):
        """The status and the body of a response; underscores of field names are hyphens."""
        lines = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in fields.items())
        self.socket.sendall(
            f"{method} {target} HTTP/1.1\r\nHost: h\r\nContent-Length: {len(body)}\r\n{lines}\r\n".encode() + body)
        data = self.rest
        while (end := data.find(b"\r\n\r\n")) < 0:
            data += self.receive()
        head = data[:end].lower()
        at = head.find(b"\r\ncontent-length:")
        length = int(head[at + 17:].split(b"\r\n", 1)[0]) if at >= 0 else 0
        end += 4
        while len(data) < end + length:
            data += self.receive()
        self.rest = data[end + length:]
        return int(data[9:12]), data[end:end + length]

    def receive(self):
        return self.socket.recv(65536) or sys.exit("error: the server closed a connection")

    def json(self, method, target, body=b"", status=200, **fields):
        """The JSON of a response that must have that status."""
        got, text = self.ask(method, target, body, **fields)
        if got != status:
            sys.exit(f"error: {got} for {method} {target}: {text.decode()}")
        return json.loads(text)

    def close(self):
        self.socket.close()


class Server:
    """A mockserver that plays the scenario, with an admin port."""

    def __init__(self, program, *arguments, before=()):
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.admin_port = free.getsockname()[1]
        with tempfile.TemporaryDirectory(prefix="sessions.") as folder:
            ready = os.path.join(folder, "url")
            self.process = subprocess.Popen(
                [*before, os.path.abspath(program), "--quiet", "--scenario", SCENARIO, "--ready-file", ready,
                 "--admin-port", str(self.admin_port), *arguments],
                cwd=PACKAGE, stdout=subprocess.DEVNULL,
                env={key: value for key, value in os.environ.items() if not key.startswith("MOCKSERVER_")})
            # The server ends with its script, even after an error.
            atexit.register(self.process.kill)
            while not os.path.exists(ready):
                if self.process.poll() is not None:
                    sys.exit("error: the server did not start")
                time.sleep(0.01)
            with open(ready) as file:
                self.port = urllib.parse.urlsplit(file.read().strip()).port
        self.admin = self.admin_client()

    def client(self):
        return Client(self.port)

    def admin_client(self):
        return Client(self.admin_port)

    def resident(self):
        """The resident memory in MB."""
        with open(f"/proc/{self.process.pid}/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6

    def stop(self, status):
        """Stops the server, which must exit with that status."""
        self.process.send_signal(signal.SIGTERM)
        got = self.process.wait(120)
        if got != status:
            sys.exit(f"error: exit status {got} instead of {status}")


def begin_query(**variables):
    """The query of a session, or of a run, with these values of variables."""
    return "?name=" + os.path.basename(SCENARIO) + (
        "&vars=" + urllib.parse.quote(json.dumps(variables)) if variables else "")
