"""Cases that are made at random, each from its seed."""

import random

from play import Case
from scenario import Expectation, Rule, Scenario

PATHS = ["/p0", "/p1", "/p2", "/p3"]
HEADERS = ["X-A", "X-B"]


def maybe(chance, part):
    return chance.random() < part


def make_scenario(chance, name, steps=5, stubs=True):
    """Any scenario whose requests are taken one after the other."""
    scenario = Scenario(name)
    scenario.variables = {"state": "none", "token": "zero"}
    scenario.any_order = maybe(chance, 0.15)
    scenario.allow = maybe(chance, 0.1)
    scenario.linger = chance.choice([20, 100])
    count = chance.randint(0 if stubs else 1, steps)
    ids = []

    def rule(stub=False):
        made = Rule(f"{'u' if stub else 's'}{len(ids)}", chance.choice(["GET", "GET", "POST"]), chance.choice(PATHS),
                    stub=stub)
        ids.append(made.id)
        if maybe(chance, 0.15):
            made.needs = {"X-Kind": chance.choice("12")}
        if maybe(chance, 0.3):
            made.headers = {name: chance.choice("12") for name in HEADERS if maybe(chance, 0.6)}
        if maybe(chance, 0.15):
            made.query = {"q": chance.choice("12")}
        made.rejects = maybe(chance, 0.25) and bool(made.headers or made.query)
        if maybe(chance, 0.2):
            made.set = {"state": chance.choice(["none", "full"])}
        if maybe(chance, 0.2):
            made.capture = {"token": "X-Token"}
        if maybe(chance, 0.12):
            made.when = {"state": chance.choice(["none", "full", "full"])}
        if maybe(chance, 0.2):
            made.echoes = "token"
        made.statuses = [chance.choice([200, 201, 404, 503])]
        if stub:
            made.at_least, made.at_most = 0, None
            return made
        if maybe(chance, 0.25):
            made.statuses = chance.sample([200, 202, 401, 503], chance.randint(2, 3))
            made.at_least = made.at_most = len(made.statuses)
            made.echoes = None
            made.then = chance.choice(["fail", "repeat_last", "cycle"])
            if made.then != "fail":
                # Without `times` the page does not say how many requests that makes.
                made.times = True
                made.at_least = made.at_most = len(made.statuses) + chance.randint(0, 2)
        elif maybe(chance, 0.2):
            made.times = True
            made.at_least = made.at_most = chance.randint(2, 3)
        elif maybe(chance, 0.3) and not scenario.any_order:
            made.times = True
            made.at_least = chance.randint(0, 2)
            made.at_most = made.at_least + chance.randint(1, 2) if maybe(chance, 0.6) or not made.at_least else None
        return made

    made = 0
    while made < count:
        if maybe(chance, 0.2) and not scenario.any_order:
            branches = []
            for _ in range(chance.randint(2, 3)):
                branch = [rule() for _ in range(chance.randint(1, 2))]
                for step in branch:
                    # Which steps of other branches are earlier ones is not said.
                    if step.at_least != step.at_most:
                        step.at_least = step.at_most = 2
                branches.append(branch)
                made += len(branch)
            scenario.entries.append(branches)
        else:
            step = rule()
            if made and maybe(chance, 0.1) and not scenario.any_order:
                step.after = chance.choice([[], [scenario.steps[0].id]])
            scenario.entries.append(step)
            made += 1
    if any(step.after is not None for step in scenario.steps):
        for step in scenario.steps:
            # Which steps are earlier than one with `after` is not said, either.
            if step.at_least != step.at_most:
                step.at_least = step.at_most = 2
    for index, step in enumerate(scenario.steps):
        # A step that takes all requests as often as they come is an error where later ones want them.
        if step.at_most is None and any(step.path == other.path for other in scenario.steps[index + 1:]):
            step.at_most = step.at_least + 1
    if stubs or not count:
        for _ in range(chance.randint(0 if count else 1, 2)):
            stub = rule(stub=True)
            if maybe(chance, 0.25):
                stub = Rule(stub.id, "GET", "/never", never=True, stub=True)
            elif maybe(chance, 0.3):
                # Two stubs for one request, of which one is limited, have a path of their own.
                stub.method, stub.path, stub.times, stub.at_most = "GET", f"/{stub.id}", True, chance.randint(1, 2)
                stub.needs = {}
            scenario.stubs.append(stub)
    for _ in range(chance.randint(0, 2)):
        item = Expectation(chance.choice(["GET", "POST"]), chance.choice([*PATHS, "/never"]))
        what = chance.random()
        if what < 0.25:
            item.never = True
        elif what < 0.55:
            item.times, item.at_least, item.at_most = True, *chance.choice([(1, 1), (0, 2), (2, None), (0, 1)])
        elif what < 0.65:
            item.connections = chance.randint(1, 2)
        elif what < 0.8 and len(scenario.steps) > 1:
            item.step, item.later = (step.id for step in chance.sample(scenario.steps, 2))
        scenario.expect.append(item)
    scenario.text()
    return scenario


