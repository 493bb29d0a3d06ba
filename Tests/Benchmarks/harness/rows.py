"""The rows of the table: each measures mockserver and the others alternately, A B A B."""

from .figures import Goal, row
from .load import allow_connections, h2load, idle_connections, refused_requests, wrk
from .programs import HERE, RESPONSE, SCENARIO, cost, output, pinned
from .scenarios import folder_of_scenarios, long_script, many_rules, many_stubs, stubs, told_apart_by_headers
from .servers import Servers, free_port, milliseconds_to_get, send_secrets
from .tests import test_costs


class Effort:
    """How much is measured: the rounds, the seconds of load in each, the number of requests."""

    def __init__(self, quick, rounds):
        self.quick = quick
        self.rounds = rounds or (2 if quick else 9)
        self.seconds = 1 if quick else 3

    def of(self, full, quick):
        return quick if self.quick else full


class Bench:
    def __init__(self, programs, scratch, effort):
        self.programs = programs
        self.scratch = scratch
        self.effort = effort
        self.servers = Servers(programs, scratch)

    def in_turns(self, contestants, measure, rounds=None):
        """The results of `measure` for each server by name, with a new server in each round."""
        values = {name: [] for name in contestants}
        for _ in range(rounds or self.effort.rounds):
            for name, start in contestants.items():
                with start() as server:
                    values[name].append(measure(server))
        return values

    def rates(self, key, what, contestants, goals, load, rounds=None):
        """A row of requests per second, with the processor time of each server."""
        pairs = self.in_turns(contestants, load, rounds)
        rates, times = ({name: [pair[index] for pair in values] for name, values in pairs.items()} for index in (0, 1))
        return row(key, what, "requests/s", rates.pop("mockserver"), rates, goals, times)

    def same_response(self):
        """The servers that send the same response over HTTP/1.1."""
        servers = self.servers
        return {"mockserver": lambda: servers.mockserver(SCENARIO), "limit": servers.limit, "nginx": servers.nginx}

    def wrk(self, **load):
        return lambda server: wrk(server, self.effort.seconds, **load)

    def columns(self, *command):
        """The columns that a program prints, in microseconds."""
        lines = output(*command).splitlines()
        return [[int(value) / 1000 for value in column] for column in zip(*(line.split() for line in lines))]

    # Requests per second

    def keep_alive(self):
        yield self.rates(
            "keep-alive", "HTTP/1.1, 32 connections kept, 1 kB of JSON", self.same_response(),
            [Goal("limit", at_least=0.80), Goal("nginx", ahead=True)], self.wrk())

    def template(self):
        servers = self.servers
        contestants = {"mockserver": lambda: servers.mockserver(HERE / "order.yaml"), "limit": servers.limit}
        yield self.rates(
            "template", "the same with a template, a capture and an assertion on JSON", contestants,
            [Goal("limit", at_least=0.40)], self.wrk(script="order.lua"))

    def latency(self):
        command = [*pinned(1), self.programs / "latency"]
        requests = self.effort.of(50_000, 10_000)

        def measure(server):
            return [column[0] for column in self.columns(*command, server.port, requests)]

        values = self.in_turns(self.same_response(), measure)
        for index, (name, bound) in enumerate({"median": 1.25, "99th percentile": 2.0}.items()):
            part = {server: [pair[index] for pair in pairs] for server, pairs in values.items()}
            what = f"one connection, {name}"
            yield row("latency", what, "µs", part.pop("mockserver"), part, [Goal("limit", at_most=bound)])

    def pauses(self):
        pause, requests = 50, self.effort.of(60, 20)
        command = [*pinned(1), self.programs / "latency"]
        values = self.in_turns(
            self.same_response(), lambda server: self.columns(*command, server.port, requests, pause)[0][0])
        yield row(
            "pauses", f"one connection, a request every {pause} ms, median", "µs", values.pop("mockserver"), values,
            [Goal("limit", at_most=1.52)])

    def neighbour(self):
        path, requests = stubs(self.scratch, 1_000), self.effort.of(1_000, 200)

        def measure(server):
            with refused_requests(server):
                return self.columns(*pinned(1), self.programs / "latency", server.port, requests)[1][0] / 1000

        values = self.in_turns({"mockserver": lambda: self.servers.mockserver(path)}, measure)
        yield row(
            "neighbour", "one connection beside 32 whose requests none of 1,000 stubs takes, 99th percentile", "ms",
            values["mockserver"], {}, [Goal(at_most=5)])

    def close(self):
        servers = self.servers
        contestants = {
            "mockserver": lambda: servers.mockserver(SCENARIO),
            "limit": lambda: servers.limit(closes=True),
            "nginx": servers.nginx,
        }
        yield self.rates(
            "close", "a connection for each request", contestants, [Goal("limit", at_least=0.90)],
            self.wrk(closes=True))

    def h2c(self):
        servers = self.servers
        requests = self.effort.of(1_000_000, 50_000)
        contestants = {
            "mockserver": lambda: servers.mockserver(SCENARIO),
            "nginx": lambda: servers.nginx(http2=True),
            "nghttpd": servers.nghttpd,
        }
        yield self.rates(
            "h2c", f"HTTP/2 in the clear, 8 connections of 32 streams, {requests:,} requests", contestants,
            [Goal("nginx", ahead=True), Goal("nghttpd", at_least=0.60)], lambda server: h2load(server, requests),
            rounds=min(self.effort.rounds, 5))

    def tls(self):
        servers = self.servers
        contestants = {
            "mockserver": lambda: servers.mockserver(SCENARIO, tls=True), "nginx": lambda: servers.nginx(tls=True)}
        yield self.rates(
            "tls", "TLS 1.3, HTTP/1.1, 32 connections kept", contestants, [Goal("nginx", ahead=True)], self.wrk())
        requests = self.effort.of(200_000, 30_000)
        contestants["nginx"] = lambda: servers.nginx(tls=True, http2=True)
        yield self.rates(
            "tls", "TLS 1.3, HTTP/2, 8 connections of 32 streams", contestants, [Goal("nginx", ahead=True)],
            lambda server: h2load(server, requests))

    # Processor time

    def processor_time(self, **load):
        """Measures the microseconds of processor time of a request."""
        def measure(server):
            # The first requests fill the caches.
            wrk(server, 1, **load)
            return wrk(server, self.effort.seconds, **load)[1]

        return measure

    def stubs(self):
        names = {"1 stub": 1, "100 stubs": 100, "10,000 stubs": 10_000, "100,000 stubs": 100_000}
        paths = {name: stubs(self.scratch, count) for name, count in names.items()}
        contestants = {name: lambda path=path: self.servers.mockserver(path) for name, path in paths.items()}
        values = self.in_turns(contestants, self.processor_time())
        ours = values.pop("100,000 stubs")
        yield row(
            "stubs", "processor time a request, 100,000 stubs, the last one matching", "µs", ours, values,
            [Goal(name, within=0.05) for name in values])

    def checked(self):
        paths = {"mockserver": HERE / "checked.yaml", "the same unchecked": HERE / "unchecked.yaml"}
        contestants = {name: lambda path=path: self.servers.mockserver(path) for name, path in paths.items()}
        values = self.in_turns(contestants, self.processor_time(script="order.lua"))
        yield row(
            "checked", "processor time a request, checked by a JSON Schema of 30 keywords and two JSONPaths", "µs",
            values.pop("mockserver"), values, [Goal("the same unchecked", at_most=5)])

    # Start and load

    def in_process(self):
        base, whole, _, _, _, secure = self.columns(
            self.programs / "StartServeStop", SCENARIO, self.effort.of(2000, 300))
        yield row(
            "in-process", "start, one request, stop, in process", "ms", [value / 1000 for value in whole],
            {"limit": [value / 1000 for value in base]}, [Goal(at_most=0.13), Goal("limit", at_most=2)])
        yield row(
            "in-process", "the same over TLS, the client's work too", "ms", [value / 1000 for value in secure],
            {}, [Goal(at_most=2)])
        costs = test_costs()
        for name, what, empty in [
            ("swift-testing", "an empty Swift Testing test with .mockServer", "swift-testing-empty"),
            ("xctest", "an empty XCTest with startMockServer", "xctest-empty"),
            ("url-session", "a URLSession without sockets, one request and the verdict", "swift-testing-empty"),
        ]:
            yield row(
                "in-process", f"{what}, debug build", "ms", costs[name], {"without": costs[empty]}, [Goal(at_most=1)])

    def start(self):
        """From exec to the first response."""
        command = [self.programs / "exec", self.effort.of(200, 40)]
        command += [self.programs / "mockserver", "--scenario", SCENARIO]
        ours, limit = self.columns(*command, "--", self.programs / "limit", RESPONSE)
        yield row(
            "exec", "exec to first response", "ms", [value / 1000 for value in ours],
            {"limit": [value / 1000 for value in limit]}, [Goal(at_most=5), Goal("limit", at_most=4)])

    def load(self):
        path = long_script(self.scratch, 1_000_000)
        ours, limit = [], []
        for _ in range(self.effort.rounds):
            ours += self.columns(self.programs / "LoadScenario", path, 3)[0]
            limit += self.columns(self.programs / "read_yaml", path, 3)[0]
        yield row(
            "load", "load a scenario of 1 MB", "ms", [value / 1000 for value in ours],
            {"libyaml's events alone": [value / 1000 for value in limit]}, [Goal(at_most=60)])
        one_line, lines = many_rules(self.scratch, 1_000_000)
        ours, apart = [], []
        for _ in range(self.effort.rounds):
            ours += self.columns(self.programs / "LoadScenario", one_line, 3)[0]
            apart += self.columns(self.programs / "LoadScenario", lines, 3)[0]
        name = "each rule on its own line"
        yield row(
            "load", "load 1 MB of rules in JSON on one line", "ms", [value / 1000 for value in ours],
            {name: [value / 1000 for value in apart]}, [Goal(name, at_most=1.2)])
        same, own = [
            [value for _ in range(self.effort.rounds) for value in self.columns(self.programs / "LoadScenario", path, 3)[0]]
            for path in told_apart_by_headers(self.scratch, 5_000)
        ]
        name = "each with its own path"
        yield row(
            "load", "load 5,000 stubs of one path, told apart by a header", "ms", [value / 1000 for value in same],
            {name: [value / 1000 for value in own]}, [Goal(name, at_most=1.5)])

    # Memory

    def memory(self):
        def measure(server):
            h2load(server, 100_000, connections=32, http1=True)
            return server.resident() / 1e6

        values = self.in_turns(
            {"mockserver": lambda: self.servers.mockserver(SCENARIO)}, measure, self.effort.of(3, 1))
        yield row("memory", "memory after 100,000 requests", "MB", values["mockserver"], {}, [Goal(at_most=15)])

    def idle(self):
        count = 10_000
        allow_connections(count)

        def measure(server):
            # Enough to fill the journal.
            h2load(server, 100_000, connections=32, http1=True)
            before = server.resident()
            connections = idle_connections(server, count)
            after = server.resident()
            for connection in connections:
                connection.close()
            return (after - before) / len(connections) / 1000

        values = self.in_turns(
            {"mockserver": lambda: self.servers.mockserver(SCENARIO)}, measure, self.effort.of(3, 1))
        yield row("idle", f"each of {count:,} idle connections", "kB", values["mockserver"], {}, [Goal(at_most=8)])

    def journal(self):
        first, requests = self.effort.of(200_000, 100_000), self.effort.of(1_000_000, 100_000)
        before, after = [], []
        for _ in range(self.effort.of(3, 1)):
            with self.servers.mockserver(SCENARIO) as server:
                h2load(server, first, connections=32, http1=True)
                before.append(server.resident() / 1e6)
                h2load(server, requests, connections=32, http1=True)
                after.append(server.resident() / 1e6)
        name = f"before, after the first {first:,}"
        yield row(
            "journal", f"memory after {requests:,} requests with the journal at its bound", "MB", after, {name: before},
            [Goal(name, at_most=1.05)])

    def secrets(self):
        """What it takes to read a journal of 4 MiB in which a thousand values are searched for."""
        times = {"10 secrets": [], "1,000 secrets": []}
        path = stubs(self.scratch, 1)
        for _ in range(self.effort.of(5, 2)):
            for count, name in [(10, "10 secrets"), (1_000, "1,000 secrets")]:
                port = free_port()
                with self.servers.mockserver(path, admin=port) as server:
                    send_secrets(server.url, count, 1_000, 3_600)
                    times[name].append(milliseconds_to_get(port, "/journal"))
        yield row(
            "secrets", "read a journal of 4 MiB with 1,000 secrets", "ms", times["1,000 secrets"],
            {"10 secrets": times["10 secrets"]}, [Goal(at_most=200)])

    # Sessions

    def sessions(self):
        """A request's cost among many sessions, and what it takes to begin one."""
        few, many = "1 session", "10,000 sessions"
        # Without steps, so that no session fails or lingers for want of a request.
        path = stubs(self.scratch, 1)
        contestants = {
            name: lambda count=count: self.servers.mockserver(path, sessions=count)
            for name, count in {few: 1, many: 10_000}.items()
        }
        values = self.in_turns(contestants, self.processor_time())
        yield row(
            "sessions", "processor time a request to one of 10,000 sessions", "µs", values[many],
            {few: values[few]}, [Goal(few, within=0.05)])
        for open_ in (0, 10_000):
            own, prepared, scenario, _ = self.columns(
                self.programs / "Sessions", path, self.effort.of(2_000, 300), open_)
            yield row(
                "sessions", f"begin a session in process beside {open_:,}, of a prepared scenario", "µs", prepared,
                {"start and stop a server": own, "of a scenario": scenario}, [Goal(at_most=50)])

    # Validation

    def validate(self):
        """What it takes to check a large file, and many small ones."""
        rounds = self.effort.of(5, 2)
        count = 200_000
        for path, name in [
            (long_script(self.scratch, 1_000_000), "a scenario of 1 MB"),
            (many_stubs(self.scratch, count), f"36 MB with {count:,} stubs"),
        ]:
            ours, limit, memory = [], [], []
            for _ in range(rounds):
                time, resident = cost(self.programs / "mockserver", "validate", path)
                ours.append(time * 1000)
                memory.append(resident / 1e6)
                limit += [value / 1000 for value in self.columns(self.programs / "read_yaml", path, 1)[0]]
            is_large = name.startswith("36")
            yield row(
                "validate", f"validate {name}", "ms", ours, {"libyaml's events alone": limit},
                [Goal(at_most=3000 if is_large else 60)])
            if is_large:
                yield row("validate", f"memory to validate {name}", "MB", memory, {}, [Goal(at_most=500)])
        folder = folder_of_scenarios(self.scratch, 10_000)
        whole, one = [], []
        for _ in range(rounds):
            whole.append(cost(self.programs / "mockserver", "validate", folder)[0] * 1000)
            one.append(cost(self.programs / "mockserver", "validate", folder / "0.yaml")[0] * 1000)
        yield row("validate", "validate 10,000 files", "ms", whole, {"one of them": one}, [Goal(at_most=5000)])

    BY_NAME = {
        "keep-alive": keep_alive,
        "template": template,
        "latency": latency,
        "pauses": pauses,
        "neighbour": neighbour,
        "close": close,
        "h2c": h2c,
        "tls": tls,
        "stubs": stubs,
        "checked": checked,
        "sessions": sessions,
        "in-process": in_process,
        "exec": start,
        "memory": memory,
        "idle": idle,
        "journal": journal,
        "load": load,
    }
    # Rows that are not in the recorded table: measured where --only names them.
    ON_DEMAND = {"secrets": secrets, "validate": validate}
