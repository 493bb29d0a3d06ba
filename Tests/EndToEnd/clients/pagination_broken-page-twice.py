"""Requests the second page twice, as it forgets to take the next cursor."""

import json
import sys
import urllib.parse

from support import call

orders, cursors = [], [None]
while cursors[-1] is not None or len(cursors) == 1:
    cursor = cursors[1] if len(cursors) == 3 else cursors[-1]  # the bug
    query = {"limit": 2} if cursor is None else {"limit": 2, "cursor": cursor}
    _, _, body = call("GET", "/v1/orders?" + urllib.parse.urlencode(query), {"Accept": "application/json"})
    page = json.loads(body)
    orders += page["items"]
    cursors.append(page["nextCursor"])
sys.exit(0 if len(orders) == 5 else 1)