def sending(chance, scenario, who=None, faithful=0.75):
    """Requests for a scenario: most as it wants them, some that differ."""
    operations = []
    wanted = []
    for step in scenario.steps:
        count = step.at_least + (chance.randint(0, 1) if step.at_most != step.at_least else 0)
        wanted += [step] * count
    if maybe(chance, 0.3):
        chance.shuffle(wanted)
    for step in wanted:
        if maybe(chance, 0.06):
            continue
        operations += [a_request(chance, step, who, faithful)] * (2 if maybe(chance, 0.05) else 1)
        if maybe(chance, 0.12):
            stub = chance.choice(scenario.stubs) if scenario.stubs and maybe(chance, 0.7) else None
            operations.append(a_request(chance, stub, who, faithful))
    for stub in scenario.stubs:
        if not stub.never and maybe(chance, 0.5):
            operations += [a_request(chance, stub, who, faithful)] * chance.randint(1, 2)
    return operations


def a_request(chance, rule, who, faithful):
    rule = rule or Rule("none", "GET", chance.choice([*PATHS, "/unknown"]))
    headers = dict(rule.needs)
    right = lambda: maybe(chance, faithful + 0.2)
    for name, value in rule.headers.items():
        if right():
            headers[name] = value
        elif maybe(chance, 0.5):
            headers[name] = chance.choice("123")
    if right() and (rule.capture or maybe(chance, 0.2)):
        headers["X-Token"] = f"t{chance.randint(0, 99)}"
    query = {name: value if right() else chance.choice("123") for name, value in rule.query.items()}
    return ["send", who, chance.randint(0, 2), rule.method, rule.path, query, headers]


def ends(chance, **more):
    """How a server ends, with what its start needs for it."""
    how = chance.random()
    if how < 0.55:
        return {"end": [chance.choice(["TERM", "INT", "QUIT", "HUP"])], **more}
    if how < 0.9:
        return {"end": ["command", chance.choice([0, 0, 0, 7])], "wrapped": True, **more}
    return {"end": ["TERM"], "wrapped": True, **more}


# The kinds of cases.


def sequence(chance):
    scenario = make_scenario(chance, "sequence")
    operations = sending(chance, scenario)
    if maybe(chance, 0.3):
        operations.insert(chance.randint(0, len(operations)), ["verdict", None])
    if maybe(chance, 0.1):
        operations.insert(chance.randint(0, len(operations)), ["bad", chance.choice([
            "GET /back\\slash HTTP/1.1\r\nHost: h\r\n\r\n", "GET / a HTTP/1.1\r\nHost: h\r\n\r\n",
            "GET / HTTP/1.1\r\n\r\n", "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: gzip\r\n\r\n"])])
    if any(step.at_least for step in scenario.steps) and maybe(chance, 0.2):
        operations = [operation for operation in operations if operation[0] != "verdict"]
        return Case("sequence", {"scenario.yaml": scenario}, operations, ["--exit-when-complete"], ["complete"])
    return Case("sequence", {"scenario.yaml": scenario}, operations, **ends(chance))


def reloads(chance):
    files = {name: make_scenario(chance, name.split(".")[0], steps=3)
             for name in ("scenario.yaml", "second.yaml", "third.yaml")}
    current, operations, options = "scenario.yaml", [], []
    watches = maybe(chance, 0.6)
    if watches:
        options.append("--watch")
    end = ends(chance)
    for _ in range(chance.randint(1, 4)):
        sent = sending(chance, files[current])
        operations += sent[:chance.randint(0, len(sent))]
        what = chance.random()
        if watches and what < 0.35 and not end.get("wrapped"):
            operations.append(["hup"])
        elif watches and what < 0.7:
            current = chance.choice([name for name in files if name != current])
            operations.append(["edit", current])
        elif what < 0.85 and not watches:
            operations.append(["reset", None])
        elif not watches:
            current = chance.choice(list(files))
            operations.append(["put", None, current])
    operations += sending(chance, files[current])
    if watches and end["end"] == ["HUP"]:
        end["end"] = ["TERM"]
    return Case("reloads", files, operations, options, **end)


