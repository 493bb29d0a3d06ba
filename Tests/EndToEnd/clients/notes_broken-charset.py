"""Says that its JSON is UTF-8, but sends Latin-1."""

import sys
import urllib.parse

from support import call, parts

TITLE = "Café crème"

written, _, _ = call(
    "POST", "/notes", {"Content-Type": "application/json; charset=utf-8"},
    data=f'{{"title": "{TITLE}"}}'.encode("latin-1"))  # the bug
opened, _, _ = call("GET", "/notes/" + urllib.parse.quote(TITLE))
attached, _, _ = call(
    "POST", "/pictures", {"Content-Type": "multipart/form-data; boundary=note"},
    data=parts("note", title=TITLE.encode(), picture=bytes(64)))
sys.exit(0 if (written, opened, attached) == (201, 200, 201) else 1)
