"""Begins a body of 20 MB, waits for the whole response, and then does what clients do with the rest of the body.

    h2_early.py ends|resets|sends
"""

import sys

import h2.errors
import h2.events

from h2_connection import Connection

SIZE = 20_000_000

connection = Connection()
peer = connection.peer
stream = peer.get_next_available_stream_id()
peer.send_headers(stream, [(":method", "POST"), (":scheme", connection.scheme), (":authority", connection.authority),
                           (":path", "/up"), ("content-length", str(SIZE))])
left = SIZE - 1000
peer.send_data(stream, bytes(1000))
for event in connection.events():
    if isinstance(event, h2.events.ResponseReceived):
        status = dict(event.headers)[":status"]
    elif isinstance(event, h2.events.StreamEnded):
        break

[how] = sys.argv[1:]
if how == "ends":
    peer.end_stream(stream)
elif how == "resets":
    peer.reset_stream(stream, h2.errors.ErrorCodes.NO_ERROR)
else:
    while left:
        count = min(left, peer.local_flow_control_window(stream), peer.max_outbound_frame_size)
        if count:
            left -= count
            peer.send_data(stream, bytes(count), end_stream=not left)
            connection.socket.sendall(peer.data_to_send())
        else:
            next(connection.events())

# The connection goes on.
response = connection.ask("GET", "/next")
print(status, response.status)
