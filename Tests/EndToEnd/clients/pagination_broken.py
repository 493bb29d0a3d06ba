"""Puts the cursor into the URL without encoding it, so that its plus sign becomes a space."""

import json
import sys

from support import call

orders, cursor = [], None
while True:
    path = "/v1/orders?limit=2" if cursor is None else f"/v1/orders?limit=2&cursor={cursor}"  # the bug
    _, _, body = call("GET", path, {"Accept": "application/json"})
    page = json.loads(body)
    orders += page["items"]
    cursor = page["nextCursor"]
    if cursor is None:
        break
sys.exit(0 if len(orders) == 5 else 1)
