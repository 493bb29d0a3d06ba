"""Sends parts with another boundary than its Content-Type states."""

import sys
import urllib.parse

from support import call, parts

TITLE = "Café crème"

written, _, _ = call("POST", "/notes", body={"title": TITLE})
opened, _, _ = call("GET", "/notes/" + urllib.parse.quote(TITLE))
attached, _, _ = call(
    "POST", "/pictures", {"Content-Type": "multipart/form-data; boundary=note-1"},
    data=parts("note-2", title=TITLE.encode(), picture=bytes(64)))  # the bug
sys.exit(0 if (written, opened, attached) == (201, 200, 201) else 1)
