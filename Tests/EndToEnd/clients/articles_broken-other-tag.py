"""Sends the entity tag of another article."""

import json
import sys
import urllib.parse

from support import call, wait

query = urllib.parse.urlencode({"tag": "c++", "limit": 10})
status, headers, body = call("GET", f"/articles?{query}")
if status == 503:
    wait(headers["Retry-After"])
    status, _, body = call("GET", f"/articles?{query}")
first, second = [item["id"] for item in json.loads(body)["items"]]
_, headers, _ = call("GET", f"/articles/{first}")
call("GET", f"/articles/{second}")  # its tag is not taken: the bug
changed, _, _ = call("PUT", f"/articles/{second}", {"If-Match": headers["ETag"]}, {"title": "Second thoughts"})
article = {"title": "Third"}
created, headers, _ = call("POST", "/articles", body=article)
if created == 307:
    created, _, _ = call("POST", headers["Location"], body=article)
sys.exit(0 if (status, changed, created) == (200, 204, 201) else 1)
