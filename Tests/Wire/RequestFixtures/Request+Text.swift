package import HTTPMessage

extension Request {
    /// A request with the line `GET /path?query` and fields like `Name: value`.
    package init(
        _ line: String = "GET /x", _ fields: [String] = [], body: String = "", version: HTTPVersion = .http11,
        connection: ConnectionInfo = ConnectionInfo(index: 1, exchange: 1)
    ) {
        self.init(line, fields, bytes: Array(body.utf8), version: version, connection: connection)
    }

    package init(
        _ line: String, _ fields: [String] = [], bytes: [UInt8], version: HTTPVersion = .http11,
        connection: ConnectionInfo = ConnectionInfo(index: 1, exchange: 1)
    ) {
        let parts = line.split(separator: " ", maxSplits: 1)
        let target = Array(parts[1].utf8)[...]
        let path = target.prefix { $0 != UInt8(ascii: "?") }
        let pairs = fields.map { field in
            let name = field.prefix { $0 != ":" }
            let value = field.dropFirst(name.count + 1).drop { $0 == " " }
            return (String(name), String(value))
        }
        let host = pairs.first { $0.0.lowercased() == "host" }?.1 ?? "localhost"
        self.init(
            head: RequestHead(
                method: Array(parts[0].utf8)[...], target: target, authority: Array(host.utf8)[...], path: path,
                query: path.endIndex == target.endIndex ? nil : target[(path.endIndex + 1)...], version: version,
                fields: Fields(pairs), raw: nil),
            body: bytes, connection: connection)
    }
}
