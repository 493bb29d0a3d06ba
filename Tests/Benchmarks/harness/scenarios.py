"""Scenarios that are too long for files."""

import json

from .programs import RESPONSE


def stubs(folder, count):
    """A file with `count` stubs, every other one with a template; the last one is `/bench`."""
    path = folder / f"stubs-{count}.yaml"
    if not path.exists():
        (folder / RESPONSE.name).write_bytes(RESPONSE.read_bytes())
        lines = ["mockserver: 1", f"name: {count} stubs", "stubs:"]
        for number in range(count - 1):
            where = f"/items/{number}" if number % 2 else f"/items/{{id}}/{number}"
            lines.append(f'  - {{ request: "GET {where}", response: 204 }}')
        lines.append(f"  - {{ request: GET /bench, response: {{ file: {RESPONSE.name} }} }}")
        path.write_text("\n".join(lines) + "\n")
    return path


def many_stubs(folder, count):
    """A file of some 180 bytes for each stub."""
    path = folder / f"many-stubs-{count}.yaml"
    parts = ["mockserver: 1\nname: Many stubs\nstubs:\n"]
    for number in range(count):
        parts.append(f"""  - id: item-{number}
    request: GET /items/{number}/details
    response:
      headers: {{ ETag: '"v{number}"', Cache-Control: no-store }}
      json: {{ id: {number}, name: "Item {number}" }}
""")
    path.write_text("".join(parts))
    return path


def folder_of_scenarios(folder, count):
    """A folder of small scenarios."""
    scenarios = folder / f"scenarios-{count}"
    scenarios.mkdir(exist_ok=True)
    for number in range(count):
        (scenarios / f"{number}.yaml").write_text(f"""mockserver: 1
name: Scenario {number}
vars: {{ token: rt-{number} }}
steps:
  - request: GET /me/{number}
    response: 401
  - request: POST /auth/refresh
    assert: {{ json: {{ refreshToken: "{{{{token}}}}" }} }}
    response: {{ json: {{ accessToken: at-{number} }} }}
  - request: GET /me/{number}
    assert: {{ bearer: at-{number} }}
    response: {{ json: {{ name: Ann }} }}
""")
    return scenarios


def long_script(folder, size):
    """A file of at least `size` bytes with typical steps."""
    path = folder / "long.yaml"
    parts = ["mockserver: 1\nname: A long script\nvars:\n  token: tok-1\nsteps:\n"]
    length = len(parts[0])
    while length < size:
        number = len(parts)
        parts.append(f"""  - id: step-{number}
    request: POST /accounts/{{account}}/orders/{number}
    assert:
      headers:
        Content-Type: application/json
        Authorization: "Bearer {{{{token}}}}"
      json:
        order: {{ id: {number}, currency: EUR, total: {number}.50 }}
        items: [{{ sku: A-{number}, count: 2 }}, {{ sku: B-{number}, count: 1, note: gift }}]
    response:
      status: 201
      headers: {{ Location: /orders/{number}, Cache-Control: no-store }}
      json:
        id: {number}
        state: accepted
        # what the client shows
        lines:
          - {{ sku: A-{number}, price: 1.10, name: "The first of {number}" }}
          - {{ sku: B-{number}, price: 2.20, name: "The second of {number}" }}
""")
        length += len(parts[-1])
    path.write_text("".join(parts))
    return path


def many_rules(folder, size):
    """Two JSON files of at least `size` bytes with the same rules: all on one line, and one rule per line."""
    rules = []
    length = 0
    while length < size:
        number = len(rules)
        rule = {"request": f"GET /orders/{number}", "response": {"json": {"id": number, "note": f"the {number}th"}}}
        rules.append(json.dumps(rule))
        length += len(rules[-1]) + 2
    paths = []
    for name, separator in (("one-line", ", "), ("lines", ",\n")):
        path = folder / f"rules-{name}.json"
        path.write_text('{"mockserver": 1, "steps": [' + separator.join(rules) + "]}\n")
        paths.append(path)
    return paths


def told_apart_by_headers(folder, count):
    """Two files of `count` stubs with a header each: all with the same path, and each with another one."""
    paths = []
    for name in ("same-path", "own-paths"):
        rules = "".join(
            f"  - {{request: {{path: /orders{'' if name == 'same-path' else number}, headers: {{Key: k{number}}}}}}}\n"
            for number in range(count))
        paths.append(folder / f"{name}.yaml")
        paths[-1].write_text(f"mockserver: 1\nstubs:\n{rules}")
    return paths
