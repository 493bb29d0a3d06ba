"""What a client can ask that may stall its neighbours: the rows of `stalls`."""

import threading
from concurrent.futures import ThreadPoolExecutor

from .stalls import FOLDER

NEIGHBOUR = "- { id: neighbour, request: GET /neighbour, response: 200 }\n"
PLAIN = "mockserver: 1\nstubs:\n" + NEIGHBOUR
ORDINARY = PLAIN.encode()


def expecting(count, more="", stubs=""):
    """A scenario with so many items of `expect`, each for a path of its own."""
    items = "".join(f"- {{ request: GET /item/{number}, times: 1 }}\n" for number in range(count))
    return f"{PLAIN}{stubs}{more}expect:\n{items}"


def wrong(count):
    """A scenario of 18 bytes an error."""
    return PLAIN.encode() + b"".join(b"- respond: %07d\n" % number for number in range(count))


def misspelled(count):
    """A scenario with so many keys that no map has."""
    keys = ", ".join(f"key{number}: 1" for number in range(count))
    return f"{PLAIN}- {{ request: GET /a, response: 200, {keys} }}\n".encode()


class Row:
    """Calls that are repeated while a neighbour asks.

    - prepare: brings the server to the state that the calls meet.
    - call: makes one of them.
    - calls: how many are made at least.
    - admin: what the neighbour asks the admin API for, if it is not a client of the scenario.
    - session: whether the neighbour is a client of the session that `prepare` has left in `server.neighbour`.
    - changes: whether the calls leave the server in another state, so that the next row needs a fresh one.
    """

    def __init__(self, name, call, scenario=PLAIN, prepare=lambda server: None, calls=3, admin=None, changes=False,
                 session=False):
        self.name, self.call, self.scenario, self.prepare = name, call, scenario, prepare
        self.calls, self.admin, self.changes, self.session = calls, admin, changes, session

    def neighbour(self, server):
        if self.admin:
            return server.admin_port, self.admin
        return server.port, f"/s/{server.neighbour}/neighbour" if self.session else "/neighbour"


def asking(method, path, body=None, status=None):
    return lambda server: server.admin(method, path, body, status)


# MARK: - The rows that were reported

def unmatched(server):
    server.fill(100, "/nothing/{}")


def ended(scenario):
    def call(server):
        server.admin("DELETE", f"/sessions/{server.begin(scenario)}", status=200)

    return call


def fill_journal(server):
    """Four MiB of requests, the most that a journal keeps."""
    server.fill(5_000, "/neighbour?{}", b"x" * 1_000)


def begin_many(server):
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: server.begin(ORDINARY), range(5_000)))


def at_once(count, body):
    def call(server):
        with ThreadPoolExecutor(count) as pool:
            for answer in [pool.submit(server.admin, "POST", "/sessions", body, 422) for _ in range(count)]:
                answer.result()

    return call


def beside(count, body):
    """Begins a session of a small scenario while so many large ones are loaded, which must not come after them."""
    def call(server):
        done = []

        def post(content):
            server.admin("POST", "/sessions", content)
            done.append(content)

        threads = [threading.Thread(target=post, args=(content,)) for content in [body] * count + [ORDINARY]]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if done[-1] == ORDINARY:
            raise SystemExit("error: a small scenario was loaded after all the large ones")

    return call


ISSUE_ROWS = [
    Row("verdict of 5000 expect", asking("GET", "/verdict", status=200), expecting(5_000), unmatched),
    Row("requests among 5000 expect", lambda server: server.fill(20, "/item/{}"), expecting(5_000)),
    Row("end of a session of 20000 expect", ended(expecting(20_000).encode())),
    Row("journal of 4 MiB", asking("GET", "/journal", status=200), PLAIN + "unmatched: { allow: true }\n", fill_journal),
    Row("list of 5000 sessions", asking("GET", "/sessions", status=200), prepare=begin_many),
    Row("30000 errors", asking("POST", "/sessions", wrong(30_000), 422)),
    Row("2000 misspelled keys", asking("POST", "/sessions", misspelled(2_000), 422)),
    Row("16000 misspelled keys", asking("POST", "/sessions", misspelled(16_000), 422)),
    Row("100000 misspelled keys", asking("POST", "/sessions", misspelled(100_000), 422), calls=1),
    Row("six of 30000 errors at once", at_once(6, wrong(30_000)), calls=1),
    Row("health beside six of 30000 errors", at_once(6, wrong(30_000)), calls=1, admin="/health"),
    Row("verdict beside six of 30000 errors", at_once(6, wrong(30_000)), calls=1, admin="/verdict"),
    Row("small scenario beside six of 30000 errors", beside(6, wrong(30_000)), calls=1),
    Row("health beside a verdict of 20000 expect", asking("GET", "/verdict", status=200), expecting(20_000), unmatched, admin="/health"),
]


# MARK: - Every operation of the admin API

# A scenario that makes each of them work: many checks, a long journal, a clock that can be moved.
LOADED = expecting(
    20_000, "unmatched: { allow: true }\nclock: virtual\n"
    "steps:\n- { id: filled, request: POST /neighbour, times: { at_least: 0 }, response: 200 }\n",
    "- { id: slow, request: GET /slow, response: { status: 200, delay: 1h } }\n")
LOADED_BYTES = LOADED.encode()
STUB = b"{ request: GET /added, response: 200 }"


