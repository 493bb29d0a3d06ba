"""Sends frames that RFC 9113 forbids to a server that plays `conformance.yaml`, each case on a new connection.

usage: conformance.py [--list] [--only NAME] URL
"""

import argparse
import sys

from cases import cases
from frames import *

# The stream of the valid request that must get a response if the connection continues; above those of all cases.
NEXT = 1001


def outcome(url, case):
    """The outcome of a case, in the words of `wanted`."""
    connection = Connection(url, greets=case.greets)
    try:
        if case.before:
            connection.send(case.before)
            ended = connection.until(lambda came: came.flags & END_STREAM and came.type in (DATA, HEADERS))
            assert ended, "what comes before the case was not answered"
        try:
            connection.send(case.octets)
            if case.ends:
                connection.socket.shutdown(socket.SHUT_WR)
        except ConnectionError:
            # The server closed before the client had sent everything; its frames can still be read.
            pass
        frames, goes_on = ([], False) if case.ends else connection.probe()
        if not goes_on:
            frames += connection.until(lambda came: False)
            codes = [int.from_bytes(came.payload[4:8], "big") for came in frames if came.type == GOAWAY]
            return f"connection {code_name(codes[-1])}" if codes else "the end, without GOAWAY"
        if any(came.type == GOAWAY for came in frames):
            return "GOAWAY, and it goes on"
        connection.send(get(NEXT))
        more = connection.until(lambda came: came.stream == NEXT and came.flags & END_STREAM)
        if status(more, NEXT) != 200:
            return "a good request behind it was not answered"
        resets = [came for came in frames + more if came.type == RST_STREAM]
        if resets:
            codes = " ".join(code_name(int.from_bytes(came.payload, "big")) for came in resets)
            return f"stream {codes}" + "".join(f" on {came.stream}" for came in resets if came.stream != 1)
        if "answered" in [wanted(way) for way in case.outcomes] and status(frames + more, 1) != 200:
            # The server may decide a longer request beside others, and so answer it after the next one.
            more += connection.until(lambda came: came.stream == 1 and came.flags & END_STREAM)
        return "answered" if status(frames + more, 1) == 200 else "ignored"
    finally:
        connection.close()


def wanted(outcome):
    return outcome.kind if outcome.code is None else f"{outcome.kind} {code_name(outcome.code)}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--list", action="store_true", help="print the cases and the RFC's sentences, and send nothing")
    parser.add_argument("--only", metavar="NAME", help="the cases whose names contain this")
    parser.add_argument("url", nargs="?")
    options = parser.parse_args()
    assert len({case.name for case in cases}) == len(cases), "two cases have one name"
    chosen = [case for case in cases if not options.only or options.only in case.name]
    if options.list:
        for case in chosen:
            print(f"{case.name}\n    {case.quotation}")
            for way in case.outcomes:
                print(f"    {wanted(way)}" + (f": {way.also}" if way.also else ""))
            if case.deviation:
                print(f"    nghttp2 {case.deviation}")
        return 0
    if not options.url or not chosen:
        parser.error("a URL, and at least one case, are needed")
    wrong = 0
    for case in chosen:
        came, right = outcome(options.url, case), [wanted(way) for way in case.outcomes]
        wrong += came not in right
        mark = "ok" if came in right else "WRONG"
        print(
            f"{mark}  {case.name}: {came}"
            + ("" if came in right else f", not {' or '.join(right)}; {case.quotation}")
            + (f" (nghttp2 {case.deviation})" if case.deviation else "")
        )
    last = Connection(options.url)
    last.send(get())
    answered = status(last.until(lambda came: came.stream == 1 and came.flags & END_STREAM), 1)
    if answered != 200:
        print(f"WRONG  a good request after all: {answered}")
        wrong += 1
    deviations = sum(bool(case.deviation) for case in chosen)
    print(f"{len(chosen)} cases, {deviations} exceptions, {wrong} wrong")
    return min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main())
