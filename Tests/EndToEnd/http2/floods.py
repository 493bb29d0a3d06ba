"""Floods a server that plays `conformance.yaml`, and sends it valid requests on two other connections meanwhile.

usage: floods.py [--seconds N] [--latency MS] [--only NAME ...] --pid PID URL

Each flood lasts for --seconds, on one connection after the other, because the server ends them. The script checks the error
code at their ends, that every valid request gets a response (with --latency, in time), and the growth of the server's memory.
"""

import argparse
import multiprocessing
import os
import select
import sys
import time
from collections import Counter, namedtuple

from frames import *

# The most MB that the server may grow by in a flood.
GROWTH = 32
CALM, PROTOCOL = 11, 1
GREETING = PREFACE + settings() + frame(SETTINGS, ACK)
PIECE = 65536

# The octets of one connection, more than the server accepts; the code that ends it, None if it need not end; and
# whether the server's octets are read.
Flood = namedtuple("Flood", "octets code reads", defaults=(CALM, True))

# A table entry of 4,000 octets, then only its index, one octet each time.
ENTRY = b"\x40" + string("a") + string("a" * 4000)
FLOODS = {
    "rapid reset": Flood(b"".join(get(id) + reset(id) for id in range(1, 4001, 2))),
    # Sent at once, these are more streams than may be open before the first is reset.
    "provoked resets": Flood(b"".join(get(id, "/", ("connection", "close")) for id in range(1, 4001, 2)), PROTOCOL),
    "CONTINUATION": Flood(
        frame(HEADERS, END_STREAM, 1, block(request()))
        + frame(CONTINUATION, 0, 1, block([("a", "b" * 1000)]) * 16) * 500
    ),
    "empty CONTINUATION": Flood(frame(HEADERS, END_STREAM, 1, block(request())) + frame(CONTINUATION, 0, 1) * 100000),
    "SETTINGS": Flood(settings((3, 100), (4, 65535)) * 50000),
    "SETTINGS acknowledgements": Flood(frame(SETTINGS, ACK) * 50000, PROTOCOL),
    "PING": Flood(ping() * 50000),
    "PING whose acknowledgements are not read": Flood(ping() * 50000, CALM, False),
    "empty DATA": Flood(post() + data(1) * 100000),
    "WINDOW_UPDATE": Flood(window_update(0, 1) * 50000),
    "PRIORITY": Flood(b"".join(frame(PRIORITY, 0, id, b"\0\0\0\0\1") for id in range(3, 100003, 2))),
    "frames of unknown type": Flood(frame(0xFA) * 100000),
    "HPACK bomb": Flood(
        headers(1, request(), END_HEADERS | END_STREAM)
        + frame(HEADERS, END_HEADERS | END_STREAM, 3, block(request()) + ENTRY + b"\xbe" * 12000)
    ),
    "responses that are not read": Flood(
        settings((4, 0x7FFFFFFF))
        + window_update(0, 0x7FFF0000)
        + b"".join(get(id, "/large") for id in range(1, 201, 2)),
        None,
        False,
    ),
}


def one_connection(url, flood, deadline):
    """Sends a flood's octets until the connection ends, and returns its error code; None if time ran out first."""
    connection = Connection(url, greets=False)
    octets = memoryview(GREETING + flood.octets)
    connection.socket.setblocking(False)
    sent, came, ended = 0, bytearray(), False
    try:
        while not ended and time.monotonic() < deadline:
            isSending = sent < len(octets)
            if not isSending and flood.code is not None and not flood.reads:
                flood = flood._replace(reads=True)
            readable, writable, _ = select.select(
                [connection.socket] if flood.reads else [], [connection.socket] if isSending else [], [], 0.05
            )
            try:
                if readable:
                    piece = connection.socket.recv(PIECE)
                    came += piece
                    ended = not piece
                if writable and not ended:
                    sent += connection.socket.send(octets[sent : sent + PIECE])
            except ConnectionError:
                # An unread frame may be a GOAWAY.
                flood, ended = flood._replace(reads=True), True
        connection.buffer = came
        connection.socket.setblocking(True)
        connection.socket.settimeout(0.001 if not ended else TIMEOUT)
        try:
            frames = connection.until(lambda came: came.type == GOAWAY)
        except TimeoutError:
            return None
        codes = [int.from_bytes(came.payload[4:8], "big") for came in frames if came.type == GOAWAY]
        return code_name(codes[-1]) if codes else "no GOAWAY"
    finally:
        connection.close()


