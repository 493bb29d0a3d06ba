"""Frames that RFC 9113 forbids or requires to be ignored, and the required outcomes, with quotations from the RFC.

A case is `case(name, quotation, octets, *outcomes)`; the quotation allows these outcomes. If an outcome needs a second
sentence of the RFC, for example that a stream error may end the connection, it contains that sentence. `nghttp2` marks
the cases in which the library deviates from the RFC; their outcome is the library's.
"""

from collections import namedtuple

from frames import *

Outcome = namedtuple("Outcome", "kind code also", defaults=(None, None))
Case = namedtuple("Case", "name quotation octets outcomes before deviation ends greets")

PROTOCOL, FLOW, CLOSED, SIZE, REFUSED, COMPRESSION = 1, 3, 5, 6, 7, 9

# 5.4.1, 5.1 and 8.1.1.
MAY_END = "an endpoint MAY choose to treat a stream error as a connection error."
GENERIC = (
    "a generic error code (such as PROTOCOL_ERROR or INTERNAL_ERROR) can always be used in place of more specific error"
    " codes."
)
SEVERAL = "If an endpoint detects multiple different errors, it MAY choose to report any one of those errors."
MINIMAL = 'An endpoint can perform this minimal processing for all streams that are in the "closed" state.'


def connection(code):
    """GOAWAY with the code, then the end."""
    return Outcome("connection", code)


def stream(code):
    """RST_STREAM with the code on stream 1; the connection goes on."""
    return Outcome("stream", code)


def may_end(code):
    """The stream error as a connection error, which ends the whole connection."""
    return Outcome("connection", code, MAY_END)


ignored = Outcome("ignored")
answered = Outcome("answered")
discarded = Outcome("ignored", None, MINIMAL)

cases = []


def case(name, quotation, octets, *outcomes, before=b"", nghttp2=None, ends=False, greets=True):
    """Adds a case.

    `before` is sent first, and its effect is awaited. With `ends`, no frame may follow, so the client ends the
    connection. Without `greets`, the octets are the first of the connection.
    """
    cases.append(Case(name, quotation, octets, outcomes, before, nghttp2, ends, greets))


HELD = get(1, "/held")
OPEN = post(1)
DONE = get(1)
CUT = headers(1, request(), END_STREAM)

# MARK: 3.4, the preface

PREFACE_RULE = (
    "Clients and servers MUST treat an invalid connection preface as a connection error (Section 5.4.1) of type"
    " PROTOCOL_ERROR."
)
case("3.4 a preface followed by PING", PREFACE_RULE, PREFACE + ping(), connection(PROTOCOL), greets=False)
case("3.4 a preface followed by HEADERS", PREFACE_RULE, PREFACE + get(), connection(PROTOCOL), greets=False)
case(
    "3.4 a preface followed by an acknowledgement",
    PREFACE_RULE,
    PREFACE + frame(SETTINGS, ACK),
    connection(PROTOCOL),
    greets=False,
)
case(
    "3.4 a preface with SETTINGS of entries",
    "This sequence MUST be followed by a SETTINGS frame (Section 6.5), which MAY be empty.",
    PREFACE + settings((3, 100), (4, 65535)),
    ignored,
    greets=False,
)

# MARK: 4.1, the frame header

case(
    "4.1 a frame of unknown type on the connection",
    "Implementations MUST ignore and discard frames of unknown types.",
    frame(0xFA, 0xFF, 0, b"x" * 20),
    ignored,
)
case(
    "4.1 a frame of unknown type on an idle stream",
    "Implementations MUST ignore and discard frames of unknown types.",
    frame(0xFA, 0, 1, b"x"),
    ignored,
)
case(
    "4.1 a frame of unknown type on an open stream",
    "Implementations MUST ignore and discard frames of unknown types.",
    OPEN + frame(0xFA, 0, 1, b"x") + data(1, b"a", END_STREAM),
    answered,
)
case("4.1 unused flags of PING", "Unused flags MUST be ignored on receipt", ping(flags=0xFE), ignored)
case(
    "4.1 unused flags of DATA",
    "Unused flags MUST be ignored on receipt",
    OPEN + data(1, b"a", 0xF6 | END_STREAM),
    answered,
)
case(
    "4.1 the reserved bit of a stream",
    "the bit MUST remain unset (0x00) when sending and MUST be ignored when receiving.",
    headers(0x80000001, request()),
    answered,
)
case(
    "4.1 the reserved bit of a window's increment",
    "the bit MUST remain unset (0x00) when sending and MUST be ignored when receiving.",
    window_update(0, 0x80000001),
    ignored,
)

