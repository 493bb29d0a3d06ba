"""Shared by the clients: the server's address, and a call that returns any response, whatever its status."""

import concurrent.futures
import datetime
import email.utils
import json
import os
import sys
import time
import urllib.error
import urllib.request


def base_url():
    return (sys.argv[1] if len(sys.argv) > 1 else os.environ["MOCKSERVER_URL"]).rstrip("/")


def browser(*handlers):
    """An opener that ignores the proxies of the environment."""
    return urllib.request.build_opener(urllib.request.ProxyHandler({}), *handlers)


def parallel(function, arguments):
    """The results of calls of `function`, one for each argument, each in a thread of its own at the same time."""
    arguments = list(arguments)
    with concurrent.futures.ThreadPoolExecutor(len(arguments)) as pool:
        return list(pool.map(function, arguments))


def wait(retry_after):
    """Sleeps for the seconds or until the date that Retry-After states."""
    if retry_after.isdigit():
        time.sleep(int(retry_after))
    else:
        left = email.utils.parsedate_to_datetime(retry_after) - datetime.datetime.now(datetime.timezone.utc)
        time.sleep(max(0, left.total_seconds()))


def parts(boundary, **fields):
    """A multipart body with a part for each field."""
    lines = [
        f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n'.encode() + value + b"\r\n"
        for name, value in fields.items()
    ]
    return b"".join(lines) + f"--{boundary}--\r\n".encode()


def call(method, path, headers=None, body=None, data=None):
    """The status, headers and body of the response; `body` is sent as JSON, `data` as it is."""
    request = urllib.request.Request(base_url() + path, data, method=method, headers=headers or {})
    if body is not None:
        request.data = json.dumps(body).encode()
        request.add_header("Content-Type", "application/json")
    try:
        with browser().open(request, timeout=600) as response:
            return response.status, response.headers, response.read()
    except urllib.error.HTTPError as response:
        with response:
            return response.code, response.headers, response.read()
