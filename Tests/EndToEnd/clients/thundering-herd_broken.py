"""Makes three calls at once. After a 503 it waits as long as the server says, and repeats all of them at once."""

import http.client
import sys
import time
import urllib.parse

from support import base_url, parallel


def feeds(count):
    """Status and Retry-After of as many calls, one after the other on one connection."""
    connection = http.client.HTTPConnection(urllib.parse.urlsplit(base_url()).netloc, timeout=600)
    responses = []
    for _ in range(count):
        connection.request("GET", "/feed")
        response = connection.getresponse()
        response.read()
        responses.append((response.status, response.headers["Retry-After"]))
    connection.close()
    return responses


def feeds_at_once(count):
    return [response for responses in parallel(feeds, [1] * count) for response in responses]


responses = feeds_at_once(3)
waits = [int(wait) for status, wait in responses if status == 503]
if waits:
    # A little more than the server says: its clock may start later.
    time.sleep(max(waits) + 0.05)
    responses = feeds_at_once(len(waits))  # the herd comes back: the bug
sys.exit(0 if all(status == 200 for status, _ in responses) else 1)
