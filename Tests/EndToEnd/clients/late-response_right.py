"""Pays. If no response comes in time, hangs up and asks for the outcome by the payment's key."""

import http.client
import json
import sys
import urllib.parse
import uuid

from support import base_url, call


def pay(key, timeout):
    """The status of the response; nothing if none comes in time."""
    connection = http.client.HTTPConnection(urllib.parse.urlsplit(base_url()).netloc, timeout=timeout)
    headers = {"Idempotency-Key": key, "Content-Type": "application/json"}
    try:
        connection.request("POST", "/payments", json.dumps({"amount": "12.50"}), headers)
        return connection.getresponse().status
    except TimeoutError:
        return None
    finally:
        connection.close()


key = str(uuid.uuid4())
status = pay(key, timeout=2)
if status is None:
    status, _, _ = call("GET", f"/payments/{key}")
sys.exit(0 if status in (200, 201) else 1)
