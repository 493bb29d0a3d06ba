"""Scenarios that are made at random, as values and as text whose lines are known."""

from dataclasses import dataclass, field


@dataclass
class Rule:
    """A step or a stub; `lines` has the line of each key that a failure can point at."""

    id: str
    method: str = "GET"
    path: str = "/"
    needs: dict = field(default_factory=dict)  # header values that tell requests apart
    headers: dict = field(default_factory=dict)  # asserted header values
    query: dict = field(default_factory=dict)  # asserted query values
    rejects: bool = False
    at_least: int = 1
    at_most: int | None = 1
    times: bool = False  # whether `times` is written
    after: list | None = None
    when: dict = field(default_factory=dict)
    capture: dict = field(default_factory=dict)  # variable: header
    set: dict = field(default_factory=dict)
    statuses: list = field(default_factory=lambda: [200])
    then: str = "fail"
    text: str | None = None
    echoes: str | None = None  # variable that the body shows
    delay: int = 0  # milliseconds
    client: str = "any"
    never: bool = False
    arrivals: int = 0
    each: bool = False
    timeout: int = 5000
    in_flight: int = 0
    stub: bool = False
    before: list = field(default_factory=list)  # what has to be complete, filled in by `Scenario.text`
    lines: dict = field(default_factory=dict)

    @property
    def several(self):
        return len(self.statuses) > 1

    def takes(self, request):
        return (self.method == request.method and self.path == request.path
                and all(request.headers.get(name) == value for name, value in self.needs.items()))


@dataclass
class Expectation:
    method: str = "GET"
    path: str = "/"
    never: bool = False
    at_least: int = 1
    at_most: int | None = None
    times: bool = False
    connections: int | None = None
    step: str | None = None
    later: str | None = None
    line: int = 0


@dataclass
class Scenario:
    """`entries` are steps, and lists of branches for parallel blocks; a branch is a list of steps."""

    name: str
    entries: list = field(default_factory=list)
    stubs: list = field(default_factory=list)
    expect: list = field(default_factory=list)
    variables: dict = field(default_factory=dict)
    any_order: bool = False
    allow: bool = False
    linger: int = 100
    padding: int = 0  # items of `expect` that always hold

    @property
    def steps(self):
        found = []
        for entry in self.entries:
            found += [entry] if isinstance(entry, Rule) else [step for branch in entry for step in branch]
        return found

    def text(self):
        """The file; also notes the lines, and what each step waits for."""
        out = ["mockserver: 1", f"name: {self.name}", f"linger: {self.linger}ms"]
        if self.any_order:
            out.append("order: any")
        if self.allow:
            out += ["unmatched: { status: 404, allow: true }"]
        if self.variables:
            out.append("vars:")
            out += [f"  {name}: {value}" for name, value in self.variables.items()]
        done = []
        if self.entries:
            out.append("steps:")
        for entry in self.entries:
            if isinstance(entry, Rule):
                self.rule(out, entry, "  - ", "    ")
                entry.before = self.waits(entry, done)
                done = done + [entry]
                continue
            out.append("  - parallel:")
            for branch in entry:
                earlier = list(done)
                for index, step in enumerate(branch):
                    single = len(branch) == 1
                    lead = "      - " if single else ("      - - " if index == 0 else "        - ")
                    self.rule(out, step, lead, " " * len(lead))
                    step.before = self.waits(step, earlier)
                    earlier = earlier + [step]
            done = done + [step for branch in entry for step in branch]
        if self.stubs:
            out.append("stubs:")
        for stub in self.stubs:
            self.rule(out, stub, "  - ", "    ")
        if self.expect or self.padding:
            out.append("expect:")
        for item in self.expect:
            item.line = len(out) + 1
            if item.step:
                out.append(f"  - {{ step: {item.step}, before: {item.later} }}")
                continue
            if item.connections is not None:
                out.append(f"  - {{ connections: {item.connections} }}")
                continue
            keys = f"request: {item.method} {item.path}"
            if item.never:
                keys += ", never: true"
            elif item.times:
                keys += f", times: {times(item.at_least, item.at_most)}"
            out.append(f"  - {{ {keys} }}")
        out += ["  - { request: GET /padding, never: true }"] * self.padding
        return "\n".join(out) + "\n"

    def waits(self, step, earlier):
        if self.any_order:
            return []
        if step.after is not None:
            return [other for other in self.steps if other.id in step.after]
        return list(earlier)

    def rule(self, out, rule, lead, indent):
        def line(key, text):
            out.append((lead if not rule.lines else indent) + text)
            rule.lines.setdefault(key, len(out))

        rule.lines = {}
        line("id", f"id: {rule.id}")
        if rule.needs:
            line("request", "request:")
            out.append(f"{indent}  method: {rule.method}")
            out.append(f"{indent}  path: {rule.path}")
            out.append(f"{indent}  headers: {{ {', '.join(f'{n}: {quoted(v)}' for n, v in rule.needs.items())} }}")
        else:
            line("request", f"request: {rule.method} {rule.path}")
        if rule.never:
            line("never", "never: true")
            return
        if rule.after is not None:
            line("after", f"after: [{', '.join(rule.after)}]")
        if rule.when:
            line("when", f"when: {{ {', '.join(f'{n}: {v}' for n, v in rule.when.items())} }}")
        if rule.headers or rule.query:
            line("assert", "assert:")
            for part, values in (("headers", rule.headers), ("query", rule.query)):
                if values:
                    out.append(f"{indent}  {part}:")
                for name, value in values.items():
                    out.append(f"{indent}    {name}: {quoted(value)}")
                    rule.lines[part, name] = len(out)
        if rule.rejects:
            line("reject", "on_assert_failure: reject")
        if rule.times:
            line("times", f"times: {times(rule.at_least, rule.at_most) if not rule.stub else rule.at_most}")
        if rule.capture:
            line("captures", "capture:")
            for name, header in rule.capture.items():
                out.append(f"{indent}  {name}: {{ header: {header} }}")
                rule.lines["capture", name] = len(out)
        if rule.set:
            line("set", f"set: {{ {', '.join(f'{n}: {v}' for n, v in rule.set.items())} }}")
        if rule.several:
            line("responses", f"responses: [{', '.join(map(str, rule.statuses))}]")
            if rule.then != "fail":
                line("then", f"then: {rule.then}")
        else:
            line("response", "response:")
            out.append(f"{indent}  status: {rule.statuses[0]}")
            if rule.echoes:
                out.append(f"{indent}  text: \"{{{{{rule.echoes}}}}}\"")
                rule.lines["text"] = len(out)
            elif rule.text is not None:
                # Long bodies are files.
                body = f"file: {rule.text[1:]}" if rule.text.startswith("@") else f"text: {rule.text}"
                out.append(f"{indent}  {body}")
            if rule.delay:
                out.append(f"{indent}  delay: {rule.delay}ms")
        if rule.arrivals:
            each = ", each: true" if rule.each else ""
            line("hold", f"hold: {{ until: {{ arrivals: {rule.arrivals}{each} }}, timeout: {rule.timeout}ms }}")
        if rule.in_flight:
            line("max_in_flight", f"max_in_flight: {rule.in_flight}")
        if rule.client != "any":
            line("client", f"client: {rule.client}")


def quoted(value):
    return f'"{value}"'


def times(least, most):
    if least == most:
        return str(least)
    keys = ([f"at_least: {least}"] if least else []) + ([f"at_most: {most}"] if most is not None else [])
    return "{ " + ", ".join(keys) + " }"
