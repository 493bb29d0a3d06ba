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
    ("put", "/scenario"): ["", "?name=missing.yaml", "?vars=nonsense"],
}
BODIES = [b"mockserver: 1\nstepz: []\n", b'{"mockserver": 1, "stubs": [{"request": "/a"}]}']


def ask(method, target, body=None):
    request = urllib.request.Request(base + target, data=body, method=method.upper())
    try:
        with urllib.request.urlopen(request, timeout=60) as response:
            return response.status, json.load(response)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


status, document = ask("get", "/openapi.json")
assert status == 200 and document["openapi"].startswith("3.1."), document
seen = set()


def check(method, path, target, body=None):
    status, response = ask(method, target, body)
    operation = document["paths"][path][method]
    described = operation["responses"][str(status)]
    schema = {**described["content"]["application/json"]["schema"], "components": document["components"]}
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.Draft202012Validator(schema).validate(response)
    seen.add((method, path, status))


for path, operations in document["paths"].items():
    # POST and PUT come last: they end the run that GET asks about.
    for method in operations:
        if method in ("post", "put"):
            continue
        for query in QUERIES.get((method, path), [""]):
            check(method, path, path + query)
for path, operations in document["paths"].items():
    for method in operations:
        if method not in ("post", "put"):
            continue
        for query in QUERIES.get((method, path), [""]):
            check(method, path, path + query)
        if "requestBody" in operations[method]:
            for body in BODIES:
                check(method, path, path, body)
for method, path, status in sorted(seen):
    print(method, path, status)
