"""Checks the responses of the admin API at a URL against the API's own OpenAPI description.

Sends a request for every operation of the description. The status must be described, and the body must comply with the
schema for that status. An invalid description, a missing operation or an undescribed response is an error.
"""
import json
import sys
import urllib.error
import urllib.request

import jsonschema

base = sys.argv[1]
QUERIES = {
    ("get", "/verdict"): ["", "?wait=10ms", "?settle=10ms", "?wait=nonsense"],
    ("get", "/requests"): ["?step=first", "?step=first&wait=1&timeout=60s", "?step=first&wait=9&timeout=1ms", "", "?step=x"],
    ("get", "/clock"): ["", "?sleepers=1", "?sleepers=0"],
    ("get", "/report"): ["", "?format=json", "?format=nonsense"],
    ("put", "/scenario"): ["", "?name=missing.yaml", "?vars=nonsense"],
    ("post", "/sessions"): ["", "?name=missing.yaml", "?vars=nonsense", "?seed=nonsense"],
    ("delete", "/sessions/{session}"): ["?settle=nonsense", "?settle=10ms"],
}
SCENARIO = b"mockserver: 1\nclock: virtual\nsteps: [{id: first, request: GET /a}]\n"
BODIES = [b"mockserver: 1\nstepz: []\n", b'{"mockserver": 1, "stubs": [{"request": "/a"}]}', b'{"advance": "1ms"}',
          b'{"request": "GET /b"}']


def ask(method, target, body=None):
    request = urllib.request.Request(base + target, data=body, method=method.upper())
    try:
        with urllib.request.urlopen(request, timeout=600) as response:
            return response.status, response.headers.get_content_type(), response.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers.get_content_type(), error.read()


status, _, document = ask("get", "/openapi.json")
document = json.loads(document)
assert status == 200 and document["openapi"].startswith("3.1."), document
seen = set()


def check(method, path, target, body=None):
    status, media_type, response = ask(method, target, body)
    operation = document["paths"][path][method]
    described = operation["responses"][str(status)]
    seen.add((method, path, status))
    if "*/*" in described["content"]:
        return
    if "application/json" not in described["content"]:
        assert media_type in described["content"], media_type
        return
    assert media_type == "application/json", media_type
    schema = {**described["content"]["application/json"]["schema"], "components": document["components"]}
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.Draft202012Validator(schema).validate(json.loads(response))


def session():
    """The id of a session that had a request, and has an added stub."""
    made = json.loads(ask("post", "/sessions", SCENARIO)[2])
    ask("post", f"/sessions/{made['session']}/stubs", b"{ request: GET /stub }")
    with urllib.request.urlopen(made["url"] + "/a", timeout=600):
        return made["session"]


def targets(method, path):
    """What to ask of an operation: of a session that is there, and of one that is not."""
    run_path = path.removeprefix("/sessions/{session}")
    queries = QUERIES.get((method, path)) or QUERIES.get((method, run_path), [""])
    if "{session}" not in path:
        return [path + query for query in queries]
    stubs = (1, 9) if "{stub}" in path else ("",)
    return [
        path.replace("{session}", id).replace("{stub}", str(stub)) + query
        for id in (session(), "a" * 26) for stub in stubs for query in queries
    ]


# Those that change something come last: they end the run that GET asks about.
for change in (False, True):
    for path, operations in document["paths"].items():
        for method in operations:
            if (method != "get") != change:
                continue
            for target in targets(method, path):
                check(method, path, target)
            if "requestBody" in operations[method]:
                for body in BODIES:
                    check(method, path, path.replace("{session}", session()), body)
for method, path, status in sorted(seen):
    print(method, path, status)
