"""Sends the requests of a file one after the other, and prints what comes back, byte for byte.

    play.py URL FILE           over one connection of HTTP/1.1, each response's bytes as they came
    play.py URL FILE --http2   over one connection of HTTP/2, frame by frame, with the fields decoded

The requests of the file stand between lines of `%%`. A length is added to one that has a body. What begins with `raw` is
sent over HTTP/1.1 alone, and ends its connection.
"""

import socket
import sys
import urllib.parse

import h2.config
import h2.connection
import h2.events

url = urllib.parse.urlsplit(sys.argv[1])
requests = [request.strip("\n") for request in open(sys.argv[2]).read().split("%%\n")]


def connect():
    return socket.create_connection((url.hostname, url.port), timeout=30)


def parts(request):
    head, _, body = request.partition("\n\n")
    first, *lines = head.split("\n")
    method, target = first.split(" ")
    return method, target, [tuple(line.split(": ", 1)) for line in lines], body.encode()


def read_response(connection, method):
    """The bytes of one response; all up to the end where it states no length."""
    data = b""
    while b"\r\n\r\n" not in data:
        piece = connection.recv(65536)
        if not piece:
            return data
        data += piece
    head, _, body = data.partition(b"\r\n\r\n")
    lengths = [line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")]
    length = int(lengths[0].split(b":")[1]) if lengths and method != "HEAD" else 0
    while len(body) < length:
        piece = connection.recv(65536)
        data, body = data + piece, body + piece
    return data


def show(data):
    print(data.decode().replace("\r\n", "<CR>\n"), end="" if data.endswith(b"\n") else "<END>\n")


def play_http1():
    connection = connect()
    for request in requests:
        print(f"> {request.splitlines()[0]}")
        if request.startswith("raw "):
            raw = connect()
            raw.sendall(request.removeprefix("raw ").replace("\n", "\r\n").encode() + b"\r\n\r\n")
            show(read_response(raw, "GET"))
            raw.close()
            continue
        method, target, fields, body = parts(request)
        lines = [f"{method} {target} HTTP/1.1", f"Host: {url.netloc}"] + [f"{name}: {value}" for name, value in fields]
        if body:
            lines.append(f"Content-Length: {len(body)}")
        connection.sendall("\r\n".join(lines + ["", ""]).encode() + body)
        show(read_response(connection, method))
    connection.close()


def play_http2():
    connection = connect()
    session = h2.connection.H2Connection(h2.config.H2Configuration(header_encoding="utf-8"))
    session.initiate_connection()
    for request in requests:
        if request.startswith("raw "):
            continue
        method, target, fields, body = parts(request)
        print(f"> {method} {target}")
        stream = session.get_next_available_stream_id()
        head = [(":method", method), (":scheme", "http"), (":authority", url.netloc), (":path", target)]
        session.send_headers(stream, head + [(name.lower(), value) for name, value in fields], end_stream=not body)
        if body:
            session.send_data(stream, body, end_stream=True)
        connection.sendall(session.data_to_send())
        is_over = False
        while not is_over:
            data = connection.recv(65536)
            if not data:
                return print("the connection ended")
            for event in session.receive_data(data):
                if isinstance(event, h2.events.ResponseReceived):
                    print(f"HEADERS on {event.stream_id}")
                    for name, value in event.headers:
                        print(f"{name}: {value}")
                elif isinstance(event, h2.events.DataReceived):
                    session.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
                    print(f"DATA on {event.stream_id}")
                    show(event.data)
                elif isinstance(event, h2.events.RemoteSettingsChanged):
                    settings = sorted((int(code), change.new_value) for code, change in event.changed_settings.items())
                    print(f"SETTINGS {settings}")
                elif isinstance(event, (h2.events.StreamEnded, h2.events.StreamReset)):
                    print(f"{type(event).__name__} {event.stream_id}")
                    is_over = event.stream_id == stream
            connection.sendall(session.data_to_send())
    session.close_connection()
    connection.sendall(session.data_to_send())
    connection.close()


play_http2() if "--http2" in sys.argv else play_http1()
