"""Reads the news line by line, and says what it has read. After a response that stalls it keeps what had come."""

import http.client
import sys
import urllib.parse

from support import base_url, call


def read():
    """The news, and whether that is all."""
    ids = []
    connection = http.client.HTTPConnection(urllib.parse.urlsplit(base_url()).netloc, timeout=0.3)
    try:
        connection.request("GET", "/news")
        for line in connection.getresponse():
            ids.append(line.decode().strip())
        return ids, True
    except TimeoutError:
        return ids, False
    finally:
        connection.close()


ids, is_complete = read()
if not is_complete:
    ids += read()[0]  # the first line comes a second time: the bug
status, _, _ = call("PUT", "/news/read", body={"ids": ids})
sys.exit(0 if status == 204 else 1)
