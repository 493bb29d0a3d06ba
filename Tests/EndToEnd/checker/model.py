"""What `Scenarios/FORMAT.md` says of a run: a model that shares no code with the program.

Where the page leaves open which of several failures a request makes, the model allows each of them, but never none.
"""

from collections import Counter
from dataclasses import dataclass, field


@dataclass
class Request:
    method: str
    path: str
    query: dict = field(default_factory=dict)
    headers: dict = field(default_factory=dict)
    connection: int = 0
    target: str = ""


@dataclass
class Exchange:
    """A request that a step or a stub took. `outcome` is `delivered`, `left`, or None as long as it is neither."""

    rule: object
    status: int
    body: str | None = None
    outcome: str | None = None
    ending: bool = False


@dataclass
class Expected:
    """A verdict. Each failure is a set of keys, one of which must be there, and how often."""

    failures: Counter
    unmet: set
    optional: set
    requests: int
    steps: int
    complete: int

    @property
    def passed(self):
        return not self.failures and not self.unmet

    def show(self):
        lines = [f"{'/'.join(f'{k} {w}' for k, w in sorted(keys, key=str))}" + (f" (×{n})" if n > 1 else "")
                 for keys, n in self.failures.items()]
        if self.unmet:
            lines.append("unmet " + ", ".join(sorted(self.unmet)))
        return ("passed" if self.passed else "failed: " + "; ".join(lines)) + (
            f"  [{self.requests} requests, {self.complete} of {self.steps} steps]")


