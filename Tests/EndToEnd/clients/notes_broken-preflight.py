"""A page of an origin that the server does not list: as a browser would, it asks first, and then sends nothing."""

import sys

from support import call

_, headers, _ = call(
    "OPTIONS", "/notes",
    {"Origin": "http://localhost:3000", "Access-Control-Request-Method": "POST"})  # the bug
sys.exit(0 if headers["Access-Control-Allow-Origin"] else 1)
