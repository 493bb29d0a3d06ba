"""Reads an HTML page from standard input and prints what is wrong with it; exits with 1 if anything is."""

import html.parser
import sys

VOID = {"meta", "link", "rect", "line"}
BLOCKS = {"div", "p", "pre", "table", "ul", "dl", "section", "article", "details", "h1", "h2", "h3", "h4", "h5", "header", "main"}
FORBIDDEN = {"script", "iframe", "object", "embed", "img", "form", "base", "video", "audio", "use", "image"}


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.ids, self.links, self.problems, self.level = [], set(), [], [], 0

    def handle_startendtag(self, name, attributes):
        if name not in VOID:
            self.problems.append(f"<{name}/> is not an empty element of HTML")
        self.handle_starttag(name, attributes)
        self.open.pop()

    def handle_starttag(self, name, attributes):
        if name in FORBIDDEN:
            self.problems.append(f"there is an element {name}")
        if name in BLOCKS and any(parent in ("p", "pre", "h1", "h2", "h3", "h4", "h5", "span", "a") for parent in self.open):
            self.problems.append(f"{name} is in {self.open}")
        if name in BLOCKS and not name[1:].isdigit() and "summary" in self.open:
            self.problems.append(f"{name} is in a summary")
        if name[0] == "h" and name[1:].isdigit():
            if int(name[1:]) > self.level + 1:
                self.problems.append(f"{name} follows a heading of level {self.level}")
            self.level = int(name[1:])
        for key, value in attributes:
            if key == "style" or key.startswith("on"):
                self.problems.append(f"{name} has an attribute {key}")
            if key == "id":
                if value in self.ids or " " in value:
                    self.problems.append(f"the id {value} is there twice, or has a space")
                self.ids.add(value)
            if key in ("href", "src") and value != "data:,":
                self.links.append(value)
        self.open.append(name)

    def handle_endtag(self, name):
        if not self.open or self.open.pop() != name:
            self.problems.append(f"</{name}> ends nothing")


page = Page()
text = sys.stdin.buffer.read().decode("utf-8", "strict")
page.feed(text)
page.close()
problems = page.problems + [f"{name} is not ended" for name in page.open]
problems += [f"{link} leads nowhere" for link in page.links if link[:1] != "#" or link[1:] not in page.ids]
if not text.startswith("<!DOCTYPE html>\n<html lang="):
    problems.append("the page does not begin like one")
print("\n".join(problems), end="")
sys.exit(1 if problems else 0)
