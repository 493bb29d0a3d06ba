"""Writes a note, opens it by its title and gives it a picture."""

import sys
import urllib.parse

from support import call, parts

TITLE = "Café crème"

written, _, _ = call("POST", "/notes", body={"title": TITLE})
opened, _, _ = call("GET", "/notes/" + urllib.parse.quote(TITLE))
attached, _, _ = call(
    "POST", "/pictures", {"Content-Type": "multipart/form-data; boundary=note"},
    data=parts("note", title=TITLE.encode(), picture=bytes(64)))
sys.exit(0 if (written, opened, attached) == (201, 200, 201) else 1)
