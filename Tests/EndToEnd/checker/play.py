"""Plays a plan to a server and to the model, and compares all that the server says."""

import json
import signal
import time
from collections import Counter
from dataclasses import dataclass, field

import model
import reports
from begun import BegunRequests
from client import Client, HTTP2Client, frame, head
from model import Request, Run, differences
from program import Broken, Program

SIGNALS = {name: getattr(signal, "SIG" + name) for name in ("TERM", "INT", "QUIT", "HUP")}
BIG = 12 << 20  # bytes that no pair of sockets holds


@dataclass
class Case:
    """A plan: scenarios by their files, of which `scenario.yaml` is played first, and what is done one after the other."""

    kind: str
    scenarios: dict
    operations: list
    options: list = field(default_factory=list)
    end: list = field(default_factory=lambda: ["TERM"])
    wrapped: bool = False
    bare: bool = False
    hurry: float | None = None  # seconds that a request may take, else the case can't be judged

    def show(self):
        files = "".join(f"--- {name}\n{shortened(scenario.text())}" for name, scenario in self.scenarios.items())
        plan = "".join(f"    {json.dumps(operation)}\n" for operation in [*self.operations, ["end", *self.end]])
        wrapped = " -- a command" if self.wrapped else ""
        return f"{files}--- options: {' '.join(self.options)}{wrapped}\n--- the client's plan\n{plan}"


def has_left(report, path):
    """Whether some run's journal says that the client of a path has left."""
    runs = [report, *report.get("earlier_runs", []), *report.get("sessions", [])]
    return any("left" in entry and entry["target"].endswith(path) for run in runs for entry in run.get("journal", []))


def shortened(text):
    lines = text.split("\n")
    alike = [line for line in lines if "GET /padding" in line]
    lines = [line for line in lines if "GET /padding" not in line]
    return "\n".join(lines[:-1] + ([alike[0], f"  … {len(alike) - 1} more like this"] if alike else []) + lines[-1:])


class Target:
    """The server's own run, or a session, with the model's runs."""

    def __init__(self, scenario, prefix="", admin=""):
        self.runs = [Run(scenario)]
        self.prefix, self.admin, self.ended = prefix, admin, None
        self.connections = {}

    @property
    def run(self):
        return self.runs[-1]

    def begin(self, scenario):
        self.runs.append(Run(scenario))

    def counted(self):
        """The runs that count: those that ended before a request came to them don't."""
        return [run for run in self.runs[:-1] if run.received] + [self.run]


