"""Measured figures, and whether they meet their goals."""

import statistics


class Figure:
    """The values of one measurement, and their median."""

    def __init__(self, values):
        self.values = sorted(values)
        self.median = statistics.median(self.values)

    def facts(self):
        return {"median": rounded(self.median), "low": rounded(self.values[0]), "high": rounded(self.values[-1])}


def rounded(value):
    """The value with three significant digits, or as an integer from 1,000 on."""
    return round(value) if value >= 1000 else float(f"{value:.3g}")


def ratio_of(one, other):
    """The ratio with three decimal places, because some goals differ from 1 by a few per cent."""
    ratio = one / other
    return round(ratio, 3) if ratio < 10 else rounded(ratio)


class Goal:
    """The limit of a figure: relative to another server's, or absolute."""

    def __init__(self, of=None, at_least=None, at_most=None, ahead=False, within=None):
        self.facts = {"of": of, "at_least": at_least, "at_most": at_most, "ahead": ahead or None, "within": within}
        self.facts = {name: value for name, value in self.facts.items() if value is not None}

    def is_met(self, row):
        facts = self.facts
        value = row["others"][facts["of"]]["ratio"] if "of" in facts else row["mockserver"]["median"]
        # Within 5 % means between 1/1.05 and 1.05.
        within = 1 + facts["within"] if "within" in facts else None
        return (
            value >= facts.get("at_least", value)
            and value <= facts.get("at_most", value)
            and (not facts.get("ahead") or value > 1)
            and (within is None or 1 / within <= value <= within)
        )

    @staticmethod
    def text(facts, unit):
        if "of" not in facts:
            return f"at most {facts['at_most']:g} {unit}"
        if "ahead" in facts:
            return f"ahead of {facts['of']}"
        if "within" in facts:
            return f"within {facts['within']:.0%} of {facts['of']}".replace("%", " %")
        word = "least" if "at_least" in facts else "most"
        return f"at {word} {facts.get('at_least', facts.get('at_most')):.2f} of {facts['of']}"


def row(key, what, unit, ours, others=None, goals=(), processor=None):
    """A row of the table, as in the JSON: the medians and the ratios of mockserver's to the others'. If `processor` is
    given, also the microseconds of processor time that each server needs for a request."""
    ours = Figure(ours)
    facts = {"row": key, "what": what, "unit": unit, "mockserver": ours.facts(), "others": {}}
    for name, values in (others or {}).items():
        other = Figure(values)
        facts["others"][name] = other.facts() | {"ratio": ratio_of(ours.median, other.median)}
    for name, values in (processor or {}).items():
        entry = facts["mockserver"] if name == "mockserver" else facts["others"][name]
        entry["processor_us"] = rounded(statistics.median(values))
    facts["goals"] = [goal.facts for goal in goals]
    facts["met"] = all(goal.is_met(facts) for goal in goals)
    return facts
