"""Requests that arrive in two parts, so that something can happen in between."""

import signal
import threading
import time

from client import Client, HTTP2Client, frame, head, literal


class Begun:
    """A request of which a part is sent. `is_known` says that the part tells whose request it is."""

    def __init__(self, client, target, request, rest, is_known=True, stream=None):
        self.client, self.target, self.request, self.rest = client, target, request, rest
        self.is_known, self.stream = is_known, stream

    def finish(self):
        try:
            self.client.socket.sendall(self.rest)
        except OSError:
            # The server has gone; what the reports say shows whether it may.
            pass

    def response(self):
        if self.stream:
            self.client.stream = self.stream
        return self.client.response()


class BegunRequests:
    """The operations on such requests, by their tags."""

    def seen(self):
        # The server has to see it before the next thing happens, and no event tells that it has.
        time.sleep(0.15)

    def do_start(self, tag, who, method, path, body, cut):
        """Begins a request over HTTP/1.1."""
        target = self.target(who)
        if target is None or target.ended is not None:
            return
        client = self.client(Client(self.program.port))
        data = head(method, target.prefix + path, {}, body.encode()) + body.encode()
        size = {"byte": 1, "line": data.index(b"\r\n") + 4, "head": len(data) - len(body), "body": len(data) - 2}[cut]
        client.socket.sendall(data[:size])
        is_known = cut in ("head", "body") or who is not None and cut == "line" or not self.sessions
        self.begun[tag] = Begun(
            client, target, self.request(target, who, method, path, {}, {}, -1 - tag), data[size:], is_known)
        self.seen()

    def do_start_all(self, tags, whos, method, path, body):
        """Begins several requests on one connection over HTTP/2."""
        if any(self.target(who) is None for who in whos):
            return
        client = self.client(HTTP2Client(self.program.port))
        for index, (tag, who) in enumerate(zip(tags, whos)):
            target, stream = self.target(who), 2 * index + 1
            fields = {":method": method, ":scheme": "http", ":authority": "127.0.0.1", ":path": target.prefix + path,
                      "content-length": str(len(body))}
            client.socket.sendall(frame(1, 4, stream, b"".join(literal(*field) for field in fields.items())))
            self.begun[tag] = Begun(
                client, target, self.request(target, who, method, path, {}, {}, -1 - tag),
                frame(0, 1, stream, body.encode()), stream=stream)
        self.seen()

    def do_rest(self, tag):
        """Ends a request, and reads the response."""
        begun = self.begun.pop(tag, None)
        if begun is None:
            return
        taken = None if begun.target.ended is not None else begun.target.run.take(begun.request)
        status = 410 if taken is None else taken if isinstance(taken, int) else taken.status
        begun.finish()
        got, _ = begun.response()
        # Over HTTP/2 it is not decoded.
        if got is None or got and got != status:
            self.complain(self.at, f"status {got} instead of {status}")

    def do_rest_later(self, tag, seconds):
        """Ends a request after a while, in which the next thing is to wait for it."""
        begun = self.begun.pop(tag, None)
        if begun is None:
            return
        begun.target.run.take(begun.request)
        timer = threading.Timer(seconds, begun.finish)
        timer.daemon = True
        timer.start()

    def do_give_up(self, tag):
        begun = self.begun.pop(tag, None)
        if begun is not None:
            if begun.stream:
                begun.client.stream = begun.stream
            begun.client.reset()
            self.seen()

    def do_unfinished(self, tag):
        """The next thing is the end of the request's run, which is asked for before the request is whole."""
        begun = self.begun.get(tag)
        if begun is not None and begun.is_known:
            begun.target.run.fail(("bad_request", None))

    def do_reload(self, name):
        """Replaces the run by an edit, or without a name by SIGHUP, also one that no request came to."""
        reloads = lambda: ("\n" + self.program.read("out")).count("\nreloaded ")
        before = reloads()
        if name is None:
            self.program.signal(signal.SIGHUP)
        else:
            self.program.write("scenario.yaml", self.texts[name])
        self.program.wait_for(lambda: reloads() > before, "the run after a reload")
        self.own.run.reloaded = True
        self.own.begin(self.own.run.scenario if name is None else self.case.scenarios[name])