def sessions(chance):
    files = {name: make_scenario(chance, name.split(".")[0], steps=3)
             for name in ("scenario.yaml", "second.yaml")}
    plans = []
    for label in range(chance.randint(1, 4)):
        name = chance.choice(list(files))
        plan = [["begin", label, name]] + sending(chance, files[name], label)
        if maybe(chance, 0.3):
            other = chance.choice(list(files))
            change = ["reset", label] if maybe(chance, 0.5) else ["put", label, other]
            plan.append(change)
            plan += sending(chance, files[other if change[0] == "put" else name], label)
        if maybe(chance, 0.2):
            plan.append(["verdict", label])
        if maybe(chance, 0.5):
            plan.append(["delete", label, chance.choice(["", "", "2s"])])
            if maybe(chance, 0.3):
                plan.append(a_request(chance, None, label, 1))
        plans.append(plan)
    bare = maybe(chance, 0.3)
    if not bare:
        plans.append(sending(chance, files["scenario.yaml"]))
    operations = []
    while plans:
        # The sessions' requests mix.
        plan = chance.choice(plans)
        if plan:
            operations.append(plan.pop(0))
        else:
            plans.remove(plan)
    return Case("sessions", files, operations, bare=bare, **ends(chance))


def expiry(chance):
    """Sessions that end by themselves or are being deleted when the server is told to end."""
    scenario = make_scenario(chance, "expiry", steps=4, stubs=False)
    # A report that takes a while to make.
    scenario.padding = chance.choice([500, 3_000, 6_000])
    operations = []
    for label in range(chance.randint(1, 2)):
        operations.append(["begin", label, "scenario.yaml"])
        sent = sending(chance, scenario, label, faithful=1)
        operations += sent[:chance.randint(1, len(sent) or 1)]
    if maybe(chance, 0.6):
        options = ["--session-timeout", f"{300 * chance.slow}ms"]
        operations.append(["expire", "mockserver_sessions_open"])
    else:
        options = []
        operations.append(["delete_meanwhile", 0, chance.choice(["", "1s"])])
        operations.append(["pause", chance.choice([0.005, 0.02, 0.06])])
    hurry = 0.1 * chance.slow if options else None
    return Case("expiry", {"scenario.yaml": scenario}, operations, options, bare=True, hurry=hurry)


def linger(chance):
    scenario = Scenario("linger", linger=chance.choice([300, 500]))
    for index in range(chance.randint(1, 3)):
        scenario.entries.append(Rule(f"s{index}", "POST", f"/p{index}"))
    last = scenario.steps[-1]
    operations = [["send", None, 0, "POST", step.path, {}, {}] for step in scenario.steps]
    body = chance.choice(["", "a body that comes slowly"])
    path = last.path if maybe(chance, 0.7) else "/unknown"
    # It begins before the run is complete, so that a slow machine doesn't let it come too late.
    operations.insert(0, ["early", "POST", path, body])
    operations.append(["late", "POST", path, body, scenario.linger / 1000 / 12 * chance.choice([1.5, 2, 3])])
    scenario.text()
    return Case("linger", {"scenario.yaml": scenario}, operations, ["--exit-when-complete"], ["complete"])


def leaving(chance):
    """Clients that leave, or end their side and read on."""
    scenario = Scenario("leaving", linger=20)
    operations, later = [], []
    for index in range(chance.randint(1, 3)):
        how = chance.choice(["reset", "close", "half", "half", "stay"])
        protocol = chance.choice(["h1", "h2"])
        goes = how in ("reset", "close")
        step = Rule(f"s{index}", "GET", f"/p{index}", client=chance.choice(["answered", "cancels"]),
                    delay=20_000 if goes else 250, text="hello")
        if how in ("half", "stay") and maybe(chance, 0.25):
            step.text, step.delay = "@big.bin", 0
            protocol = "h1"
        if how == "half" and maybe(chance, 0.2):
            step.delay, goes = 20_000, True
        scenario.entries.append(step)
        operations.append(["open", index, None, "GET", step.path, protocol])
        if how == "half" and step.text == "@big.bin" and maybe(chance, 0.5):
            # The sockets are full by then.
            operations.append(["pause", 0.2])
        if how != "stay":
            operations.append(["leave", index, how])
        if not goes:
            later.append(["await", index])
    scenario.text()
    chance.shuffle(later)
    options = ["--tls"] if maybe(chance, 0.3) else []
    return Case("leaving", {"scenario.yaml": scenario}, operations + later, options, **ends(chance))


