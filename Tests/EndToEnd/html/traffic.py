"""Sends the requests of `hostile.yaml` or of `many.yaml`: traffic.py SCENARIO URL."""

import http.client
import socket
import sys
import threading
import time
import urllib.parse

url = urllib.parse.urlsplit(sys.argv[2])


def raw(data):
    """The response to bytes, which no HTTP library would send."""
    with socket.create_connection((url.hostname, url.port)) as connection:
        connection.sendall(data)
        return connection.recv(65536)


def get(paths):
    """Sends requests one after the other on one connection."""
    connection = http.client.HTTPConnection(url.hostname, url.port)
    for path in paths:
        connection.request("GET", path)
        connection.getresponse().read()
    connection.close()


def together(functions):
    threads = [threading.Thread(target=function) for function in functions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def hostile():
    body = b"{\"name\": \"</pre><script>document.title='ran'</script>\", \"list\": [1, 3], \"nul\": \"\0\"}"
    raw(b"POST /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n"
        b"X-Check: '\"><img src=x onerror=document.title='ran'>\xe2\x80\xae\xff\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body))
    get(["/slow"])
    together([lambda: get(["/held"]), lambda: (time.sleep(0.1), get(["/held"]))])
    get(["/image.png", "/unknown/\"><script>document.title='ran'</script>?q=<svg/onload=alert(1)>".replace(" ", "")])
    raw(b"GET /</script><img/src=x/onerror=document.title='ran'>\xe2\x80\xae HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    raw(b"POST /image.png HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 64\r\n\r\n" + bytes(range(192, 256)))


def many():
    numbers = [range(first, 400, 20) for first in range(20)]
    together([lambda part=part: get([f"/items/{number}" for number in part]) for part in numbers])
    time.sleep(2)
    together([lambda: get(["/crowd"])] * 100)


{"hostile": hostile, "many": many}[sys.argv[1]]()
