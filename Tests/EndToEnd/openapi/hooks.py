"""Hooks for schemathesis: they make generated requests meaningful to a running server, and note the statuses.

The values that a schema can't describe are put in: sessions that exist, short times to wait, a scenario without errors
in every other body. What schemathesis made invalid stays so.
"""

import itertools
import json
import os
import re
import urllib.request

import schemathesis
from schemathesis.core.parameters import ParameterLocation

ADMIN = os.environ["MOCKSERVER_ADMIN_URL"]
TOKEN = os.environ["MOCKSERVER_ADMIN_TOKEN"]
STATUSES = os.environ["OPENAPI_STATUSES"]
SCENARIO = {"mockserver": 1, "clock": "virtual", "steps": [{"id": "first", "request": "GET /a"}]}
# By the last part of a path: a body that is accepted.
BODIES = {
    "sessions": SCENARIO, "scenario": SCENARIO, "clock": {"advance": "1ms"},
    "stubs": {"request": "GET /stub", "response": 200},
}
# The scenario that every server of these checks plays, by the name of its file.
FILE = "scenario.yaml"
MILLISECONDS = {"ms": 1, "s": 1e3, "m": 6e4, "h": 3.6e6, "d": 8.64e7}
LONGEST_WAIT = 50

counter = itertools.count()
kept = {}


def make(path, name, values):
    """A new thing for the part `{name}` of a path: what POST makes one level up. `values` has the parts before."""
    collection = path[: path.index("{%s}" % name)].rstrip("/")
    request = urllib.request.Request(
        ADMIN + collection.format(**values), data=json.dumps(BODIES[collection.rpartition("/")[2]]).encode(),
        headers={"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}, method="POST")
    with urllib.request.urlopen(request, timeout=30) as response:
        made = json.load(response)
        return made.get(name) or made.get("id") or response.headers["Location"].rpartition("/")[2]


def is_valid(case, location):
    component = case.meta and case.meta.components.get(location)
    return component is None or component.mode.is_positive


def settle_path(case):
    values = {}
    names = re.findall(r"{(\w+)}", case.operation.path)
    for name in names:
        # A session can be used again unless the request ends it; it takes a limited number of other things.
        if names == ["session"] and case.method != "DELETE":
            if name not in kept:
                kept[name] = make(case.operation.path, name, values)
            values[name] = kept[name]
        else:
            values[name] = make(case.operation.path, name, values)
    case.path_parameters = values


def shorten(value):
    """The duration, or one that the checks can wait for."""
    duration = re.fullmatch(r"([0-9.]+)(ms|s|m|h|d)", str(value))
    is_long = duration and float(duration[1]) * MILLISECONDS[duration[2]] > LONGEST_WAIT
    return f"{LONGEST_WAIT}ms" if is_long else value


def shorten_waits(case):
    """Bounds every time to wait, which leaves an invalid query invalid."""
    names = {parameter.name for parameter in case.operation.query}
    case.query = {name: shorten(value) for name, value in (case.query or {}).items()}
    if "timeout" in names and ("wait" in case.query or "sleepers" in case.query):
        case.query.setdefault("timeout", "1ms")


def settle_query(case, has_body):
    if "wait" in case.query and "settle" in case.query:
        del case.query["settle"]  # one of them at a time
    if "seed" in case.query:
        case.query["seed"] = str(int(case.query["seed"]) % 2**64)
    if not has_body and any(parameter.name == "name" for parameter in case.operation.query):
        case.query["name"] = FILE
    if next(counter) % 2:
        if "step" in case.query:
            case.query["step"] = "first"
        case.query.pop("vars", None)


def settle_body(case):
    body = BODIES.get(case.operation.path.rpartition("/")[2])
    if body and next(counter) % 2:
        case.body = body
    elif isinstance(case.body, dict) and "advance" in case.body:
        case.body = {**case.body, "advance": shorten(case.body["advance"])}


@schemathesis.hook
def before_call(context, case, kwargs):
    has_body = isinstance(case.body, (dict, list, str, int, float, bytes))
    if case.path_parameters and is_valid(case, ParameterLocation.PATH):
        settle_path(case)
    shorten_waits(case)
    if is_valid(case, ParameterLocation.QUERY):
        settle_query(case, has_body)
    if has_body and is_valid(case, ParameterLocation.BODY):
        settle_body(case)


@schemathesis.hook
def after_call(context, case, response):
    with open(STATUSES, "a") as file:
        file.write(f"{case.method.lower()} {case.operation.path} {response.status_code}\n")
