"""Encodes a path that is encoded already."""

import sys
import urllib.parse

from support import call, parts

TITLE = "Café crème"

written, _, _ = call("POST", "/notes", body={"title": TITLE})
opened, _, _ = call("GET", urllib.parse.quote("/notes/" + urllib.parse.quote(TITLE)))  # twice: the bug
attached, _, _ = call(
    "POST", "/pictures", {"Content-Type": "multipart/form-data; boundary=note"},
    data=parts("note", title=TITLE.encode(), picture=bytes(64)))
sys.exit(0 if (written, opened, attached) == (201, 200, 201) else 1)
