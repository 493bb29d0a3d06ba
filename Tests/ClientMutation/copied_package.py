"""A copy of the package in which mutants of the client layer are compiled."""
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

from mutants import KINDS, Rendered, read

here = pathlib.Path(__file__).resolve().parent
root = here.parent.parent
builds = root / ".build-mutation"
package = builds / "package"
FLOOR = "Sources/Clients"
MODULES = ["APIClient", "APIClientCombine"]
bundle = package / ".build" / "debug" / "mockserverPackageTests.xctest"


def finder():
    """The program that finds mutations, compiled with the parser that the toolchain has for macros. To build the parser's
    package would take minutes."""
    sources = sorted((here / "find-mutations").glob("*.swift"))
    program = builds / "find-mutations"
    if program.exists() and all(source.stat().st_mtime < program.stat().st_mtime for source in sources):
        return program
    builds.mkdir(exist_ok=True)
    library = pathlib.Path(shutil.which("swiftc")).resolve().parent.parent / "lib" / "swift" / "host"
    features = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"]
    made = subprocess.run(
        ["swiftc", "-O", "-swift-version", "6", "-parse-as-library", "-I", library, "-L", library,
         *(f"-lSwift{name}" for name in ["Syntax", "Parser", "Operators"]), "-Xlinker", "-rpath", "-Xlinker", library,
         *(word for feature in features for word in ["-enable-upcoming-feature", feature]), *sources, "-o", program],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if made.returncode:
        sys.exit(made.stdout)
    return program


def find():
    """The mutants of all sources, by the source's name in the package."""
    names = sorted(
        str(path.relative_to(root)) for module in MODULES for path in (root / FLOOR / module).rglob("*.swift"))
    found = json.loads(subprocess.run([finder(), *names], cwd=root, stdout=subprocess.PIPE, check=True).stdout)
    number, mutants = 0, {}
    for name in names:
        mutants[name] = read(name, (root / name).read_bytes(), found[name], number)
        number += len(mutants[name])
    return mutants


def write(name, content):
    """Writes a file of the copy if that changes it, so that what stays isn't built again."""
    target = package / name
    target.parent.mkdir(parents=True, exist_ok=True)
    if not target.exists() or target.read_bytes() != content:
        target.write_bytes(content)


def copy_package():
    """Copies what the client's tests need. The mutated modules are written by `compile_mutants`."""
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--"]
    names = subprocess.run(
        listed + ["Package.swift", "README.md", "Scenarios", "Sources", "Tests"], cwd=root, stdout=subprocess.PIPE,
        text=True, check=True).stdout.splitlines()
    names = [name for name in names if (root / name).is_file() and not (root / name).is_relative_to(here)]
    wanted = {package / name for name in names}
    for old in [path for folder in ["Sources", "Tests"] for path in (package / folder).rglob("*") if path.is_file()]:
        if old not in wanted and old.name != "Mutation.swift":
            old.unlink()
    for name in names:
        if not name.startswith(tuple(f"{FLOOR}/{module}/" for module in MODULES)):
            write(name, (root / name).read_bytes())
            shutil.copymode(root / name, package / name)
    for module in MODULES:
        write(f"{FLOOR}/{module}/Mutation.swift", (here / "Mutation.swift.in").read_bytes())


def build(*arguments):
    """Builds the copy with the client's tests alone. Returns the output if it fails."""
    made = subprocess.run(
        ["swift", "build", "--traits", "Combine", *arguments], cwd=package, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        env=dict(os.environ, TEST_TARGETS=" ".join(f"{module}Tests" for module in MODULES)))
    return made.stdout if made.returncode else None


def check(module):
    """Checks a module of the copy that imports no other. Returns the output if it does not compile.

    That takes seconds. Compiled as one, it names the errors of all sources, and a build only those of some.
    """
    features = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"]
    made = subprocess.run(
        ["swiftc", "-emit-sil", "-o", os.devnull, "-wmo", "-Onone", "-enable-testing", "-parse-as-library",
         "-swift-version", "6", *(word for feature in features for word in ["-enable-upcoming-feature", feature]),
         "-module-name", module, "-package-name", module, *map(str, (package / FLOOR / module).rglob("*.swift"))],
        cwd=package, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return made.stdout if made.returncode else None


class Refused:
    """The mutants that do not compile, remembered for as long as the same are drawn from the same sources.

    A compiler's error may be blamed on another mutant than its cause, so what is left depends on all that were tried.
    """

    def __init__(self, ranked, each):
        self.path = builds / "refused.json"
        drawn = [str(each), *(f"{m.number} {m.start} {m.key}" for m in ranked)]
        drawn += [(root / name).read_text() for name in sorted({m.name for m in ranked})]
        self.drawn_from = hashlib.sha256("\n".join(drawn).encode()).hexdigest()
        known = json.loads(self.path.read_text()) if self.path.exists() else {}
        self.numbers = set(known["numbers"]) if known.get("drawn from") == self.drawn_from else set()

    def __contains__(self, mutant):
        return mutant.number in self.numbers

    def add(self, mutants):
        self.numbers |= {mutant.number for mutant in mutants}
        self.path.write_text(json.dumps({"drawn from": self.drawn_from, "numbers": sorted(self.numbers)}))


def compile_mutants(by_name, seed, each, say, is_built=False):
    """Builds the copy with mutants drawn by the seed, and returns the first `each` of each kind that compile.

    More are drawn than are wanted, because only the compiler knows which of them can be.
    """
    ranked = sorted((m for rows in by_name.values() for m in rows), key=lambda m: m.rank(seed))
    pools = {kind: [m for m in ranked if m.kind == kind] for kind in KINDS}
    windows = {kind: each * 3 // 2 for kind in KINDS}
    refused, attempts = Refused(ranked, each), 0
    steps = [] if is_built else [lambda: check(MODULES[0]), lambda: build("--build-tests")]
    while True:
        drawn = {m for kind in KINDS for m in pools[kind][:windows[kind]] if m not in refused}
        rendered = {
            name: Rendered((root / name).read_bytes(), sorted(drawn & set(rows), key=lambda m: m.rank(seed)))
            for name, rows in by_name.items()}
        written = {m for source in rendered.values() for m in source.mutants}
        few = [kind for kind in KINDS
               if sum(m.kind == kind for m in written) < each and windows[kind] < len(pools[kind])]
        for kind in few:
            windows[kind] += max(1, each // 4)
        if few:
            continue
        if not steps:
            break
        for name, source in rendered.items():
            write(name, source.text)
        attempts += 1
        output = steps[0]()
        if output is None:
            steps.pop(0)
            continue
        errors = set(re.findall(rf"^{re.escape(str(package))}/(\S+\.swift):(\d+):(\d+): error:", output, re.M))
        numbers = {rendered[name].blamed(int(line), int(column)) for name, line, column in errors if name in rendered}
        blamed = [m for m in written if m.number in numbers]
        if not blamed:
            sys.exit(output[-8000:] + "\nerror: the copy does not build, and no mutant is to blame")
        refused.add(blamed)
        say(f"attempt {attempts}: {len(blamed)} of {len(written)} mutants do not compile")
    say(f"{len(written)} mutants compile, after {attempts} attempts")
    return [m for kind in KINDS for m in [m for m in pools[kind] if m in written][:each]]