def undelivered(chance):
    """Responses that nobody reads, or that have not been sent at the end."""
    scenario, other = Scenario("undelivered", linger=20), Scenario("other")
    other.stubs = [Rule("u0", "GET", "/health", stub=True, at_least=0, at_most=None)]
    operations, who = [], None
    if maybe(chance, 0.25):
        who = 0
        operations.append(["begin", who, "scenario.yaml"])
    for index in range(chance.randint(1, 2)):
        how = chance.choice(["delay", "unread", "shut"])
        step = Rule(f"s{index}", "GET", f"/p{index}", client=chance.choice(["answered", "answered", "cancels"]),
                    text="hello")
        if how == "delay":
            step.delay = 20_000
        if how == "unread":
            step.text = "@big.bin"
        scenario.entries.append(step)
        protocol = {"delay": chance.choice(["h1", "h2"]), "unread": "small", "shut": "shut"}[how]
        operations.append(["open", index, who, "GET", step.path, protocol])
    options = ["--tls"] if maybe(chance, 0.3) else []
    if who is not None:
        # Its deletion waits for the responses, but not for long.
        operations.append(["delete", who, chance.choice(["", "50ms"])])
        scenario.text()
        return Case("undelivered", {"scenario.yaml": scenario}, operations, options, bare=True,
                    end=[chance.choice(["TERM", "INT", "QUIT"])])
    change = chance.choice(["none", "put", "edit", "hup", "reset"])
    end = {"end": [chance.choice(["TERM", "INT", "QUIT"])]}
    if change in ("edit", "hup"):
        options.append("--watch")
    if change != "none":
        operations.append({"put": ["put", None, "second.yaml"], "edit": ["edit", "second.yaml"], "hup": ["hup"],
                           "reset": ["reset", None]}[change])
        if maybe(chance, 0.4):
            operations.append(["leave", 0, "reset"])
    else:
        end = {"end": [chance.choice(["TERM", "INT", "QUIT"])]} if maybe(chance, 0.7) else {
            "end": ["command", 0], "wrapped": True}
    scenario.text(), other.text()
    return Case("undelivered", {"scenario.yaml": scenario, "second.yaml": other}, operations, options, **end)


def parallel(chance):
    """Requests at the same time: holds, and how many may be unanswered."""
    scenario = Scenario("parallel", linger=20)
    operations, tags = [], 0
    for index in range(chance.randint(1, 2)):
        count = chance.randint(2, 3)
        step = Rule(f"s{index}", "GET", f"/p{index}", at_least=count, at_most=count, times=True)
        sent = count
        if maybe(chance, 0.5):
            step.arrivals, step.timeout = count, 5000 * chance.slow
            if maybe(chance, 0.6):
                closed = chance.choice(["timeout", "held"])
                step.timeout = 300 * chance.slow if closed == "timeout" else 3_600_000
                sent -= 1
        else:
            step.in_flight, step.delay = chance.randint(1, 3), 300 * chance.slow
        scenario.entries.append(step)
        mine = list(range(tags, tags + sent))
        tags += sent
        operations += [["open", tag, None, "GET", step.path, "h1"] for tag in mine]
        if step.arrivals and sent < count:
            operations.append([closed, mine[0]])
        operations += [["await", tag] for tag in mine]
        if sent < count:
            break
    scenario.text()
    return Case("parallel", {"scenario.yaml": scenario}, operations, hurry=0.08 * chance.slow, **ends(chance))


def unfinished(chance):
    """Requests of which a part has come, that are ended, given up, or neither."""
    scenario = Scenario("unfinished", linger=20)
    scenario.stubs = [Rule("u0", "GET", "/before", stub=True, at_least=0, at_most=None)]
    operations = []
    for index in range(chance.randint(1, 2)):
        step = Rule(f"s{index}", "POST", f"/p{index}")
        scenario.entries.append(step)
        how = chance.choice(["finish_part", "give_up_part", "none"])
        operations.append(["begin_part", index, "POST", step.path, chance.choice(["head", "body"]),
                           chance.choice(["h1", "h2"])])
        if how != "none":
            operations.append([how, index])
    if maybe(chance, 0.3):
        operations.append(["verdict", None])
    scenario.text()
    options = ["--tls"] if maybe(chance, 0.3) else []
    return Case("unfinished", {"scenario.yaml": scenario}, operations, options,
                end=[chance.choice(["TERM", "INT", "QUIT"])])