class Play(BegunRequests):
    def __init__(self, binary, case):
        self.case, self.complaints, self.opened, self.clients = case, [], {}, []
        self.sessions, self.ids, self.late = {}, {}, None
        self.begun = {}
        files = {name: scenario.text() for name, scenario in case.scenarios.items()}
        files["big.bin"] = b"0123456789abcdef" * (BIG >> 4) if "big.bin" in "".join(files.values()) else b""
        self.own = None if case.bare else Target(case.scenarios["scenario.yaml"])
        self.texts = dict(files)
        self.program = Program(
            binary, files, *case.options, wrapped=case.wrapped, bare=case.bare)

    def complain(self, source, text):
        self.complaints.append(f"{source}: {text}")

    def target(self, who):
        return self.own if who is None else self.sessions.get(who)

    # Operations.

    def play(self):
        """The complaints; empty if the program and the model agree, None if that can't be judged."""
        try:
            for index, operation in enumerate(self.case.operations):
                name, *arguments = operation
                if self.case.end[0] == "complete" and self.own.run.complete and name != "late":
                    continue
                self.at = f"operation {index + 1}, {json.dumps(operation)}"
                began = time.monotonic()
                getattr(self, "do_" + name)(*arguments)
                if self.case.hurry and name in ("send", "open") and time.monotonic() - began > self.case.hurry:
                    # The machine is too slow for what the case times.
                    return None
            self.at = "the end"
            self.finish()
        except Broken as broken:
            self.complain(self.at, str(broken))
        except (OSError, ValueError, KeyError) as error:
            self.complain(self.at, repr(error) + "\n" + self.program.read("out")[-1500:])
        finally:
            self.program.remove()
            for client in self.clients:
                client.close()
        return self.complaints

    def request(self, target, who, method, path, query, headers, connection):
        # The server numbers the connections of each session by itself.
        text = path + ("?" + "&".join(f"{n}={v}" for n, v in query.items()) if query else "")
        return Request(method, path, query, headers, connection, text)

    def do_send(self, who, number, method, path, query, headers):
        """Sends a request and reads the response; connections are kept by their numbers."""
        target = self.target(who)
        if target is None:
            return
        client = target.connections.get(number)
        if client is None:
            client = target.connections[number] = self.connect()
        request = self.request(target, who, method, path, query, headers, number)
        ended = target.ended is not None
        got, body = client.ask(method, target.prefix + request.target, headers)
        if ended:
            if got != 410:
                self.complain(self.at, f"status {got} of a session that has ended, instead of 410")
            return
        taken = target.run.take(request)
        status = taken if isinstance(taken, int) else taken.status
        if got != status:
            self.complain(self.at, f"status {got} instead of {status}: {body[:600].decode(errors='replace')}")
        elif not isinstance(taken, int):
            taken.outcome = "delivered"
            if taken.body is not None and not taken.body.startswith("@") and body.decode() != taken.body:
                self.complain(self.at, f"body {body!r} instead of {taken.body!r}")
            self.done(target.run, taken)

    def client(self, client):
        self.clients.append(client)
        return client

    def connect(self, how="h1"):
        """A client of the scenario."""
        tls = "--tls" in self.case.options
        if how in ("h2", "shut"):
            return self.client(HTTP2Client(self.program.port, 0 if how == "shut" else 65_535, tls))
        return self.client(Client(self.program.port, how == "small", tls))

    def done(self, run, exchange):
        if exchange.rule.in_flight:
            run.in_progress[exchange.rule.id] -= 1

    def do_bad(self, what):
        """Sends what is no request."""
        client = self.connect()
        client.socket.sendall(what.encode("latin-1"))
        got, _ = client.response()
        if got != 400:
            self.complain(self.at, f"status {got} instead of 400")
        self.own.run.bad_request()

    def do_open(self, tag, who, method, path, how):
        """Sends a request and does not wait for the response."""
        target = self.target(who)
        if target is None or target.ended is not None:
            return
        client = self.connect(how)
        client.send(method, target.prefix + path)
        taken = target.run.take(self.request(target, who, method, path, {}, {}, tag))
        count = target.run.received
        self.program.wait_for(lambda: self.verdict(target)["requests"] >= count, f"request {count}")
        self.opened[tag] = (client, taken, target.run, path)

    def verdict(self, target):
        return self.program.call("GET", target.admin + "/verdict")

    def do_leave(self, tag, how):
        if tag not in self.opened:
            return
        client, taken, run, path = self.opened[tag]
        {"reset": client.reset, "close": client.close, "half": getattr(client, "half_close", None)}[how]()
        if isinstance(taken, int):
            return
        if how == "half":
            taken.ending = True
        else:
            self.done(run, taken)
            taken.outcome = "left"
            # The server has to see it before the next thing happens.
            self.program.wait_for(lambda: has_left(self.program.call("GET", "/report?format=json"), path),
                                  f"that the client of {path} has left")

    def do_await(self, tag):
        """Reads the whole response."""
        if tag not in self.opened:
            return
        client, taken, run, _ = self.opened[tag]
        got, _ = client.response()
        status = taken if isinstance(taken, int) else taken.status
        if got is None or got and got != status:
            self.complain(self.at, f"status {got} instead of {status}")
        if not isinstance(taken, int) and taken.outcome is None:
            taken.outcome = "delivered"
            self.done(run, taken)

    def do_timeout(self, tag):
        """A hold of that request does not open in time."""
        if tag in self.opened:
            rule = self.opened[tag][1].rule
            self.opened[tag][2].fail(("hold_timeout", rule.lines["hold"]))

    def do_held(self, tag):
        """A reset ends the run of a request that is held, and so decides the hold."""
        self.do_timeout(tag)
        self.do_reset(None)

    def do_pause(self, seconds):
        time.sleep(seconds)

    def do_verdict(self, who):
        target = self.target(who)
        if target is not None and target.ended is None:
            self.compare(f"{self.at}: /verdict", target.run, self.verdict(target))

    def compare(self, source, run, verdict, final=False):
        runs = run.counted() if isinstance(run, Target) else [run]
        expected = model.together([run.verdict() for run in runs])
        if not final:
            # What `client` says is judged when the exchange is over.
            client = {keys for keys in expected.failures if {kind for kind, _ in keys} == {"client"}}
            for keys in client:
                del expected.failures[keys]
            expected.optional |= {("client", rule.lines["client"]) for run in runs
                                  for rule in run.scenario.steps + run.scenario.stubs if "client" in rule.lines}
        for difference in differences(expected, verdict):
            self.complain(source, difference)

    def do_reset(self, who):
        target = self.target(who)
        if target is None or target.ended is not None:
            return
        answer = self.program.call("POST", target.admin + "/reset")
        if target.run.received:
            self.compare(f"{self.at}: its verdict", target.run, answer["ended"])
        target.begin(target.run.scenario)

    def do_put(self, who, name):
        target = self.target(who)
        if target is None or target.ended is not None:
            return
        answer = self.program.call("PUT", f"{target.admin}/scenario?name={name}")
        if target.run.received:
            self.compare(f"{self.at}: its verdict", target.run, answer["ended"])
        target.begin(self.case.scenarios[name])

    def number(self):
        return self.program.call("GET", "/report?format=json")["run"]

    def do_hup(self):
        if self.own.run.received:
            self.reload(lambda: self.program.signal(signal.SIGHUP), self.own.run.scenario)

    def do_edit(self, name):
        if self.own.run.received and self.own.run.scenario is not self.case.scenarios[name]:
            self.reload(lambda: self.program.write("scenario.yaml", self.texts[name]), self.case.scenarios[name])

    def reload(self, act, scenario):
        before = self.number()
        act()
        self.program.wait_for(lambda: self.number() > before, "the run after a reload")
        self.own.run.reloaded = True
        self.own.begin(scenario)

    def do_begin(self, label, name):
        answer = self.program.call("POST", f"/sessions?name={name}", status=201)
        self.ids[label] = answer["session"]
        self.sessions[label] = Target(
            self.case.scenarios[name], "/s/" + answer["session"], "/sessions/" + answer["session"])

    def do_delete(self, label, settle):
        target = self.sessions.get(label)
        if target is None or target.ended is not None:
            return
        answer = self.program.call("DELETE", target.admin + (f"?settle={settle}" if settle else ""))
        target.ended = "deleted"
        self.compare(f"{self.at}: its verdict", target, answer, final=True)

    def do_delete_meanwhile(self, label, settle):
        """Deletes a session, and does not wait for that."""
        target = self.sessions.get(label)
        if target is None or target.ended is not None:
            return
        target.ended = "deleted"
        client = self.client(Client(self.program.admin_port))
        client.send("DELETE", target.admin + (f"?settle={settle}" if settle else ""))

    def do_expire(self, metric):
        """Waits until the server says that no session is open."""
        for target in self.sessions.values():
            target.ended = target.ended or "expired"
        self.program.wait_for(lambda: self.program.metric(metric) == 0, "the end of all sessions")

    def do_early(self, method, path, body):
        """Begins the request that `late` ends: sends a byte of its head, or the head."""
        self.late = self.connect()
        data = head(method, path, {}, body.encode() if body else None)
        first = len(data) if body else 1
        self.late.socket.sendall(data[:first])
        self.unsent = body.encode() if body else data[first:]

    def do_late(self, method, path, body, pause):
        """Sends the rest a byte at a time, so that it is still arriving when `linger` ends."""
        if self.late is None:
            return
        try:
            for byte in self.unsent[:12]:
                self.late.socket.sendall(bytes([byte]))
                time.sleep(pause)
            self.late.socket.sendall(self.unsent[12:])
        except ConnectionError:
            # The server has gone; what the reports say shows whether it may.
            pass
        self.own.run.take(self.request(self.own, None, method, path, {}, {}, -1))

    def do_begin_part(self, tag, method, path, part, how):
        """Sends a whole request and a part of another one at once: the response shows that both were read."""
        client = self.connect(how)
        if how == "h2":
            rest = frame(0, 1, 3, b"the rest")
            begun = client.request("GET", "/before") + client.request(method, path, ends=False) + (
                frame(0, 0, 3, b"a part of ") if part == "body" else b"")
        else:
            whole = head(method, path, (), b"a body") + b"a body"
            cut = len(whole) - (3 if part == "body" else 20)
            begun, rest = head("GET", "/before") + whole[:cut], whole[cut:]
        client.socket.sendall(begun)
        got, _ = client.response(1) if how == "h2" else client.response()
        if got not in (0, 200):
            self.complain(self.at, f"status {got} instead of 200")
        self.own.run.take(self.request(self.own, None, "GET", "/before", {}, {}, tag))
        self.own.run.unfinished[tag] = (client, rest, method, path)

    def do_finish_part(self, tag):
        client, rest, method, path = self.own.run.unfinished.pop(tag)
        client.socket.sendall(rest)
        taken = self.own.run.take(self.request(self.own, None, method, path, {}, {}, tag))
        got, _ = client.response()
        status = taken if isinstance(taken, int) else taken.status
        if got not in (0, status):
            self.complain(self.at, f"status {got} instead of {status}")

    def do_give_up_part(self, tag):
        """Nobody waits for a request whose client has left; that the server has seen it, no report says."""
        client, *_ = self.own.run.unfinished.pop(tag)
        client.reset()
        self.own.run.given_up += 1

    # The end.

    def finish(self):
        how, *rest = self.case.end
        if how == "command":
            self.program.release(rest[0])
        elif how == "complete" and self.own.run.complete:
            pass
        else:
            self.program.signal(SIGNALS["TERM" if how == "complete" else how])
        status = self.program.wait()
        runs = [run for _, run in self.named()]
        passed = all(run.verdict().passed for run in runs) and not self.homeless
        maybe = passed and any(run.verdict().optional for run in runs)
        wanted = {0 if passed else 1} | ({1} if maybe else set())
        if self.case.wrapped and how == "command" and rest[0]:
            wanted = {rest[0]}
        elif self.case.wrapped and how != "command":
            wanted = {128 + SIGNALS[how]}
        self.summary = [f"model: exit status {' or '.join(map(str, wanted))}"] + [
            f"model: {name}: {run.verdict().show()}" for name, run in self.named()]
        if status not in wanted:
            self.complain("exit status", f"{status} instead of {' or '.join(map(str, wanted))}")
        self.look(maybe)

    @property
    def homeless(self):
        """Whether a request has begun and is not whole, of which nobody knows the session: that fails the server."""
        return self.own is None and any(not begun.is_known for begun in self.begun.values())

    def named(self):
        """The model's runs that count, with names for people."""
        for label, target in ([(None, self.own)] if self.own else []) + list(self.sessions.items()):
            for index, run in enumerate(target.counted()):
                name = "the server" if label is None else f"session {label} ({self.ids[label]})"
                yield f"{name}, run {index + 1}", run

    def look(self, maybe):
        """Compares the six reports with the model and with each other."""
        read = self.program.read
        texts = {name: read(f"report.{end}") for name, end in
                 (("text", "txt"), ("json", "json"), ("junit", "xml"), ("sarif", "sarif"), ("har", "har"),
                  ("html", "html"))}
        for name, text in texts.items():
            if not text:
                self.complain(name, "there is no report")
        if not all(texts.values()):
            return
        report, runs = reports.of_json(texts["json"])
        if self.own is None:
            # A server without a scenario has no run of its own.
            own = runs.pop("run 1", None)
            kinds = None if own is None else [failure["kind"] for failure in own["failures"]]
            if kinds != ["bad_request"] * self.homeless or own["requests"]:
                self.complain("json", f"a run that no scenario makes: {own}")
        mine, theirs = {}, {}
        for label, target in ([("run", self.own)] if self.own else []) + [
                (f"session {self.ids[name]}", target) for name, target in self.sessions.items()]:
            mine[label] = target.counted()
        for name, verdict in runs.items():
            label, number = (("run", int(name[4:])) if name.startswith("run ") else
                             (name.rsplit(" run ")[0], int(name.rsplit(" run ")[1])))
            theirs.setdefault(label, []).append((number, verdict))
        for label in mine.keys() | theirs.keys():
            ours, its = mine.get(label, []), [verdict for _, verdict in sorted(theirs.get(label, []), key=lambda i: i[0])]
            if len(ours) != len(its):
                self.complain("json", f"{label}: {len(its)} runs instead of {len(ours)}")
                continue
            for index, (run, verdict) in enumerate(zip(ours, its)):
                self.compare(f"json, {label}, run {index + 1}", run, verdict, final=True)
        played = dict(runs)
        if self.homeless:
            runs["run 1"] = own
        # From here on the other reports must say what that one says.
        headings, kinds, failed = Counter(), Counter(), 0
        for verdict in runs.values():
            headings += reports.headings(verdict)
            failed += not verdict["passed"]
            for failure in verdict["failures"]:
                kinds[failure["kind"], failure.get("line")] += failure["repeats"]
        self.same("json", report["passed"], failed == 0)
        found, totals = reports.of_text(texts["text"])
        self.same("text", found, headings)
        self.same("text, passed", sum(line.startswith("failed: ") for line in totals) > 0, failed > 0)
        printed, _ = reports.of_text(read("out"))
        self.same("output", printed, headings, least=True)
        found, count, suites = reports.of_junit(texts["junit"])
        self.same("junit", found, headings)
        self.same("junit, passed", count > 0, failed > 0)
        self.same("junit, suites", suites, len(runs))
        found, statuses = reports.of_sarif(texts["sarif"])
        self.same("sarif", found, kinds)
        if not self.case.wrapped and self.own:
            self.same("sarif, exitCode", statuses[-1:], [self.program.status])
        entries, verdicts = reports.of_har(texts["har"])
        self.same("har, verdicts", sum(text.startswith("failed") for text in verdicts), failed)
        self.same("har, failures", Counter(entry[1:] for entry in entries), reports.entries(report))
        # Of these a request makes one at most, and every one is of a request.
        refused = Counter(failure for _, _, failure in entries)
        for kind in ("unmatched", "out_of_order", "exhausted", "never"):
            self.same(f"har, {kind}", refused[kind], sum(n for (other, _), n in kinds.items() if other == kind))
        # What is no request is an entry only if its head could be read.
        bad = sum(count for (kind, _), count in kinds.items() if kind == "bad_request")
        received = sum(verdict["requests"] for verdict in runs.values())
        if not received - bad <= len(entries) <= received:
            self.complain("har", f"{len(entries)} entries instead of {received}")
        found, marks = reports.of_html(texts["html"])
        self.same("html", found, headings)
        self.same("html, verdicts", "failed" in marks, failed > 0)
        self.explained(played)

    def explained(self, verdicts):
        """`explain --har` decides the requests of each run in the archive again, without time and without connections."""
        files = {scenario.name: name for name, scenario in self.case.scenarios.items()}
        explained = {}
        for name in sorted({run.scenario.name for _, run in self.named()}):
            # Edits have changed the file that was played.
            self.program.write("explained.yaml", self.texts[files[name]])
            made, status = self.program.explain("explained.yaml")
            wanted = 0 if made["passed"] else 1 if made.get("decided", True) else 2
            self.same("explain --har, status", status, wanted)
            for run in made.get("runs", [made]):
                label = reports.run_name(run.get("run", "run 1"), verdicts)
                explained.setdefault(label, []).append((run, self.case.scenarios[files[name]]))
        counts = {name: len(runs) for name, runs in explained.items()}
        self.same("explain --har, runs", Counter(counts), Counter(verdicts.keys()))
        for name, runs in explained.items():
            if name in verdicts:
                self.explained_run(name, *runs[0], verdicts[name])

    def explained_run(self, name, made, scenario, verdict):
        source, timed = f"explain --har, {name}", ("client", "hold_timeout", "max_in_flight", "interval")
        failures = [failure for request in made["requests"] for failure in request["failures"]] + made["failures"]
        # An archive has no entry for what broke HTTP, and so not its connection.
        is_counted = all(failure["kind"] != "bad_request" for failure in verdict["failures"])
        uncounted = [] if is_counted else [item.line for item in scenario.expect if item.connections is not None]
        wanted, found = Counter(), Counter()
        for failure in verdict["failures"]:
            if failure["kind"] not in timed and not (failure["kind"] == "expect" and failure["line"] in uncounted):
                wanted[model.key(failure)] += failure["repeats"]
        for failure in failures:
            if failure["kind"] not in timed:
                found[model.key(failure)] += failure["repeats"]
        self.same(source, found, wanted)
        self.same(f"{source}, steps", made["complete_steps"], verdict["complete_steps"])
        # Nothing fails without a word, and what an archive may not show again is not taken for passed.
        unshown = [failure for failure in verdict["failures"] if failure["kind"] in timed]
        self.same(f"{source}, passed", made["passed"], not failures and not unshown)
        if not made["passed"]:
            self.same(f"{source}, decided", made.get("decided", True), bool(failures))

    def same(self, source, found, wanted, least=False):
        if found == wanted or least and not wanted - found:
            return
        if isinstance(found, Counter):
            for what, count in (wanted - found).items():
                self.complain(source, f"lost, though the json report has it: {what} (×{count})")
            for what, count in ({} if least else found - wanted).items():
                self.complain(source, f"not in the json report: {what} (×{count})")
        else:
            self.complain(source, f"{found!r} instead of {wanted!r}")
