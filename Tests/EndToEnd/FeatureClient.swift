/// A client, and what it reads of each feature of responses.
struct FeatureClient: Sendable {
    /// What it reads of a feature.
    struct Cell: Sendable {
        /// The cell of the guide's table: how the client reads it, or the reason why it can't.
        let text: String
        /// What it prints; nil if it doesn't survive such a response.
        let output: String?
    }

    /// The heading of its column in the guide.
    let name: String
    /// The program in the folder of the peers with its arguments for each protocol. The feature's name follows. Empty if
    /// the tests' own process is the client.
    let programs: [(version: String, command: String)]
    let cells: [ClientFeature: Cell]

    static let curl = FeatureClient(
        name: "curl",
        programs: [
            ("http/1.1", "sh curl_features.sh --http1.1"), ("h2", "sh curl_features.sh --http2-prior-knowledge"),
        ],
        cells: [
            .trailers: Cell(text: "yes, with `-D`", output: ClientFeature.trailers.everything),
            .events: Cell(text: "lines as they come, with `--no-buffer`", output: ClientFeature.events.everything),
            .ranges: Cell(text: "yes, with `-r`; several as they are sent", output: ClientFeature.ranges.everything),
            .interim: Cell(text: "yes, with `-D`", output: ClientFeature.interim.everything),
            .compressed: Cell(
                text: "with `--compressed`, else as they are sent",
                output: """
                    gzip as sent: 1f8b
                    gzip decoded: hello
                    deflate as sent: 789c
                    deflate decoded: hello

                    """),
        ])

    static let httpx = FeatureClient(
        name: "httpx",
        programs: [
            ("http/1.1", "/usr/bin/python3 httpx_features.py http1"),
            ("h2", "/usr/bin/python3 httpx_features.py http2"),
        ],
        cells: [
            .trailers: Cell(text: "no: it drops them", output: "200 hello\n"),
            .events: Cell(text: "lines as they come: `iter_lines()`", output: ClientFeature.events.everything),
            .ranges: Cell(text: "yes; several as they are sent", output: ClientFeature.ranges.everything),
            .interim: Cell(text: "no: it skips them, 100 too", output: "200 hello\n200 hello\n"),
            .compressed: Cell(text: "yes", output: ClientFeature.compressed.everything),
        ])

    static let node = FeatureClient(
        name: "node:http",
        programs: [("http/1.1", "node node_features.js")],
        cells: [
            .trailers: Cell(text: "yes: `rawTrailers`", output: ClientFeature.trailers.everything),
            .events: Cell(text: "pieces as they come: `data`", output: ClientFeature.events.everything),
            .ranges: Cell(text: "yes; several as they are sent", output: ClientFeature.ranges.everything),
            .interim: Cell(text: "yes: `information`, `continue`", output: ClientFeature.interim.everything),
            .compressed: Cell(
                text: "as they are sent; `node:zlib` decodes them",
                output: """
                    gzip as sent: 1f8b
                    gzip decoded: hello
                    deflate as sent: 789c
                    deflate decoded: hello

                    """),
        ])

    static let urlSession = FeatureClient(
        name: "URLSession on Linux",
        programs: [],
        cells: [
            .trailers: Cell(text: "no: they end the process by a fatal error", output: nil),
            .events: Cell(text: "pieces as they come: `didReceive data`", output: ClientFeature.events.everything),
            .ranges: Cell(text: "yes; several as they are sent", output: ClientFeature.ranges.everything),
            .interim: Cell(
                text: "yes: `didReceive response` for each, the final one last",
                output: ClientFeature.interim.everything),
            .compressed: Cell(text: "yes", output: ClientFeature.compressed.everything),
        ])

    static let all = [curl, httpx, node, urlSession]
}
