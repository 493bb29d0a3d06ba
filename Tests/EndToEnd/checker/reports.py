"""Reads the six reports, each into what it says of every run."""

import html
import json
import re
import xml.etree.ElementTree as xml
from collections import Counter

LINE = re.compile(r"^[^\s:]+:(?:(\d+):\d+:)? error: (.*)$")


def heading(text):
    """Line and title of a failure's text."""
    found = LINE.match(text.split("\n", 1)[0])
    return (found[1] and int(found[1]), found[2]) if found else (None, text.split("\n", 1)[0])


class Report:
    """Each run by its name, which is the list of its failures' headings; `passed` is of all."""

    def __init__(self, passed, runs):
        self.passed, self.runs = passed, runs


def headings(verdict):
    return Counter(heading(failure["text"]) for failure in verdict["failures"])


def of_json(text):
    """The runs as verdicts, by name: `run N`, `session ID`, `session ID run N`."""
    report = json.loads(text)
    runs = {}
    for run in [report, *report.get("earlier_runs", [])]:
        if "verdict" in run:
            runs[f"run {run['run']}"] = run["verdict"]
    for session in report.get("sessions", []):
        for run in [session, *session.get("earlier_runs", [])]:
            runs[f"session {session['session']} run {run['run']}"] = run["verdict"]
    return report, runs


def entries(report):
    """How often the journals of all runs have a number with a failure."""
    found = Counter()
    for run in [report, *report.get("earlier_runs", [])] + [
            run for session in report.get("sessions", []) for run in [session, *session.get("earlier_runs", [])]]:
        found.update((entry["number"], entry.get("failure")) for entry in run.get("journal", []))
    return found


def of_text(text):
    """The runs' failures in the order in which they stand, all together."""
    found, total = Counter(), []
    for line in text.split("\n"):
        if LINE.match(line):
            found[heading(line)] += 1
        elif re.match(r"(passed|failed): ", line):
            total.append(line)
    return found, total


def of_junit(text):
    """All failures, and the number of suites."""
    found, root = Counter(), xml.fromstring(text)
    for failure in root.iter("failure"):
        for part in re.split(r"\n\n", failure.text or ""):
            if LINE.match(part.split("\n", 1)[0]):
                found[heading(part)] += 1
    return found, int(root.get("failures")), len(list(root.iter("testsuite")))


def of_sarif(text):
    """The kinds and lines of all failures, with how often each happened."""
    found, statuses = Counter(), []
    for run in json.loads(text)["runs"]:
        for result in run["results"]:
            locations = result.get("locations") or [{}]
            region = locations[0].get("physicalLocation", {}).get("region", {})
            found[result["ruleId"], region.get("startLine")] += result.get("occurrenceCount", 1)
        statuses += [invocation["exitCode"] for invocation in run["invocations"] if "exitCode" in invocation]
    return found, statuses


def of_har(text):
    """Each entry's page, number and failure, and the verdicts that the comments say."""
    log = json.loads(text)["log"]
    verdicts = [page.get("comment", "") for page in log.get("pages", [])] or [log.get("comment", "")]
    return [(entry.get("pageref"), entry["_number"], entry.get("_failure")) for entry in log["entries"]
            if "_number" in entry], verdicts


def run_name(page, runs):
    """The name of a run among the json report's for its name among the archive's pages: `session ID` if it is the only one."""
    name = page.replace(", run ", " run ")
    others = [run for run in runs if run.startswith(f"{name} run ")]
    return others[0] if len(others) == 1 else name


def of_html(text):
    """The headings of all failures, and the verdicts."""
    found = Counter()
    for article in re.findall(r'<article id="[^"]*failure-\d+" class="failure">(.*?)</article>', text, re.S):
        content = re.search(r"<pre class=\"text\"[^>]*>(.*?)</pre>", article, re.S)
        found[heading(html.unescape(re.sub(r"<[^>]*>", "", content[1])) if content else "")] += 1
    return found, re.findall(r'<p class="verdict (\w+)">', text)