def ask(url, results, stop):
    """Sends requests over HTTP/1.1 and HTTP/2, on one connection each, until `stop` is set; puts their times into `results`."""
    latencies, stream, failure = [], 1, None
    second = Connection(url)
    first = socket.create_connection(address(url), timeout=TIMEOUT)
    try:
        while not stop.is_set() or not latencies:
            start = time.monotonic()
            first.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            response = b""
            while not response.endswith(b"\r\n\r\nok"):
                piece = first.recv(PIECE)
                assert piece, "HTTP/1.1 got no response"
                response += piece
            middle = time.monotonic()
            second.send(get(stream))
            frames = second.until(lambda came: came.stream == stream and came.flags & END_STREAM)
            assert status(frames, stream) == 200, "HTTP/2 got no response"
            latencies += [middle - start, time.monotonic() - middle]
            stream += 2
            time.sleep(0.005)
    except (AssertionError, OSError) as error:
        failure = str(error) or repr(error)
    results.put((latencies, failure))


def resident(pid):
    with open(f"/proc/{pid}/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def run(url, pid, name, flood, seconds, latency):
    """Runs a flood, and returns a line about it and the problems."""
    results, stop = multiprocessing.Queue(), multiprocessing.Event()
    neighbour = multiprocessing.Process(target=ask, args=(url, results, stop))
    before = peak = resident(pid)
    codes, over = multiprocessing.Queue(), time.monotonic() + seconds

    def attack():
        counts = Counter()
        while time.monotonic() < over or not counts:
            # The last connection has its own timeout, so that even a short flood sees the end.
            code = one_connection(url, flood, max(over, time.monotonic() + (0 if flood.code is None else TIMEOUT)))
            counts["nothing" if code is None else code] += 1
        codes.put(counts)

    attacker = multiprocessing.Process(target=attack)
    neighbour.start()
    attacker.start()
    while attacker.is_alive() and codes.empty():
        peak = max(peak, resident(pid))
        time.sleep(0.01)
    counts = codes.get(timeout=TIMEOUT)
    stop.set()
    latencies, failure = results.get(timeout=TIMEOUT)
    attacker.join()
    neighbour.join()
    wrong = [failure] if failure else []
    expected = "nothing" if flood.code is None else code_name(flood.code)
    if set(counts) != {expected}:
        wrong.append(f"ended by {dict(counts)}, not {expected}")
    if peak - before >= GROWTH:
        wrong.append(f"grew by {peak - before:.1f} MB, {GROWTH} at most")
    slowest = max(latencies, default=0) * 1000
    if latency and slowest >= latency:
        wrong.append(f"the slowest response took {slowest:.1f} ms, {latency:g} at most")
    median = sorted(latencies)[len(latencies) // 2] * 1000 if latencies else 0
    return (
        (
            f"{name}: {sum(counts.values())} connections ended by {expected}, {peak - before:.1f} MB more, "
            f"{len(latencies)} responses meanwhile, median {median:.1f} ms, slowest {slowest:.1f} ms"
        ),
        wrong,
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=10, help="how long each flood lasts (10)")
    parser.add_argument("--latency", type=float, metavar="MS", help="the most milliseconds for a response during a flood")
    parser.add_argument("--only", metavar="NAME", action="append", help="this flood; may be repeated")
    parser.add_argument("--list", action="store_true", help="print the floods' names")
    parser.add_argument("--pid", type=int, help="the server's process")
    parser.add_argument("url", nargs="?")
    options = parser.parse_args()
    chosen = {name: flood for name, flood in FLOODS.items() if not options.only or name in options.only}
    if options.list:
        print("\n".join(chosen))
        return 0
    if not options.url or not options.pid or not chosen:
        parser.error("a URL, a process, and at least one flood, are needed")
    bad = 0
    for name, flood in chosen.items():
        line, wrong = run(options.url, options.pid, name, flood, options.seconds, options.latency)
        print(f"{'WRONG' if wrong else 'ok'}  {line}" + "".join(f"; {what}" for what in wrong), flush=True)
        bad += bool(wrong)
    print(f"{len(chosen)} floods, {bad} wrong")
    return min(bad, 1)


if __name__ == "__main__":
    sys.exit(main())
