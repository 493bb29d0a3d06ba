"""Reads responses with a feature by httpx, and prints what it has of them.

    httpx_features.py http1|http2 trailers|events|ranges|interim|compressed
"""

import os
import sys

import httpx


def trailers(client):
    response = client.get("/trailers")
    print(response.status_code, response.text)
    # It has no other fields than those of the head.
    for name in ("checksum", "part"):
        for value in response.headers.get_list(name):
            print(f"{name}: {value}")


def events(client):
    for path in ("/closed", "/open"):
        print_lines(client, path)


def print_lines(client, path):
    with client.stream("GET", path) as response:
        for line in response.iter_lines():
            # Newer versions leave the line break out.
            line = line.rstrip("\n")
            print(line)
            if (path, line) == ("/open", 'data: {"a":1}'):
                print("left")
                return
        print("ended")


def ranges(client):
    def show(value, **fields):
        response = client.get("/range", headers={"Range": f"bytes={value}"} | fields)
        kind, _, boundary = response.headers.get("Content-Type", "").partition("; boundary=")
        if boundary:
            print(response.status_code, kind)
            print(response.text.replace(boundary, "B").replace("\r", ""), end="")
        else:
            parts = [str(response.status_code), response.headers.get("Content-Range"), response.text]
            print(" ".join(filter(None, parts)))

    show("2-4")
    show("0-1,4-5")
    show("20-")
    show("2-4", **{"If-Range": '"v1"'})
    show("2-4", **{"If-Range": '"v0"'})


def interim(client):
    def show(method, path, **options):
        heads = []

        # Sees each head that httpx's transport passes on.
        def trace(name, info):
            if name.endswith("receive_response_headers.complete"):
                heads.append(next(part for part in info["return_value"] if isinstance(part, int)))

        response = client.request(method, path, extensions={"trace": trace}, **options)
        for status in heads[:-1]:
            print(status)
        print(response.status_code, response.text)

    show("GET", "/hints")
    show("POST", "/upload", headers={"Expect": "100-continue"}, content=b"hello")


def compressed(client):
    for coding in ("gzip", "deflate"):
        print(f"{coding} decoded: {client.get('/' + coding).text}")


def main():
    http2 = sys.argv[1] == "http2"
    with httpx.Client(
        base_url=os.environ["MOCKSERVER_URL"], http1=not http2, http2=http2, timeout=600, trust_env=False
    ) as client:
        globals()[sys.argv[2]](client)


if __name__ == "__main__":
    main()
