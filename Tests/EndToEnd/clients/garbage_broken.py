"""Reads messages on one connection. After an error of the network it makes a new one."""

import http.client
import json
import sys
import urllib.parse

from support import base_url

connection = http.client.HTTPConnection(urllib.parse.urlsplit(base_url()).netloc, timeout=600)


def get(path):
    connection.request("GET", path)
    return json.loads(connection.getresponse().read())


def messages():
    try:
        return get("/messages")["messages"]
    except OSError:  # only those of the network: the bug
        connection.close()
        return get("/messages")["messages"]


get("/session")
try:
    sys.exit(0 if messages() == [] else 1)
except http.client.HTTPException:
    sys.exit(1)
