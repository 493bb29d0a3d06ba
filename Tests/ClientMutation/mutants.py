"""Mutants: changes of a source, and the source in which each of them can be switched on."""
import hashlib
import re

KINDS = ["negated condition", "returned value", "removed statement", "changed constant", "swapped calls"]


def one_line(text):
    return re.sub(r"\s+", " ", text)


class Mutant:
    """A change of a source, with its number, its place and its text."""

    def __init__(self, number, name, source, found):
        self.number, self.name = number, name
        self.kind, self.form = found["kind"], found["form"]
        self.start, self.end = found["start"], found["end"]
        self.first_end, self.second_start = found.get("firstEnd"), found.get("secondStart")
        self.alternative = found.get("alternative")
        before = source[:self.start].decode()
        self.line = before.count("\n") + 1
        self.column = len(before) - (before.rfind("\n") + 1) + 1
        original = source[self.start:self.end].decode()
        change = f" → {one_line(self.alternative)}" if self.alternative else ""
        # What `equivalent.txt` names it by. It doesn't depend on the lines above it.
        self.key = f"{name} | {self.kind} | {one_line(original)}{change}"
        # Which of those with the same key it is; all of them have the same reason to change nothing.
        self.occurrence = 0

    def __str__(self):
        return f"#{self.number} {self.name}:{self.line}:{self.column}: " + self.key.split(" | ", 1)[1][:180]

    def rank(self, *seed):
        """Its place among the drawn. It depends on itself alone, so a change of one source leaves the others' as they are, and so
        does a move of their folder."""
        key = re.sub(r"^Sources/\w+/(?=APIClient)", "Sources/", self.key)
        return hashlib.sha256("\n".join([*map(str, seed), key, str(self.occurrence)]).encode()).hexdigest()


def read(name, source, found, first_number):
    """The mutants of a source from what the finder found there."""
    mutants, seen = [], {}
    for number, row in enumerate(found, first_number):
        mutant = Mutant(number, name, source, row)
        mutant.occurrence = seen[mutant.key] = seen.get(mutant.key, -1) + 1
        mutants.append(mutant)
    return mutants


def cross(one, other):
    """Whether two mutants can't both be written, such as two swaps that share a statement."""
    if one.end <= other.start or other.end <= one.start:
        return False
    if not (one.start <= other.start and other.end <= one.end or other.start <= one.start and one.end <= other.end):
        return True
    return any(
        outer.form == "swap" and (inner.start, inner.end) != (outer.start, outer.end)
        and inner.start < outer.second_start and inner.end > outer.first_end
        for outer, inner in [(one, other), (other, one)])


class Rendered:
    """A source in which each of some mutants can be switched on."""

    def __init__(self, source, mutants):
        """Those that cross one which stands before them in the list are left out."""
        self.source, self.mutants = source, []
        for mutant in mutants:
            if not any(cross(mutant, other) for other in self.mutants):
                self.mutants.append(mutant)
        # Marks of the private use area say where each mutant is, and are taken out again.
        parts, self.text, self.spans, began = re.split(
            "([\ue000\ue001]\\d+;)", self._text(0, len(source), self.mutants)), b"", {}, {}
        for part in parts:
            if part[:1] == "\ue000":
                began[int(part[1:-1])] = len(self.text)
            elif part[:1] == "\ue001":
                self.spans[int(part[1:-1])] = (began[int(part[1:-1])], len(self.text))
            else:
                self.text += part.encode()

    def _text(self, start, end, inside):
        """The source from start to end, with the mutants inside written out."""
        parts, position = [], start
        while inside:
            outer = min(inside, key=lambda m: (m.start, -m.end, m.form != "swap", m.form != "remove", m.number))
            within = [m for m in inside if m is not outer and outer.start <= m.start and m.end <= outer.end]
            inside = [m for m in inside if m is not outer and m not in within]
            parts += [self.source[position:outer.start].decode(), self._write(outer, within)]
            position = outer.end
        return "".join(parts) + self.source[position:end].decode()

    def _write(self, mutant, within):
        n = mutant.number
        if mutant.form == "swap":
            first = self._text(mutant.start, mutant.first_end, [m for m in within if m.end <= mutant.first_end])
            second = self._text(mutant.second_start, mutant.end, [m for m in within if m.start >= mutant.second_start])
            between = self.source[mutant.first_end:mutant.second_start].decode().strip()
            swapped = (self.source[mutant.second_start:mutant.end].decode() + "\n"
                       + self.source[mutant.start:mutant.first_end].decode())
            text = f"if Mutation.isActive({n}) {{ {swapped} }} else {{ {first}\n{between}\n{second} }}"
        else:
            original = self._text(mutant.start, mutant.end, within)
            text = {
                "not": f"(Mutation.isActive({n}) != ({original}))",
                "value": f"Mutation.value({n}, {original})",
                "number": f"Mutation.number({n}, {original})",
                "text": f"Mutation.text({n}, {original})",
                "flag": f"Mutation.flag({n}, {original})",
                "remove": f"if !Mutation.isActive({n}) {{ {original} }}",
                "alternative": f"(Mutation.isActive({n}) ? ({mutant.alternative}) : ({original}))",
            }[mutant.form]
        return f"\ue000{n};{text}\ue001{n};"

    def blamed(self, line, column):
        """The mutant that an error at this line and column of the text is about: the innermost there, else the last before."""
        lines = self.text.split(b"\n")
        offset = sum(len(text) + 1 for text in lines[:line - 1]) + column - 1
        around = [(end - start, n) for n, (start, end) in self.spans.items() if start <= offset < end]
        before = [(offset - end, n) for n, (start, end) in self.spans.items() if end <= offset]
        return min(around or before or [(0, min(self.spans, default=None))])[1]


def check():
    """Checks the renderer by an example."""
    source = "if a == b { c(1)\n // d\n e(\"é\") }\nreturn f\n".encode()

    def at(text, form, kind="", **more):
        start = source.rindex(text.encode())
        return {"kind": kind, "form": form, "start": start, "end": start + len(text.encode()), **more}

    swap = at("c(1)\n // d\n e(\"é\")", "swap", firstEnd=source.index(b"\n"), secondStart=source.index(b"e("))
    found = [
        at("a == b", "not"), at("1", "number"), swap, at("\"é\"", "text"), at("c(1)", "remove"), at("f", "value"),
        at("// d", "remove"), at("a == b", "alternative", alternative="a != b"),
    ]
    rendered = Rendered(source, read("example", source, found, 7))
    expected = (
        "if (Mutation.isActive(7) != ((Mutation.isActive(14) ? (a != b) : (a == b)))) "
        "{ if Mutation.isActive(9) { e(\"é\")\nc(1) } else "
        "{ if !Mutation.isActive(11) { c(Mutation.number(8, 1)) }\n// d\ne(Mutation.text(10, \"é\")) } }\n"
        "return Mutation.value(12, f)\n")
    assert rendered.text.decode() == expected, rendered.text.decode()
    assert 13 not in rendered.spans, "a mutant between two swapped statements is written"
    expected = rendered.text.split(b"\n")
    at_number = (2, expected[1].index(b"number(8") + 1)
    assert [rendered.blamed(*at_number), rendered.blamed(5, 1), rendered.blamed(1, 1)] == [8, 9, 7]
    assert rendered.mutants[0].rank(1) != rendered.mutants[0].rank(2)
