"""Downloads a file. If the connection ends too early, hands in what came."""

import http.client
import sys
import urllib.parse

from support import base_url

address = urllib.parse.urlsplit(base_url()).netloc


def exchange(method, path, headers, body=None):
    """The response, and as much of its body as came."""
    connection = http.client.HTTPConnection(address, timeout=600)
    connection.request(method, path, body, headers)
    response = connection.getresponse()
    try:
        return response, response.read(), True
    except http.client.IncompleteRead as error:
        return response, error.partial, True  # a part for the whole: the bug
    finally:
        connection.close()


response, report, is_complete = exchange("GET", "/report.txt", {})
while not is_complete:
    headers = {"Range": f"bytes={len(report)}-", "If-Range": response.headers["ETag"]}
    response, rest, is_complete = exchange("GET", "/report.txt", headers)
    report = report + rest if response.status == 206 else rest
response, _, _ = exchange("PUT", "/receipts/report.txt", {}, report)
sys.exit(0 if response.status == 204 else 1)
