"""Load on a server, made on the other processor."""

import contextlib
import re
import resource
import socket
import subprocess
import sys

from .programs import HERE, output, pinned, tool


def wrk(server, seconds, connections=32, script=None, closes=False):
    """The requests per second, and the microseconds of the server's processor time per request."""
    command = [*pinned(1), tool("wrk"), "-t1", f"-c{connections}", f"-d{seconds}s", "--timeout", "60s"]
    command += ["-s", HERE / script] if script else []
    command += ["-H", "Connection: close"] if closes else []
    begin = server.processor_seconds()
    text = output(*command, server.url + "/bench")
    time = server.processor_seconds() - begin
    if "Non-2xx" in text or "Socket errors" in text:
        sys.exit(f"{text}error: {server.url} did not respond to every request")
    rate = float(re.search(r"Requests/sec:\s*([\d.]+)", text).group(1))
    return rate, time / int(re.search(r"(\d+) requests in", text).group(1)) * 1e6


def h2load(server, requests, connections=8, streams=32, http1=False):
    """The same for a number of requests over HTTP/2, or over HTTP/1.1 one after the other."""
    command = [*pinned(1), tool("h2load"), "-t1", f"-c{connections}", f"-n{requests}"]
    command += ["--h1"] if http1 else [f"-m{streams}"]
    begin = server.processor_seconds()
    text = output(*command, server.url + "/bench")
    time = server.processor_seconds() - begin
    if f"{requests} succeeded, 0 failed" not in text or f"{requests} 2xx" not in text:
        sys.exit(f"{text}error: {server.url} did not respond to every request")
    return float(re.search(r"([\d.]+) req/s", text).group(1)), time / requests * 1e6


@contextlib.contextmanager
def refused_requests(server, connections=32):
    """Within a `with` statement, connections that each repeat a request that matches no rule."""
    command = [*pinned(1), tool("wrk"), "-t1", f"-c{connections}", "-d600s", "--timeout", "60s", server.url + "/other"]
    load = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        yield
        if load.poll() is not None:
            sys.exit(f"error: {' '.join(command)} ended with {load.returncode}")
    finally:
        load.kill()
        load.wait()


def allow_connections(count):
    """Raises the limit of open descriptors so that this process and its children can have `count` connections."""
    wanted = count + 100
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < wanted:
        sys.exit(f"error: {wanted} descriptors are needed, and this machine allows {hard}: see ulimit -Hn")
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def idle_connections(server, count):
    """Connections that have each had one response; the caller closes them."""
    connections = []
    for _ in range(count):
        connection = socket.create_connection(("127.0.0.1", server.port))
        connection.sendall(b"GET /bench HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: */*\r\n\r\n")
        # The response's only `}` is its last byte.
        while not connection.recv(4096).endswith(b"}"):
            pass
        connections.append(connection)
    return connections
