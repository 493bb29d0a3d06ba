"""Reads two pages, since there were never more."""

import json
import sys
import urllib.parse

from support import call

orders, cursor = [], None
for _ in range(2):  # the bug
    query = {"limit": 2} if cursor is None else {"limit": 2, "cursor": cursor}
    _, _, body = call("GET", "/v1/orders?" + urllib.parse.urlencode(query), {"Accept": "application/json"})
    page = json.loads(body)
    orders += page["items"]
    cursor = page["nextCursor"]
sys.exit(0 if len(orders) == 5 else 1)