# MARK: 4.2, frame sizes

LARGE = (
    "An endpoint MUST send an error code of FRAME_SIZE_ERROR if a frame exceeds the size defined in"
    " SETTINGS_MAX_FRAME_SIZE"
)
SMALL = (
    "An endpoint MUST send an error code of FRAME_SIZE_ERROR if a frame exceeds the size defined in"
    " SETTINGS_MAX_FRAME_SIZE, exceeds any limit defined for the frame type, or is too small to contain mandatory frame"
    " data."
)
ALTERS = (
    "A frame size error in a frame that could alter the state of the entire connection MUST be treated as a connection"
    " error (Section 5.4.1)"
)
case(
    "4.2 DATA of 16,384 octets",
    "All implementations MUST be capable of receiving and minimally processing frames up to 2^14 octets in length",
    OPEN + data(1, b"a" * 16384, END_STREAM),
    answered,
)
case("4.2 DATA of 16,385 octets", LARGE, OPEN + data(1, b"a" * 16385), stream(SIZE), may_end(SIZE))
case(
    "4.2 HEADERS of 16,385 octets",
    ALTERS,
    frame(HEADERS, 5, 1, block(request("GET", "/", ("a", "b" * 16385)))[:16385]),
    connection(SIZE),
)
case(
    "4.2 CONTINUATION of 16,385 octets",
    ALTERS,
    CUT + frame(CONTINUATION, 4, 1, b"\0" * 16385),
    connection(SIZE),
    ends=True,
)
case("4.2 SETTINGS of 16,386 octets", ALTERS, settings(*[(4, 65535)] * 2731), connection(SIZE))
case("4.2 a frame of unknown type of 16,385 octets", LARGE, frame(0xFA, 0, 0, b"x" * 16385), connection(SIZE))
case(
    "4.2 PADDED HEADERS without a pad length",
    SMALL,
    frame(HEADERS, END_HEADERS | PADDED, 1),
    connection(SIZE),
    Outcome("connection", PROTOCOL, GENERIC),
)
case(
    "4.2 HEADERS too short for their priority",
    SMALL,
    frame(HEADERS, END_HEADERS | WITH_PRIORITY, 1, b"\0" * 4),
    connection(SIZE),
)
case(
    "4.2 PADDED DATA without a pad length",
    SMALL,
    OPEN + data(1, b"", PADDED),
    stream(SIZE),
    may_end(SIZE),
    Outcome("connection", PROTOCOL, f"{MAY_END} {GENERIC}"),
)

# MARK: 4.3, field blocks

DECODING = (
    "A decoding error in a field block MUST be treated as a connection error (Section 5.4.1) of type COMPRESSION_ERROR."
)
HPACK = {
    "an index of 0": (
        b"\x80",
        (
            "The index value of 0 is not used. It MUST be treated as a decoding error if found in an indexed header"
            " field representation."
        ),
    ),
    "an index that is in no table": (
        b"\xfe",
        "Indices strictly greater than the sum of the lengths of both tables MUST be treated as a decoding error.",
    ),
    "a name's index that is in no table": (
        b"\x7e\1a",
        "Indices strictly greater than the sum of the lengths of both tables MUST be treated as a decoding error.",
    ),
    "an integer that is too large": (
        b"\xff" * 12,
        (
            "Integer encodings that exceed implementation limits -- in value or octet length -- MUST be treated as"
            " decoding errors."
        ),
    ),
    "Huffman padding of more than 7 bits": (
        b"\0\x82\x1f\xff\1b",
        "A padding strictly longer than 7 bits MUST be treated as a decoding error.",
    ),
    "Huffman padding that is not of EOS": (
        b"\0\x81\x18\1b",
        (
            "A padding not corresponding to the most significant bits of the code for the EOS symbol MUST be treated as"
            " a decoding error."
        ),
    ),
    "the EOS symbol": (
        b"\0\x84\xff\xff\xff\xff\1b",
        "A Huffman-encoded string literal containing the EOS symbol MUST be treated as a decoding error.",
    ),
    "a table size beyond the setting": (
        b"\x3f\xe2\x1f",
        "A value that exceeds this limit MUST be treated as a decoding error.",
    ),
    "a string that is cut": (b"\0\5ab", None),
}
for name, (octets, also) in HPACK.items():
    case(
        f"4.3 {name}",
        DECODING + (f" RFC 7541: {also}" if also else ""),
        frame(HEADERS, 5, 1, block(request()) * (octets[0] != 0x3F) + octets),
        connection(COMPRESSION),
    )
