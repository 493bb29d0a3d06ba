"""Holds what the admin API at a URL answers against what its own description says of it.

Every operation of the description is asked, and each must answer a status that is described there, with what the schema of
that status says. A description that is none, an operation that is not there, or an answer that is not described is an error.
"""
import json
import sys
import urllib.error
import urllib.request

import jsonschema

base = sys.argv[1]
QUERIES = {
    ("get", "/verdict"): ["", "?wait=10ms", "?wait=nonsense"],
    ("get", "/requests"): ["?step=first", "?step=first&wait=1&timeout=60s", "?step=first&wait=9&timeout=1ms", "", "?step=x"],
    ("put", "/scenario"): ["", "?name=missing.yaml"],
}
BODIES = [b"mockserver: 1\nstepz: []\n", b'{"mockserver": 1, "stubs": [{"request": "/a"}]}']


def ask(method, target, body=None):
    request = urllib.request.Request(base + target, data=body, method=method.upper())
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


status, document = ask("get", "/openapi.json")
assert status == 200 and document["openapi"].startswith("3.1."), document
seen = set()


def check(method, path, target, body=None):
    status, answer = ask(method, target, body)
    operation = document["paths"][path][method]
    described = operation["responses"][str(status)]
    schema = {**described["content"]["application/json"]["schema"], "components": document["components"]}
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.Draft202012Validator(schema).validate(answer)
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
