import MockServerKit
import TestSupport

/// A protocol with or without TLS, by the words that `WayOfLeaving` knows.
enum Wire: String, CaseIterable, Sendable {
    case http1, http2, tls1, tls2

    var options: MockServer.Options {
        var options = MockServer.Options.patient
        options.tls = rawValue.hasPrefix("tls") ? .init() : nil
        return options
    }
}

/// What a client does that asks for `/a` and does not simply wait for its response.
enum WayOfLeaving: String, Sendable {
    /// It ends its own direction, by FIN and in TLS by close_notify before, and reads to the end.
    case halfCloses
    /// It closes, cleanly.
    case closes
    /// It never reads, with a small receive buffer, and stays until the server is gone.
    case neverReads
    /// It lets nothing through its flow-control window, and stays until the server closes. Only HTTP/2.
    case shutsWindow

    /// Runs the client to its end; its output is the bytes that it read.
    func task(_ wire: Wire, _ server: MockServer) -> Task<Tool, any Error> {
        Tool.beside("exec python3 -c '\(Self.client)' $address $ca \(wire.rawValue) \(rawValue)", server)
    }

    private static let client = """
        import socket, ssl, sys, time
        address, ca, wire, way = sys.argv[1:]
        host, port = address.rsplit(":", 1)
        raw = socket.socket()
        if way == "neverReads": raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        raw.settimeout(600)
        raw.connect((host, int(port)))
        tls = None
        if wire[0] == "t":
            context = ssl.create_default_context(cafile=ca)
            context.set_alpn_protocols(["h2" if wire == "tls2" else "http/1.1"])
            coming, going = ssl.MemoryBIO(), ssl.MemoryBIO()
            tls = context.wrap_bio(coming, going, server_hostname=host)

        def give():
            some = going.read()
            if some: raw.sendall(some)

        def do(action):
            while True:
                try:
                    return action()
                except ssl.SSLWantReadError:
                    give()
                    some = raw.recv(65536)
                    if not some: return b""
                    coming.write(some)
                finally:
                    give()

        def read():
            try:
                return do(lambda: tls.read(65536)) if tls else raw.recv(65536)
            except (ssl.SSLZeroReturnError, ssl.SSLEOFError):
                return b""

        if tls: do(tls.do_handshake)
        if wire[-1] == "1":
            request = b"GET /a HTTP/1.1\\r\\nHost: h\\r\\n\\r\\n"
        else:
            settings = bytes([0, 4, 0, 0, 0, 0] if way == "shutsWindow" else [0, 4, 0x7F, 0xFF, 0xFF, 0xFF])
            block = bytes([0x82, 0x87 if tls else 0x86, 4, 2]) + b"/a" + bytes([1, 1]) + b"h"
            request = b"PRI * HTTP/2.0\\r\\n\\r\\nSM\\r\\n\\r\\n" + bytes([0, 0, 6, 4, 0, 0, 0, 0, 0]) + settings
            request += bytes([0, 0, 4, 8, 0, 0, 0, 0, 0, 0x7F, 0, 0, 0])
            request += bytes([0, 0, len(block), 1, 5, 0, 0, 0, 1]) + block
        if tls: do(lambda: tls.write(request))
        else: raw.sendall(request)

        def finish():
            if tls:
                try: tls.unwrap()
                except ssl.SSLWantReadError: pass
                give()
            raw.shutdown(socket.SHUT_WR)

        if way == "halfCloses":
            finish()
            while True:
                some = read()
                if not some: break
                sys.stdout.buffer.write(some)
        elif way == "closes":
            # What comes before the response is read, so that the end is a FIN.
            if wire[-1] == "2":
                while b"\\0\\0\\0\\4\\1\\0" not in read(): pass
            finish()
        elif way == "neverReads":
            # The end of the connection is behind what is not read: the end of the server is when it takes no other one.
            while True:
                time.sleep(0.02)
                try: socket.create_connection((host, int(port))).close()
                except OSError: break
        else:
            while read(): pass
        raw.close()
        """
}
