"""Servers to measure: each is a process on the server's processor, for the duration of a `with` statement."""

import base64
import contextlib
import hashlib
import http.client
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

from .programs import RESPONSE, output, pinned, tool

# The clock of a process that counts its scheduled time in nanoseconds (clock_getcpuclockid).
SCHEDULED_TIME = 2


class Server:
    """A running server: its URL, its processor time and its memory."""

    def __init__(self, command, url=None):
        """Without `url`, the program prints its URL in its first line once clients can connect."""
        self.process = subprocess.Popen(
            [*pinned(0), *(str(part) for part in command)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        self.url = url
        if url:
            self.wait_for_connections()
        elif found := re.search(r"https?://[\d.:]+", self.process.stdout.readline()):
            self.url = found.group()
        else:
            sys.exit(f"error: {command[0]} printed no URL")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(60)
        self.process.stdout.close()

    @property
    def port(self):
        return int(self.url.rsplit(":", 1)[1])

    def wait_for_connections(self):
        while self.process.poll() is None:
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return
            except ConnectionRefusedError:
                time.sleep(0.002)
        sys.exit(f"error: a server ended with {self.process.returncode}")

    def processor_seconds(self):
        """The processor time of the process and of its children, such as nginx's worker, since the start."""
        pid = self.process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        return sum(time.clock_gettime((~int(process) << 3) | SCHEDULED_TIME) for process in [pid, *children])

    def resident(self):
        """The resident memory in bytes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s*(\d+)", status).group(1)) * 1024


class Servers:
    """Starts servers."""

    def __init__(self, programs, scratch):
        self.programs = programs
        self.scratch = scratch

    def mockserver(self, scenario, tls=False, sessions=0, admin=None):
        """A server, whose URL is that of one of its sessions if it has any."""
        # The log of requests is for people, and would be measured, too.
        command = [self.programs / "mockserver", "--scenario", scenario, "--quiet", "--ready-file", "/dev/stdout"]
        if sessions:
            port = free_port()
            server = Server([*command, "--admin-port", port])
            server.url = begin_sessions(port, scenario, sessions)
            return server
        if admin:
            command += ["--admin-port", admin]
        if tls:
            certificate, key = self.certificate()
            command += ["--tls-certificate", certificate, "--tls-key", key]
        return Server(command)

    def limit(self, closes=False):
        return Server([self.programs / "limit", RESPONSE, *(["close"] if closes else [])])

    def nghttpd(self):
        folder = self.scratch / "documents"
        folder.mkdir(exist_ok=True)
        (folder / "bench").write_bytes(RESPONSE.read_bytes())
        port = free_port()
        command = [tool("nghttpd"), "--no-tls", "--workers=1", "--address=127.0.0.1", "--htdocs", folder, port]
        return Server(command, f"http://127.0.0.1:{port}")

    def nginx(self, tls=False, http2=False):
        """nginx with one worker that sends the same response as mockserver."""
        port = free_port()
        listen = f"127.0.0.1:{port} backlog=1024" + (" ssl" if tls else "") + (" http2" if http2 else "")
        secure = ""
        if tls:
            certificate, key = self.certificate()
            secure = f"ssl_certificate {certificate}; ssl_certificate_key {key}; ssl_protocols TLSv1.3;"
        folder = self.scratch / f"nginx-{port}"
        folder.mkdir()
        (folder / "nginx.conf").write_text(f"""
            user root;
            daemon off;
            pid nginx.pid;
            error_log error.log;
            worker_processes 1;
            events {{ worker_connections 1024; multi_accept on; }}
            http {{
                access_log off;
                server_tokens off;
                default_type application/json;
                keepalive_requests 1000000000;
                keepalive_timeout 3600;
                client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi;
                uwsgi_temp_path uwsgi; scgi_temp_path scgi;
                server {{
                    listen {listen};
                    {secure}
                    location / {{ return 200 '{RESPONSE.read_text()}'; }}
                }}
            }}""")
        # The option applies to errors before the configuration file is read, too.
        command = [tool("nginx"), "-e", "error.log", "-p", folder, "-c", folder / "nginx.conf"]
        return Server(command, f"http{'s' if tls else ''}://127.0.0.1:{port}")

    def certificate(self):
        """The files of a certificate for 127.0.0.1 and its key."""
        certificate, key = self.scratch / "certificate.pem", self.scratch / "key.pem"
        if not certificate.exists():
            output(
                tool("openssl"), "req", "-x509", "-batch", "-newkey", "ec", "-pkeyopt",
                "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1", "-addext",
                "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate,
                errors=subprocess.STDOUT)
        return certificate, key


def begin_sessions(port, scenario, count):
    """Begins sessions by the admin API at that port, and returns the URL of one of them."""
    admin = http.client.HTTPConnection("127.0.0.1", port)
    urls = []
    for _ in range(count):
        admin.request("POST", f"/sessions?name={Path(scenario).name}")
        response = admin.getresponse()
        body = response.read()
        if response.status != 201:
            sys.exit(f"error: {response.status} for a session: {body.decode()}")
        urls.append(json.loads(body)["url"])
    admin.close()
    return urls[count // 2]


def send_secrets(url, count, requests, size):
    """Sends requests whose bodies have `size` bytes and whose credentials are `count` different ones."""
    client = http.client.HTTPConnection("127.0.0.1", int(url.rsplit(":", 1)[1]))
    body = base64.b64encode(os.urandom(size * 3 // 4))
    for number in range(requests):
        token = hashlib.sha256(str(number % count).encode()).hexdigest()
        client.request("GET", "/bench", body, {"Authorization": f"Bearer eyJhbGciOiJIUzI1NiJ9.{token}"})
        client.getresponse().read()
    client.close()


def milliseconds_to_get(port, path):
    """How long a server at that port takes to send a response."""
    client = http.client.HTTPConnection("127.0.0.1", port)
    start = time.perf_counter()
    client.request("GET", path)
    client.getresponse().read()
    client.close()
    return (time.perf_counter() - start) * 1000


def free_port():
    """A free port below those that Linux gives to programs that ask for any, one of which could get it meanwhile."""
    while True:
        port = random.randrange(20_000, 32_000)
        with socket.socket() as taken, contextlib.suppress(OSError):
            taken.bind(("127.0.0.1", port))
            return port
