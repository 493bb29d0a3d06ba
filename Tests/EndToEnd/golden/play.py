"""Sends the requests of a file one after the other, and prints what comes back, byte for byte.

    play.py URL FILE           over one HTTP/1.1 connection, with the bytes of each response
    play.py URL FILE --http2   over one HTTP/2 connection, frame by frame, with decoded fields

Lines of `%%` separate the requests in the file. A request with a body gets a `Content-Length`. A request that begins with
`raw` is sent only over HTTP/1.1, and ends its connection. If the server ends the connection, the next request is sent over
another.
"""

import socket
import sys
import urllib.parse

import h2.config
import h2.connection
import h2.events
import h2.exceptions

url = urllib.parse.urlsplit(sys.argv[1])
requests = [request.strip("\n") for request in open(sys.argv[2]).read().split("%%\n")]


def connect():
    return socket.create_connection((url.hostname, url.port), timeout=600)


def parts(request):
    head, _, body = request.partition("\n\n")
    first, *lines = head.split("\n")
    method, target = first.split(" ")
    return method, target, [tuple(line.split(": ", 1)) for line in lines], body.encode()


def read_response(connection, method):
    """The bytes of one response, and how the server ended the connection, if it did.

    Without a length, all bytes up to the connection's end.
    """
    data = b""
    try:
        while not is_complete(data, method):
            piece = connection.recv(65536)
            if not piece:
                return data, "the connection was closed"
            data += piece
    except ConnectionResetError:
        return data, "the connection was reset"
    return data, None


def is_complete(data, method):
    head, end, body = data.partition(b"\r\n\r\n")
    if end and head.startswith(b"HTTP/1.1 100 "):
        return is_complete(body, method)
    lines = head.lower().split(b"\r\n")
    if end and method != "HEAD" and b"transfer-encoding: chunked" in lines:
        return body.endswith(b"0\r\n\r\n")
    lengths = [line for line in lines if line.startswith(b"content-length:")]
    length = int(lengths[0].split(b":")[1]) if lengths and method != "HEAD" else 0
    return end and len(body) >= length


def show(data):
    print(data.decode(errors="backslashreplace").replace("\r\n", "<CR>\n"), end="" if data.endswith(b"\n") else "<END>\n")


def play_http1():
    connection = connect()
    for request in requests:
        print(f"> {request.splitlines()[0]}")
        if request.startswith("raw "):
            raw = connect()
            raw.sendall(request.removeprefix("raw ").replace("\n", "\r\n").encode() + b"\r\n\r\n")
            show(read_response(raw, "GET")[0])
            raw.close()
            continue
        method, target, fields, body = parts(request)
        lines = [f"{method} {target} HTTP/1.1", f"Host: {url.netloc}"] + [f"{name}: {value}" for name, value in fields]
        if body:
            lines.append(f"Content-Length: {len(body)}")
        connection.sendall("\r\n".join(lines + ["", ""]).encode() + body)
        data, end = read_response(connection, method)
        show(data)
        if b"\r\nConnection: close\r\n" in data:
            end = "the connection was closed"
        if end:
            print(end)
            connection.close()
            connection = connect()
    connection.close()


def start_http2():
    connection = connect()
    session = h2.connection.H2Connection(h2.config.H2Configuration(header_encoding="utf-8"))
    session.initiate_connection()
    return connection, session


def play_http2():
    connection, session = start_http2()
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
        if not show_http2(connection, session, stream):
            connection.close()
            connection, session = start_http2()
    session.close_connection()
    connection.sendall(session.data_to_send())
    connection.close()


def show_http2(connection, session, stream):
    """Prints what comes until the stream is over; whether the connection is still of use."""
    is_over = False
    while not is_over:
        data = connection.recv(65536)
        if not data:
            print("the connection was closed")
            return False
        try:
            events = session.receive_data(data)
        except h2.exceptions.ProtocolError:
            print("bytes that are not HTTP/2")
            return False
        for event in events:
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
    return True


play_http2() if "--http2" in sys.argv else play_http1()