case("4.3 a decoding error in trailers", DECODING, OPEN + frame(HEADERS, 5, 1, b"\xfe"), connection(COMPRESSION))
case(
    "4.3 a decoding error in a block of a stream that is over",
    DECODING,
    frame(HEADERS, 5, 1, b"\xfe"),
    connection(COMPRESSION),
    Outcome("connection", CLOSED, SEVERAL),
    before=DONE,
)

# MARK: 5.1, stream states

IDLE = (
    "Receiving any frame other than HEADERS or PRIORITY on a stream in this state MUST be treated as a connection error"
    " (Section 5.4.1) of type PROTOCOL_ERROR."
)
HALF = (
    "If an endpoint receives additional frames, other than WINDOW_UPDATE, PRIORITY, or RST_STREAM, for a stream that is"
    " in this state, it MUST respond with a stream error (Section 5.4.2) of type STREAM_CLOSED."
)
OVER = (
    "An endpoint MAY treat receipt of any other type of frame on a closed stream as a connection error (Section 5.4.1)"
    " of type STREAM_CLOSED, except as noted below."
)
case("5.1 DATA on an idle stream", IDLE, data(1, b"a"), connection(PROTOCOL))
case("5.1 RST_STREAM on an idle stream", IDLE, reset(1), connection(PROTOCOL))
case("5.1 WINDOW_UPDATE on an idle stream", IDLE, window_update(1, 1), connection(PROTOCOL))
case("5.1 CONTINUATION on an idle stream", IDLE, frame(CONTINUATION, 4, 1, block(request())), connection(PROTOCOL))
case(
    "5.1 PRIORITY on an idle stream",
    "Note that PRIORITY can be sent and received in any stream state.",
    frame(PRIORITY, 0, 1, b"\0\0\0\0\x0f"),
    ignored,
)
case("5.1 DATA on a half-closed stream", HALF, HELD + data(1, b"a"), stream(CLOSED), may_end(CLOSED))
case("5.1 HEADERS on a half-closed stream", HALF, HELD + headers(1, [("a", "b")]), stream(CLOSED), may_end(CLOSED))
case(
    "5.1 CONTINUATION on a half-closed stream",
    "A recipient that observes violation of this rule MUST respond with a connection error (Section 5.4.1) of type"
    " PROTOCOL_ERROR.",
    HELD + frame(CONTINUATION, 4, 1),
    connection(PROTOCOL),
)
case(
    "5.1 WINDOW_UPDATE on a half-closed stream",
    "A receiver MUST NOT treat this as an error (see Section 5.1).",
    HELD + window_update(1, 1),
    ignored,
)
case("5.1 DATA on a closed stream", OVER, data(1, b"a"), connection(CLOSED), stream(CLOSED), discarded, before=DONE)
case(
    "5.1 HEADERS on a closed stream",
    OVER,
    headers(1, [("a", "b")]),
    connection(CLOSED),
    connection(PROTOCOL),
    discarded,
    before=DONE,
)
case(
    "5.1 RST_STREAM on a closed stream",
    "An endpoint that sends a frame with the END_STREAM flag set or a RST_STREAM frame might receive a WINDOW_UPDATE or"
    " RST_STREAM frame from its peer",
    reset(1),
    ignored,
    before=DONE,
)
case(
    "5.1 WINDOW_UPDATE on a closed stream",
    "A receiver MUST NOT treat this as an error (see Section 5.1).",
    window_update(1, 1),
    ignored,
    before=DONE,
)
case(
    "5.1 PRIORITY on a closed stream",
    "Note that PRIORITY can be sent and received in any stream state.",
    frame(PRIORITY, 0, 1, b"\0\0\0\0\x0f"),
    ignored,
    before=DONE,
)

# MARK: 5.1.1, 5.1.2, stream identifiers and concurrency