class Run:
    """One run of a scenario."""

    # Rules of the page that can be turned over, to see that the checker notices: `check --flip RULE`.
    flipped = None

    def __init__(self, scenario):
        self.scenario = scenario
        self.variables = dict(scenario.variables)
        self.unset = set()  # captures that failed
        self.counts = Counter()
        self.closed = set()
        self.failures = Counter()
        self.optional = set()
        self.requests = []  # (request, rule or None)
        self.exchanges = []
        self.bad = 0  # requests that were not HTTP
        self.unfinished = {}  # requests of which a part has come, by their tags
        self.given_up = 0  # those whose clients have left, which the server may see only after the end
        self.reloaded = False
        self.in_progress = Counter()

    # What the page calls complete and open.

    def is_complete(self, step):
        return self.counts[step.id] >= step.at_least

    def has_room(self, rule):
        return rule.id not in self.closed and (rule.at_most is None or self.counts[rule.id] < rule.at_most)

    def when_holds(self, rule):
        return all(name not in self.unset and str(self.variables.get(name)) == str(value)
                   for name, value in rule.when.items())

    def is_open(self, step):
        if self.flipped == "order":
            return self.when_holds(step)
        return all(self.is_complete(other) for other in step.before) and self.when_holds(step)

    @property
    def complete(self):
        return all(self.is_complete(step) for step in self.scenario.steps)

    @property
    def received(self):
        return len(self.requests) + self.bad

    def fail(self, *keys, count=1):
        self.failures[frozenset(keys)] += count

    # A request.

    def take(self, request):
        """Decides a request; returns the exchange, or the status of what nothing takes."""
        steps = [step for step in self.scenario.steps if step.takes(request)]
        rule = next((step for step in steps if self.has_room(step) and self.is_open(step)), None)
        if rule is None:
            stubs = [stub for stub in self.scenario.stubs if stub.takes(request)]
            rule = next((stub for stub in stubs if stub.never or self.has_room(stub) and self.when_holds(stub)), None)
            if rule is None or rule.never:
                self.requests.append((request, None))
                return self.refuse(request, rule, steps, stubs)
        self.requests.append((request, rule))
        self.counts[rule.id] += 1
        for earlier in rule.before:
            # A later step took a request, so the earlier ones take no more.
            self.closed.add(earlier.id)
        return self.play(request, rule)

    def refuse(self, request, never, steps, stubs):
        if never:
            if self.flipped != "never":
                self.fail(("never", never.lines["id"]))
            return 501
        keys = set()
        for step in steps:
            if not self.has_room(step):
                keys.add(("exhausted", step.lines["id"]))
                if step.id in self.closed and self.counts[step.id] != step.at_most:
                    # It takes no more because a later step took a request: "has had its last", or out of order.
                    keys.add(("out_of_order", step.lines["id"]))
            else:
                keys.add(("out_of_order", step.lines["id"]))
        for stub in stubs:
            if not self.has_room(stub):
                keys.add(("exhausted", stub.lines["id"]))
            elif not steps:
                # The page does not say whether a stub whose `when` doesn't hold is out of order.
                keys |= {("out_of_order", stub.lines["id"]), ("unmatched", f"{request.method} {request.target}")}
        unmatched = ("unmatched", f"{request.method} {request.target}")
        if not keys and self.scenario.allow:
            return 404
        if stubs and self.scenario.allow and unmatched in keys:
            self.optional |= keys
            return 404
        if self.flipped == "exhausted" and any(kind == "exhausted" for kind, _ in keys):
            return 501
        self.fail(*(keys or {unmatched}))
        return 501

    def play(self, request, rule):
        status = rule.statuses[0]
        if rule.several:
            index = self.counts[rule.id] - 1
            size = len(rule.statuses)
            status = rule.statuses[index % size if rule.then == "cycle" else min(index, size - 1)]
        failed = False
        for part, values in (("headers", request.headers), ("query", request.query)):
            for name, value in getattr(rule, part).items():
                if values.get(name) != value:
                    failed = True
                    self.fail(("assertion", rule.lines[part, name]))
        for name, header in rule.capture.items():
            if header in request.headers:
                self.variables[name] = request.headers[header]
                self.unset.discard(name)
            else:
                self.unset.add(name)
                self.fail(("capture", rule.lines["capture", name]))
        self.variables.update(rule.set)
        body = rule.text
        if failed and rule.rejects:
            exchange = Exchange(rule, 422)
        elif rule.echoes and (rule.echoes in self.unset or rule.echoes not in self.variables):
            # The failure of the capture may stand for what follows from it.
            self.optional.add(("template", rule.lines["text"]))
            exchange = Exchange(rule, 500)
        else:
            exchange = Exchange(rule, status, str(self.variables[rule.echoes]) if rule.echoes else body)
        self.exchanges.append(exchange)
        if rule.in_flight:
            self.in_progress[rule.id] += 1
            if self.in_progress[rule.id] > rule.in_flight:
                self.fail(("max_in_flight", rule.lines["max_in_flight"]))
        return exchange

    def bad_request(self):
        self.bad += 1
        self.fail(("bad_request", None))
        # Whether a request that is not HTTP makes its connection count is not said.
        self.optional |= {("expect", item.line) for item in self.scenario.expect if item.connections is not None}

    # The end.

    def verdict(self, stopped=True):
        """The verdict now; `stopped` says that what goes on has no more time."""
        failures, optional = Counter(self.failures), set(self.optional)
        for exchange in self.exchanges:
            wanted = exchange.rule.client
            if wanted == "any":
                continue
            key = ("client", exchange.rule.lines["client"])
            outcome = exchange.outcome or ("left" if exchange.ending else None)
            if outcome is None and not stopped:
                optional.add(key)
            elif outcome is None or (outcome == "left") == (wanted == "answered"):
                failures[frozenset([key])] += 1
        if self.unfinished:
            # One failure says how many there are.
            failures[frozenset([("bad_request", None)])] += 1
        elif self.given_up:
            optional.add(("bad_request", None))
        for item in self.scenario.expect:
            self.check(item, failures, optional)
        unmet = set() if self.reloaded else {
            step.id for step in self.scenario.steps if not self.is_complete(step)}
        complete = sum(map(self.is_complete, self.scenario.steps))
        return Expected(failures, unmet, optional, self.received, len(self.scenario.steps), complete)

    def check(self, item, failures, optional):
        key = ("expect", item.line)
        if item.step:
            last = [index for index, (_, rule) in enumerate(self.requests) if rule and rule.id == item.step]
            first = [index for index, (_, rule) in enumerate(self.requests) if rule and rule.id == item.later]
            if last and first and last[-1] > first[0]:
                failures[frozenset([key])] += 1
            elif not (last and first):
                # What the check says where a step never came is left to `unmet`.
                optional.add(key)
            return
        found = [request for request, _ in self.requests if (request.method, request.path) == (item.method, item.path)]
        if item.connections is not None:
            count = len({request.connection for request, _ in self.requests})
            least, most = item.connections, item.connections
        else:
            count, least, most = len(found), item.at_least, item.at_most
            if item.never:
                least, most = 0, 0
            elif not item.times:
                least, most = 1, None
        if key in optional:
            return
        if most is not None and count > most:
            failures[frozenset([key])] += 1
        elif count < least and not self.reloaded:
            failures[frozenset([key])] += 1