def loaded(server):
    fill_journal(server)
    unmatched(server)
    # One scenario for all of them, so that the server keeps it once.
    server.session = server.begin(LOADED_BYTES)
    server.fill(2_000, f"/s/{server.session}/neighbour?{{}}", b"x" * 1_000)


def of_session(method, path="", body=None):
    return lambda server: server.admin(method, f"/sessions/{server.session}{path}", body, 200)


def add_stub(server):
    server.admin("POST", f"/sessions/{server.session}/stubs", STUB, 201)


def remove_stub(server):
    server.admin("POST", f"/sessions/{server.small}/stubs", STUB, 201)
    listed = server.admin("GET", f"/sessions/{server.small}/stubs", status=200)[1]
    number = listed.rsplit(b'"stub":', 1)[1].split(b",")[0].decode().strip()
    server.admin("DELETE", f"/sessions/{server.small}/stubs/{number}", status=200)


# What changes a run, so that its journal is short afterwards.
CHANGING = {
    "POST /reset", "PUT /scenario", "POST /sessions/{session}/reset", "PUT /sessions/{session}/scenario",
}


def with_small_session(server):
    loaded(server)
    server.small = server.begin(ORDINARY)


# By their method and path, as the program's own table of operations has them: a test compares both.
OPERATIONS = {
    "GET /health": asking("GET", "/health", status=200),
    "GET /metrics": asking("GET", "/metrics", status=200),
    "GET /openapi.json": asking("GET", "/openapi.json", status=200),
    "GET /verdict": asking("GET", "/verdict", status=200),
    "GET /journal": asking("GET", "/journal", status=200),
    "GET /requests": asking("GET", "/requests?step=filled", status=200),
    "GET /report": asking("GET", "/report", status=200),
    "POST /reset": asking("POST", "/reset", status=200),
    "PUT /scenario": asking("PUT", "/scenario", LOADED_BYTES, 200),
    "GET /clock": asking("GET", "/clock", status=200),
    "POST /clock": asking("POST", "/clock", b'{"advance": "1s"}', 200),
    "POST /sessions": ended(LOADED_BYTES),
    "GET /sessions": asking("GET", "/sessions", status=200),
    "GET /sessions/{session}": of_session("GET"),
    "DELETE /sessions/{session}": ended(LOADED_BYTES),
    "POST /sessions/{session}/stubs": add_stub,
    "GET /sessions/{session}/stubs": of_session("GET", "/stubs"),
    "DELETE /sessions/{session}/stubs/{stub}": remove_stub,
    "GET /sessions/{session}/verdict": of_session("GET", "/verdict"),
    "GET /sessions/{session}/journal": of_session("GET", "/journal"),
    "GET /sessions/{session}/requests": of_session("GET", "/requests?step=filled"),
    "GET /sessions/{session}/report": of_session("GET", "/report"),
    "POST /sessions/{session}/reset": of_session("POST", "/reset"),
    "PUT /sessions/{session}/scenario": of_session("PUT", "/scenario", LOADED_BYTES),
    "GET /sessions/{session}/clock": of_session("GET", "/clock"),
    "POST /sessions/{session}/clock": of_session("POST", "/clock", b'{"advance": "1s"}'),
}


# MARK: - Neighbours in a session

def begin_neighbour(server):
    server.neighbour = server.begin(ORDINARY)


def ended_twice(scenario):
    """Ends two sessions in a row: what the end of one leaves to be done comes with the next one."""
    def call(server):
        for session in [server.begin(scenario), server.begin(scenario)]:
            server.admin("DELETE", f"/sessions/{session}", status=200)

    return call


SESSION_ROWS = [
    Row("session beside two ends of 20000 expect", ended_twice(expecting(20_000).encode()), prepare=begin_neighbour,
        session=True),
]


# MARK: - Requests to scenarios

def fixtures():
    """A row for each NAME.yaml of stalls.d, which has a stub for GET /neighbour, and the NAME.request that is sent to it."""
    for path in sorted((FOLDER / "stalls.d").glob("*.yaml")):
        raw = path.with_suffix(".request").read_bytes()
        yield Row(path.stem, lambda server, raw=raw: server.ask(raw), path.read_text())


# How many requests come at once on one connection, and the fixtures whose bodies then fit a window of HTTP/2.
AT_ONCE = 6
SMALL = ["expressions", "near-misses", "paths", "queries", "schemas"]


def on_one_connection():
    """Rows for requests that come at once: pipelined, and on streams of HTTP/2."""
    raw = b"GET /none HTTP/1.1\r\nHost: h\r\n\r\n"
    yield Row("2000 pipelined that nothing takes", lambda server: server.pipeline(raw, 2_000), calls=1)
    for name in SMALL:
        scenario = (FOLDER / "stalls.d" / f"{name}.yaml").read_text()
        raw = (FOLDER / "stalls.d" / f"{name}.request").read_bytes()
        yield Row(f"{AT_ONCE} pipelined {name}", lambda server, raw=raw: server.pipeline(raw, AT_ONCE), scenario, calls=1)
        yield Row(f"{AT_ONCE} streams of {name}", lambda server, raw=raw: server.parallel(raw, AT_ONCE), scenario, calls=1)


def all_rows():
    operations = [
        Row(name, call, LOADED, with_small_session, changes=name in CHANGING) for name, call in OPERATIONS.items()]
    # Those that change nothing share a server.
    return [*ISSUE_ROWS, *sorted(operations, key=lambda row: row.changes), *SESSION_ROWS, *fixtures(), *on_one_connection()]