UNEXPECTED = (
    "An endpoint that receives an unexpected stream identifier MUST respond with a connection error (Section 5.4.1) of"
    " type PROTOCOL_ERROR."
)
case("5.1.1 HEADERS on an even stream", UNEXPECTED, get(2), connection(PROTOCOL))
case(
    "5.1.1 HEADERS on a stream below the highest",
    UNEXPECTED,
    get(1),
    connection(PROTOCOL),
    before=get(5),
)
case(
    "5.1.2 more streams than are allowed",
    "An endpoint that receives a HEADERS frame that causes its advertised concurrent stream limit to be exceeded MUST"
    " treat this as a stream error (Section 5.4.2) of type PROTOCOL_ERROR or REFUSED_STREAM.",
    b"".join(get(number, "/held") for number in range(3, 3 + 2 * 128, 2)) + get(401, "/held"),
    may_end(PROTOCOL),
)

# MARK: 5.5, extensions

case(
    "5.5 a frame of unknown type in a field block",
    "extension frames that appear in the middle of a field block (Section 4.3) are not permitted; these MUST be treated"
    " as a connection error (Section 5.4.1) of type PROTOCOL_ERROR.",
    CUT + frame(0xFA, 0, 1),
    connection(PROTOCOL),
    ends=True,
)

# MARK: 6.1, DATA

PADDING = (
    "If the length of the padding is the length of the frame payload or greater, the recipient MUST treat this as a"
    " connection error (Section 5.4.1) of type PROTOCOL_ERROR."
)
case(
    "6.1 DATA on stream 0",
    "If a DATA frame is received whose Stream Identifier field is 0x00, the recipient MUST respond with a connection"
    " error (Section 5.4.1) of type PROTOCOL_ERROR.",
    data(0, b"a"),
    connection(PROTOCOL),
)
case("6.1 padding as long as the payload", PADDING, OPEN + data(1, b"\2a", PADDED), connection(PROTOCOL))
case("6.1 padding longer than the payload", PADDING, OPEN + data(1, b"\xffa", PADDED), connection(PROTOCOL))
case(
    "6.1 padding that is all of the payload but its length",
    "A frame can be increased in size by one octet by including a Pad Length field with a value of zero.",
    OPEN + data(1, b"\0", PADDED | END_STREAM),
    answered,
)
case(
    "6.1 padding of 255 octets",
    "DATA frames MAY also contain padding.",
    OPEN + data(1, b"\xffa" + b"\0" * 255, PADDED | END_STREAM),
    answered,
)

# MARK: 6.2, HEADERS

OTHER = (
    "A receiver MUST treat the receipt of any other type of frame or a frame on a different stream as a connection"
    " error (Section 5.4.1) of type PROTOCOL_ERROR."
)
case(
    "6.2 HEADERS on stream 0",
    "If a HEADERS frame is received whose Stream Identifier field is 0x00, the recipient MUST respond with a connection"
    " error (Section 5.4.1) of type PROTOCOL_ERROR.",
    get(0),
    connection(PROTOCOL),
)
case("6.2 padding as long as the payload", PADDING, frame(HEADERS, 5 | PADDED, 1, b"\1"), connection(PROTOCOL))
case(
    "6.2 padding longer than the block",
    PADDING,
    frame(HEADERS, 5 | PADDED, 1, b"\xff" + block(request())),
    connection(PROTOCOL),
)
case(
    "6.2 padding and priority",
    "The HEADERS frame payload has the following additional fields:",
    frame(HEADERS, 5 | PADDED | WITH_PRIORITY, 1, b"\3\0\0\0\0\x10" + block(request()) + b"\0" * 3),
    answered,
)
case("6.2 DATA in a field block", OTHER, CUT + data(1, b"a"), connection(PROTOCOL), ends=True)
case("6.2 PING in a field block", OTHER, CUT + ping(), connection(PROTOCOL), ends=True)
case("6.2 SETTINGS in a field block", OTHER, CUT + settings(), connection(PROTOCOL), ends=True)
case("6.2 HEADERS in a field block", OTHER, CUT + get(3), connection(PROTOCOL), ends=True)
case(
    "6.2 PRIORITY in a field block",
    "A PRIORITY frame cannot be sent between consecutive frames that comprise a single field block (Section 4.3).",
    CUT + frame(PRIORITY, 0, 3, b"\0\0\0\0\1"),
    connection(PROTOCOL),
    ends=True,
)
case("6.2 CONTINUATION on another stream", OTHER, CUT + frame(CONTINUATION, 4, 3), connection(PROTOCOL), ends=True)

# MARK: 6.3, PRIORITY

