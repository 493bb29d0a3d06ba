"""One HTTP/2 connection of the library h2 on a socket: with TLS if the URL is https, otherwise with prior knowledge."""

import collections
import os
import socket
import ssl
import urllib.parse

import h2.config
import h2.connection
import h2.events

Response = collections.namedtuple("Response", "stream status body")


class Connection:
    def __init__(self):
        url = urllib.parse.urlsplit(os.environ["MOCKSERVER_URL"])
        self.scheme, self.authority = url.scheme, url.netloc
        self.socket = socket.create_connection((url.hostname, url.port), timeout=600)
        if url.scheme == "https":
            context = ssl.create_default_context(cafile=os.environ["MOCKSERVER_CA_FILE"])
            context.set_alpn_protocols(["h2"])
            self.socket = context.wrap_socket(self.socket, server_hostname=url.hostname)
            if self.socket.selected_alpn_protocol() != "h2":
                raise SystemExit(f"ALPN chose {self.socket.selected_alpn_protocol()}")
        self.peer = h2.connection.H2Connection(h2.config.H2Configuration(header_encoding="utf-8"))
        self.peer.initiate_connection()

    def submit(self, method, path, headers=(), body=b""):
        """Writes a request, which the next `events` sends; returns its stream."""
        stream = self.peer.get_next_available_stream_id()
        head = [(":method", method), (":scheme", self.scheme), (":authority", self.authority), (":path", path), *headers]
        self.peer.send_headers(stream, head, end_stream=not body)
        if body:
            self.peer.send_data(stream, body, end_stream=True)
        return stream

    def events(self):
        """The events from now on. Sends what is written meanwhile."""
        while True:
            self.socket.sendall(self.peer.data_to_send())
            received = self.socket.recv(65536)
            if not received:
                raise SystemExit("the server closed the connection")
            for event in self.peer.receive_data(received):
                if isinstance(event, h2.events.DataReceived):
                    self.peer.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
                yield event

    def ask(self, method, path, headers=(), body=b""):
        """Sends one request and returns its response."""
        stream = self.submit(method, path, headers, body)
        status, received = None, b""
        for event in self.events():
            if getattr(event, "stream_id", None) != stream:
                continue
            if isinstance(event, h2.events.ResponseReceived):
                status = int(dict(event.headers)[":status"])
            elif isinstance(event, h2.events.DataReceived):
                received += event.data
            elif isinstance(event, h2.events.StreamReset):
                raise SystemExit(f"stream {stream} was reset: {event.error_code}")
            elif isinstance(event, h2.events.StreamEnded):
                return Response(stream, status, received)

    def close(self):
        self.peer.close_connection()
        self.socket.sendall(self.peer.data_to_send())
        self.socket.close()
