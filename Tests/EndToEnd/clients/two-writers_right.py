"""Two writers add one to the same number. The one that comes too late reads again and adds one to what it finds."""

import json
import sys

from support import call, parallel


def read():
    _, headers, body = call("GET", "/stock/apples")
    return headers["ETag"], json.loads(body)["count"]


def add_one(_):
    tag, count = read()
    status, _, _ = call("PUT", "/stock/apples", {"If-Match": tag}, {"count": count + 1})
    if status == 412:
        tag, count = read()
        status, _, _ = call("PUT", "/stock/apples", {"If-Match": tag}, {"count": count + 1})
    return status == 200


sys.exit(0 if all(parallel(add_one, range(2))) else 1)