case(
    "6.3 PRIORITY on stream 0",
    "If a PRIORITY frame is received with a stream identifier of 0x00, the recipient MUST respond with a connection"
    " error (Section 5.4.1) of type PROTOCOL_ERROR.",
    frame(PRIORITY, 0, 0, b"\0\0\0\1\1"),
    connection(PROTOCOL),
)
for length in (4, 6):
    case(
        f"6.3 PRIORITY of {length} octets",
        "A PRIORITY frame with a length other than 5 octets MUST be treated as a stream error (Section 5.4.2) of type"
        " FRAME_SIZE_ERROR.",
        OPEN + frame(PRIORITY, 0, 1, b"\0" * length),
        stream(SIZE),
        may_end(SIZE),
    )
case(
    "6.3 PRIORITY of a stream that depends on itself",
    "Sending or receiving a PRIORITY frame does not affect the state of any stream (Section 5.1).",
    frame(PRIORITY, 0, 1, b"\0\0\0\1\1"),
    connection(PROTOCOL),
    nghttp2="ends the connection, by the rule of RFC 7540, section 5.3.1, which RFC 9113 has not kept",
)

# MARK: 6.4, RST_STREAM

case(
    "6.4 RST_STREAM on stream 0",
    "If a RST_STREAM frame is received with a stream identifier of 0x00, the recipient MUST treat this as a connection"
    " error (Section 5.4.1) of type PROTOCOL_ERROR.",
    reset(0),
    connection(PROTOCOL),
)
case(
    "6.4 RST_STREAM identifying an idle stream",
    "If a RST_STREAM frame identifying an idle stream is received, the recipient MUST treat this as a connection error"
    " (Section 5.4.1) of type PROTOCOL_ERROR.",
    reset(7),
    connection(PROTOCOL),
)
for length in (3, 5):
    case(
        f"6.4 RST_STREAM of {length} octets",
        "A RST_STREAM frame with a length other than 4 octets MUST be treated as a connection error (Section 5.4.1) of"
        " type FRAME_SIZE_ERROR.",
        OPEN + frame(RST_STREAM, 0, 1, b"\0" * length),
        connection(SIZE),
    )
case(
    "6.4 RST_STREAM of an unknown code",
    "Unknown or unsupported error codes MUST NOT trigger any special behavior.",
    OPEN + reset(1, 0xFACADE),
    ignored,
)

# MARK: 6.5, SETTINGS

case(
    "6.5 an acknowledgement with entries",
    "Receipt of a SETTINGS frame with the ACK flag set and a length field value other than 0 MUST be treated as a"
    " connection error (Section 5.4.1) of type FRAME_SIZE_ERROR.",
    frame(SETTINGS, ACK, 0, b"\0\4\0\0\xff\xff"),
    connection(SIZE),
)
case(
    "6.5 SETTINGS on a stream",
    "If an endpoint receives a SETTINGS frame whose Stream Identifier field is anything other than 0x00, the endpoint"
    " MUST respond with a connection error (Section 5.4.1) of type PROTOCOL_ERROR.",
    frame(SETTINGS, 0, 1),
    connection(PROTOCOL),
)
case(
    "6.5 SETTINGS of five octets",
    "A SETTINGS frame with a length other than a multiple of 6 octets MUST be treated as a connection error (Section"
    " 5.4.1) of type FRAME_SIZE_ERROR.",
    frame(SETTINGS, 0, 0, b"\0" * 5),
    connection(SIZE),
)
case(
    "6.5.2 ENABLE_PUSH of 2",
    "Any value other than 0 or 1 MUST be treated as a connection error (Section 5.4.1) of type PROTOCOL_ERROR.",
    settings((2, 2)),
    connection(PROTOCOL),
)
case(
    "6.5.2 INITIAL_WINDOW_SIZE of 2^31",
    "Values above the maximum flow-control window size of 2^31-1 MUST be treated as a connection error (Section 5.4.1)"
    " of type FLOW_CONTROL_ERROR.",
    settings((4, 1 << 31)),
    connection(FLOW),
)
FRAME_SIZE = "Values outside this range MUST be treated as a connection error (Section 5.4.1) of type PROTOCOL_ERROR."
case("6.5.2 MAX_FRAME_SIZE of 16,383", FRAME_SIZE, settings((5, 16383)), connection(PROTOCOL))
case("6.5.2 MAX_FRAME_SIZE of 2^24", FRAME_SIZE, settings((5, 1 << 24)), connection(PROTOCOL))
case(
    "6.5.2 a setting that is not known",
    "An endpoint that receives a SETTINGS frame with any unknown or unsupported identifier MUST ignore that setting.",
    settings((0x99, 7), (0xFFFF, 0xFFFFFFFF)),
    ignored,
)
case(
    "6.5.3 one setting twice, the last being valid",
    "The values in the SETTINGS frame MUST be processed in the order they appear",
    settings((4, 1), (4, 65535)) + get(),
    answered,
)