def together(verdicts):
    """The verdict on several runs of a session."""
    whole = verdicts[-1]
    for other in verdicts[:-1]:
        whole.failures += other.failures
        whole.unmet |= other.unmet
        whole.optional |= other.optional
        whole.requests += other.requests
        # The page does not say of which run the steps are.
        whole.steps = None
    return whole


def differences(expected, verdict):
    """What a verdict, as JSON, says otherwise than the model."""
    actual, unmet = Counter(), set()
    for failure in verdict["failures"]:
        kind = failure["kind"]
        if kind == "unmet":
            unmet.add(failure.get("step"))
            for remark in failure["remarks"]:
                if " not reached either: " in remark:
                    unmet |= set(remark.split('"')[1::2])
            continue
        actual[key(failure)] += failure["repeats"]
    found = []
    left, lost = matched(expected.failures, actual)
    for keys, count in lost.items():
        found.append(f"lost: {'/'.join(f'{k} {w}' for k, w in sorted(keys, key=str))}"
                     + (f" (×{count})" if count > 1 else ""))
    for one, count in left.items():
        if count > 0 and one not in expected.optional:
            found.append(f"not in the model: {one[0]} {one[1]}" + (f" (×{count})" if count > 1 else ""))
    if unmet != expected.unmet:
        found.append(f"unmet: {sorted(map(str, unmet))} instead of {sorted(expected.unmet)}")
    if verdict["passed"] != (not verdict["failures"]):
        found.append(f"passed is {verdict['passed']} with {len(verdict['failures'])} failures")
    if verdict["requests"] != expected.requests:
        found.append(f"{verdict['requests']} requests instead of {expected.requests}")
    if expected.steps is None:
        return found
    if verdict["steps"] != expected.steps or verdict["complete_steps"] != expected.complete:
        found.append(f"{verdict['complete_steps']} of {verdict['steps']} steps instead of "
                     f"{expected.complete} of {expected.steps}")
    return found


def matched(wanted, actual):
    """Gives each failure that is wanted one of its keys, as far as that goes: what is left of the keys, and what is lost."""
    wants = list(wanted.elements())
    has = list(actual.elements())
    given = {}  # index in `has`: index in `wants`

    def find(want, seen):
        for index, one in enumerate(has):
            if one in wants[want] and index not in seen:
                seen.add(index)
                if index not in given or find(given[index], seen):
                    given[index] = want
                    return True
        return False

    lost = Counter(wants[want] for want in range(len(wants)) if not find(want, set()))
    return Counter(one for index, one in enumerate(has) if index not in given), lost


def key(failure):
    """What the model compares of a failure: its kind and line; of what nothing takes, the request."""
    kind = failure["kind"]
    if kind == "unmatched":
        import re
        return kind, re.sub(r"/s/[a-z2-7]{26}(?=/)", "", failure["title"]).replace("nothing takes ", "")
    return kind, None if kind == "bad_request" else failure.get("line")