def begun(chance):
    """Requests that have begun when their run is replaced, or their session ends."""
    files = {name: Scenario(name.split(".")[0], linger=20) for name in ("scenario.yaml", "second.yaml")}
    for scenario in files.values():
        scenario.entries = [Rule(f"s{index}", "POST", f"/p{index}") for index in range(chance.randint(1, 2))]
        scenario.text()
    return (begun_in_sessions if maybe(chance, 0.5) else begun_in_runs)(chance, files)


def uploads(scenario, who):
    return [["send", who, 0, "POST", step.path, {}, {}] for step in scenario.steps]


def begun_in_runs(chance, files):
    current, options = "scenario.yaml", ["--watch"] if maybe(chance, 0.5) else []
    how = chance.choice(["rest", "rest_later", "rest_later", "give_up", "unfinished"])
    # A signal ends the run at once, a command's end waits.
    wrapped = how == "rest_later" or how != "unfinished" and maybe(chance, 0.5)
    operations = uploads(files[current], None) if maybe(chance, 0.5) else []
    path = chance.choice(["/p0", "/p1", "/unknown"])
    operations.append(["start", 0, None, "POST", path, "hello", chance.choice(["byte", "line", "head", "body"])])
    for _ in range(chance.randint(0, 2)):
        other = chance.choice([name for name in files if name != current])
        if not options:
            change = chance.choice([["reset", None], ["put", None, other]])
        elif maybe(chance, 0.5) and not wrapped:
            change = ["reload", None]
        else:
            change = ["reload", other]
        operations.append(change)
        current = other if other in change else current
    if maybe(chance, 0.7):
        operations += uploads(files[current], None)
    operations.append(["rest_later", 0, 0.3] if how == "rest_later" else [how, 0])
    end = {"end": ["command", 0], "wrapped": True} if wrapped else {"end": ["TERM"]}
    return Case("begun", files, operations, options, **end)


def begun_in_sessions(chance, files):
    played = {label: chance.choice(list(files)) for label in range(2)}
    operations = [["begin", label, name] for label, name in played.items()]
    for label in played:
        if maybe(chance, 0.6):
            operations += uploads(files[played[label]], label)
    path = chance.choice(["/p0", "/p1", "/unknown"])
    if maybe(chance, 0.5):
        operations.append(["start_all", [0, 1], [0, 1], "POST", path, "hello"])
        left = [0, 1]
    else:
        operations.append(["start", 0, 0, "POST", path, "hello", chance.choice(["byte", "line", "line", "head", "body"])])
        left = [0]
    if maybe(chance, 0.4):
        operations.append(["reset", 0] if maybe(chance, 0.5) else ["put", 0, "second.yaml"])
    order = [0, 1]
    chance.shuffle(order)
    for label in order:
        how = chance.choice(["rest", "rest_later", "unfinished", "give_up"]) if label in left else None
        if how == "rest_later":
            operations += [["rest_later", label, 0.3], ["delete", label, "5s"]]
        elif how == "unfinished":
            operations += [["unfinished", label], ["delete", label, "1s"]]
        elif how:
            operations += [[how, label], ["delete", label, chance.choice(["", "2s"])]]
        elif 0 in left and 1 not in left and label == 1:
            operations.append(["delete", label, "20ms"])
    return Case("begun", files, operations, bare=True)


KINDS = {kind.__name__: kind for kind in (
    sequence, reloads, sessions, expiry, linger, leaving, undelivered, parallel, unfinished, begun)}
# How often each comes.
WEIGHTS = {"sequence": 5, "reloads": 4, "sessions": 4, "expiry": 2, "linger": 1, "leaving": 2, "undelivered": 2,
           "parallel": 1, "unfinished": 1, "begun": 2}


def make(seed, only=None, slow=1):
    """The case of a seed; what it times takes `slow` times as long."""
    chance = random.Random(seed)
    chance.slow = slow
    kind = chance.choices(list(KINDS), [WEIGHTS[name] for name in KINDS])[0]
    return KINDS[only or kind](chance)