# MARK: 6.6, PUSH_PROMISE

PUSH = (
    "A client cannot push.  Thus, servers MUST treat the receipt of a PUSH_PROMISE frame as a connection error (Section"
    " 5.4.1) of type PROTOCOL_ERROR."
)
case(
    "8.4 PUSH_PROMISE on an open stream",
    PUSH,
    OPEN + frame(PUSH_PROMISE, 4, 1, number(2) + block(request())),
    connection(PROTOCOL),
)
case(
    "6.6 PUSH_PROMISE on stream 0",
    "If the Stream Identifier field specifies the value 0x00, a recipient MUST respond with a connection error (Section"
    " 5.4.1) of type PROTOCOL_ERROR.",
    frame(PUSH_PROMISE, 4, 0, number(2) + block(request())),
    connection(PROTOCOL),
)

# MARK: 6.7, PING

case(
    "6.7 PING on a stream",
    "If a PING frame is received with a Stream Identifier field value other than 0x00, the recipient MUST respond with"
    " a connection error (Section 5.4.1) of type PROTOCOL_ERROR.",
    ping(stream=1),
    connection(PROTOCOL),
)
for length in (7, 9):
    case(
        f"6.7 PING of {length} octets",
        "Receipt of a PING frame with a length field value other than 8 MUST be treated as a connection error (Section"
        " 5.4.1) of type FRAME_SIZE_ERROR.",
        ping(b"\0" * length),
        connection(SIZE),
    )
case(
    "6.7 an acknowledgement without a PING",
    "An endpoint MUST NOT respond to PING frames containing this flag.",
    ping(b"unasked.", ACK),
    ignored,
)

# MARK: 6.8, GOAWAY

case(
    "6.8 GOAWAY on a stream",
    "An endpoint MUST treat a GOAWAY frame with a stream identifier other than 0x00 as a connection error (Section"
    " 5.4.1) of type PROTOCOL_ERROR.",
    frame(GOAWAY, 0, 1, b"\0" * 8),
    connection(PROTOCOL),
)
case("6.8 GOAWAY of seven octets", SMALL, frame(GOAWAY, 0, 0, b"\0" * 7), connection(SIZE))

# MARK: 6.9, WINDOW_UPDATE

case(
    "6.9 WINDOW_UPDATE of 0 on the connection",
    "errors on the connection flow-control window MUST be treated as a connection error (Section 5.4.1).",
    window_update(0, 0),
    connection(PROTOCOL),
)
case(
    "6.9 WINDOW_UPDATE of 0 on a stream",
    "A receiver MUST treat the receipt of a WINDOW_UPDATE frame with a flow-control window increment of 0 as a stream"
    " error (Section 5.4.2) of type PROTOCOL_ERROR",
    HELD + window_update(1, 0),
    stream(PROTOCOL),
    may_end(PROTOCOL),
)
for length in (3, 5):
    case(
        f"6.9 WINDOW_UPDATE of {length} octets",
        "A WINDOW_UPDATE frame with a length other than 4 octets MUST be treated as a connection error (Section 5.4.1)"
        " of type FRAME_SIZE_ERROR.",
        frame(WINDOW_UPDATE, 0, 0, b"\0" * (length - 1) + b"\1"),
        connection(SIZE),
    )
case(
    "6.9.1 the connection's window beyond 2^31-1",
    "for the connection, a GOAWAY frame with an error code of FLOW_CONTROL_ERROR is sent.",
    window_update(0, 0x7FFFFFFF),
    connection(FLOW),
)
case(
    "6.9.1 a stream's window beyond 2^31-1",
    "For streams, the sender sends a RST_STREAM with an error code of FLOW_CONTROL_ERROR",
    HELD + window_update(1, 0x7FFFFFFF),
    stream(FLOW),
)
case(
    "6.9.2 a setting that takes a stream's window beyond 2^31-1",
    "An endpoint MUST treat a change to SETTINGS_INITIAL_WINDOW_SIZE that causes any flow-control window to exceed the"
    " maximum size as a connection error (Section 5.4.1) of type FLOW_CONTROL_ERROR.",
    HELD + window_update(1, 0x7FFFFFFF - 65535) + settings((4, 65536)),
    stream(FLOW),
    nghttp2="resets the stream whose window it is, and the connection goes on",
)

