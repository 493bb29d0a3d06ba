"""Sends a request for each path in its arguments, all at once as streams of one connection of the library h2. Prints the head
and the end of each response as they arrive: `3 head`, `3 end`."""

import sys

import h2.events

from h2_connection import Connection


def main():
    connection = Connection()
    waiting = {connection.submit("GET", path) for path in sys.argv[1:]}
    for event in connection.events():
        if isinstance(event, h2.events.ResponseReceived):
            print(event.stream_id, "head")
        elif isinstance(event, h2.events.StreamEnded):
            print(event.stream_id, "end")
            waiting.remove(event.stream_id)
        if not waiting:
            break
    connection.close()


if __name__ == "__main__":
    main()
