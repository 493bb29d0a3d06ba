/// A feature of responses that clients support differently.
enum ClientFeature: String, CaseIterable, Sendable {
    case trailers
    case events = "server-sent events"
    case ranges
    case interim = "interim responses"
    case compressed = "compressed bodies"

    /// The argument that names it to the peers.
    var argument: String { "\(self)" }

    /// A scenario that sends such responses, and expects the requests to come by a protocol.
    func scenario(over version: String) -> String {
        """
        mockserver: 1
        name: \(rawValue)
        seed: 7
        defaults: { assert: { protocol: \(version) } }
        \(steps)

        """
    }

    private var steps: String {
        switch self {
        case .trailers:
            """
            steps:
              - request: GET /trailers
                response: { text: hello, trailers: { Checksum: abc, Part: [1, 2] } }
            """
        case .events:
            """
            x-events: &events
              - { event: greeting, id: 7, retry: 2s, data: "one\\ntwo" }
              - { comment: c }
              - { json: { a: 1 } }
            steps:
              - request: GET /closed
                response: { events: *events }
              - request: GET /open
                response: { events: *events, then: keep_open }
            """
        case .ranges:
            """
            x-response: &response { text: "0123456789", headers: { ETag: '"v1"' }, ranges: auto }
            steps:
              - request: { path: /range, headers: { Range: "bytes=2-4", If-Range: { absent: true } } }
                response: *response
              - request: { path: /range, headers: { Range: "bytes=0-1,4-5" } }
                response: *response
              - request: { path: /range, headers: { Range: "bytes=20-" } }
                response: *response
              - request: { path: /range, headers: { Range: "bytes=2-4", If-Range: '"v1"' } }
                response: *response
              - request: { path: /range, headers: { Range: "bytes=2-4", If-Range: '"v0"' } }
                response: *response
            """
        case .interim:
            """
            steps:
              - request: GET /hints
                response: { text: hello, informational: [{ status: 103, headers: { Link: </style.css> } }] }
              - request: POST /upload
                assert: { headers: { Expect: 100-continue } }
                response: { text: "{{request.body}}" }
            """
        case .compressed:
            """
            order: any
            steps:
              - request: GET /gzip
                times: { at_least: 1 }
                response: { text: hello, encoding: gzip }
              - request: GET /deflate
                times: { at_least: 1 }
                response: { text: hello, encoding: deflate }
            """
        }
    }

    /// What a client prints that reads everything of it.
    var everything: String {
        switch self {
        case .trailers:
            """
            200 hello
            checksum: abc
            part: 1
            part: 2

            """
        case .events:
            """
            event: greeting
            id: 7
            retry: 2000
            data: one
            data: two

            : c

            data: {"a":1}

            ended
            event: greeting
            id: 7
            retry: 2000
            data: one
            data: two

            : c

            data: {"a":1}
            left

            """
        case .ranges:
            """
            206 bytes 2-4/10 234
            206 multipart/byteranges
            --B
            Content-Type: text/plain; charset=utf-8
            Content-Range: bytes 0-1/10

            01
            --B
            Content-Type: text/plain; charset=utf-8
            Content-Range: bytes 4-5/10

            45
            --B--
            416 bytes */10
            206 bytes 2-4/10 234
            200 0123456789

            """
        case .interim:
            """
            103 link: </style.css>
            200 hello
            100
            200 hello

            """
        case .compressed:
            """
            gzip decoded: hello
            deflate decoded: hello

            """
        }
    }
}