# MARK: 6.10, CONTINUATION

PRECEDED = (
    "A recipient that observes violation of this rule MUST respond with a connection error (Section 5.4.1) of type"
    " PROTOCOL_ERROR."
)
case(
    "6.10 CONTINUATION on stream 0",
    "If a CONTINUATION frame is received with a Stream Identifier field of 0x00, the recipient MUST respond with a"
    " connection error (Section 5.4.1) of type PROTOCOL_ERROR.",
    frame(CONTINUATION, 4, 0, block(request())),
    connection(PROTOCOL),
)
case("6.10 CONTINUATION behind a whole block", PRECEDED, OPEN + frame(CONTINUATION, 4, 1), connection(PROTOCOL))
case("6.10 CONTINUATION behind DATA", PRECEDED, OPEN + data(1, b"a") + frame(CONTINUATION, 4, 1), connection(PROTOCOL))
case(
    "6.10 DATA behind CONTINUATION that does not end the block",
    OTHER,
    CUT + frame(CONTINUATION, 0, 1) + data(1, b"a"),
    connection(PROTOCOL),
    ends=True,
)
case(
    "6.10 a block in three frames",
    "Any number of CONTINUATION frames can be sent",
    frame(HEADERS, END_STREAM, 1, block(request())[:10])
    + frame(CONTINUATION, 0, 1, block(request())[10:20])
    + frame(CONTINUATION, 4, 1, block(request())[20:]),
    answered,
)

# MARK: 8.1, messages

MALFORMED = (
    "Malformed requests or responses that are detected MUST be treated as a stream error (Section 5.4.2) of type"
    " PROTOCOL_ERROR."
)


def malformed(name, quotation, octets):
    """The RFC also allows a response to such a request; this server resets the stream without one."""
    case(name, f"{quotation} {MALFORMED}", octets, stream(PROTOCOL))


malformed(
    "8.1 pseudo-header fields in trailers",
    "An endpoint that receives pseudo-header fields in trailers MUST treat the request or response as malformed"
    " (Section 8.1.1).",
    OPEN + headers(1, [(":path", "/")]),
)
malformed(
    "8.1 trailers that do not end the stream",
    "An endpoint that receives a HEADERS frame without the END_STREAM flag set after receiving the HEADERS frame that"
    " opens a request or after receiving a final (non-informational) status code MUST treat the corresponding request"
    " or response as malformed (Section 8.1.1).",
    OPEN + headers(1, [("a", "b")], END_HEADERS),
)
LENGTH = (
    "A request or response is also malformed if the value of a content-length header field does not equal the sum of"
    " the DATA frame payload lengths that form the content"
)
malformed(
    "8.1.1 content longer than content-length", LENGTH, post(1, ("content-length", "1")) + data(1, b"ab", END_STREAM)
)
malformed(
    "8.1.1 content shorter than content-length", LENGTH, post(1, ("content-length", "3")) + data(1, b"ab", END_STREAM)
)
malformed(
    "8.1.1 no content where a length is stated", LENGTH, headers(1, request("POST", "/", ("content-length", "3")))
)

# MARK: 8.2, fields

NAME = (
    "A field name MUST NOT contain characters in the ranges 0x00-0x20, 0x41-0x5a, or 0x7f-0xff (all ranges inclusive)."
)
for name, text in {
    "an upper-case letter": "Abc",
    "a space": "a b",
    "a control": "a\1",
    "DEL": "a\x7f",
    "an octet beyond ASCII": b"a\xe9",
}.items():
    malformed(f"8.2.1 {name} in a name", NAME, get(1, "/", (text, "d")))
malformed(
    "8.2.1 a colon in a name", "field names MUST NOT include a colon (ASCII COLON, 0x3a).", get(1, "/", ("a:b", "d"))
)
VALUE = (
    "A field value MUST NOT contain the zero value (ASCII NUL, 0x00), line feed (ASCII LF, 0x0a), or carriage return"
    " (ASCII CR, 0x0d) at any position."
)
for name, text in {"NUL": "d\0e", "LF": "d\ne", "CR": "d\re"}.items():
    malformed(f"8.2.1 {name} in a value", VALUE, get(1, "/", ("abc", text)))
SPACE = "A field value MUST NOT start or end with an ASCII whitespace character (ASCII SP or HTAB, 0x20 or 0x09)."
malformed("8.2.1 a value that starts with a space", SPACE, get(1, "/", ("abc", " d")))
malformed("8.2.1 a value that ends with a tab", SPACE, get(1, "/", ("abc", "d\t")))
SPECIFIC = "Any message containing connection-specific header fields MUST be treated as malformed (Section 8.1.1)."
for name, text in {
    "connection": "close",
    "keep-alive": "5",
    "proxy-connection": "close",
    "transfer-encoding": "chunked",
    "upgrade": "h2c",
}.items():
    malformed(f"8.2.2 {name}", SPECIFIC, get(1, "/", (name, text)))
TE = (
    "The only exception to this is the TE header field, which MAY be present in an HTTP/2 request; when it is, it MUST"
    ' NOT contain any value other than "trailers".'
)
malformed("8.2.2 te of gzip", TE, get(1, "/", ("te", "gzip")))
case("8.2.2 te of trailers", TE, get(1, "/", ("te", "trailers")), answered)

# MARK: 8.3, pseudo-header fields

UNDEFINED = (
    "Endpoints MUST treat a request or response that contains undefined or invalid pseudo-header fields as malformed"
    " (Section 8.1.1)."
)
malformed("8.3 a pseudo-header field that is not defined", UNDEFINED, headers(1, [(":version", "2")] + request()))
malformed("8.3 :status in a request", UNDEFINED, headers(1, [(":status", "200")] + request()))
malformed(
    "8.3 a pseudo-header field behind a field",
    "Any request or response that contains a pseudo-header field that appears in a field block after a regular field"
    " line MUST be treated as malformed (Section 8.1.1).",
    headers(1, request()[:3] + [("a", "b"), (":path", "/")]),
)
for name in (":method", ":scheme", ":authority", ":path"):
    repeated = [line for line in request() if line[0] == name]
    malformed(
        f"8.3 {name} twice",
        "A field block for an HTTP request or response that contains a repeated pseudo-header field name MUST be"
        " treated as malformed (Section 8.1.1).",
        headers(1, request() + repeated),
    )
MANDATORY = "An HTTP request that omits mandatory pseudo-header fields is malformed (Section 8.1.1)."
for name in (":method", ":scheme", ":path"):
    malformed(f"8.3.1 no {name}", MANDATORY, headers(1, [line for line in request() if line[0] != name]))
malformed("8.3.1 an empty :path", 'This pseudo-header field MUST NOT be empty for "http" or "https" URIs', get(1, ""))
malformed(
    "8.3.1 a :path without a slash",
    'All HTTP/2 requests MUST include exactly one valid value for the ":method", ":scheme", and ":path" pseudo-header'
    " fields, unless they are CONNECT requests (Section 8.5).",
    get(1, "a"),
)
malformed(
    "8.3.1 a host that differs from :authority",
    "A server SHOULD treat a request as malformed if it contains a Host header field that identifies an entity that"
    ' differs from the entity in the ":authority" pseudo-header field.',
    get(1, "/", ("host", "elsewhere")),
)
malformed(
    "8.3.1 user information in :authority",
    '":authority" MUST NOT include the deprecated userinfo subcomponent for "http" or "https" schemed URIs.',
    headers(1, [(n, "u@localhost" if n == ":authority" else v) for n, v in request()]),
)

# MARK: 8.5, CONNECT

CONNECT = "A CONNECT request that does not conform to these restrictions is malformed (Section 8.1.1)."
malformed(
    "8.5 CONNECT with :path and :scheme",
    f'The ":scheme" and ":path" pseudo-header fields MUST be omitted. {CONNECT}',
    headers(1, request("CONNECT")),
)
malformed(
    "8.5 CONNECT without :authority",
    f'The ":authority" pseudo-header field contains the host and port to connect to … {CONNECT}',
    headers(1, [(":method", "CONNECT")]),
)
malformed(
    "8.5 CONNECT without a port",
    f'The ":authority" pseudo-header field contains the host and port to connect to … {CONNECT}',
    headers(1, [(":method", "CONNECT"), (":authority", "localhost")]),
)
