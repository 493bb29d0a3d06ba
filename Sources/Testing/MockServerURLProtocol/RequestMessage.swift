import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A `URLRequest` as the bytes that `URLSession` would send over HTTP/1.1, with the fields that it adds.
///
/// The request comes to the script as those bytes do, by the server's own parser. So the script sees the same by socket
/// and without.
struct RequestMessage {
    /// Fields in order, each name once, case aside.
    private struct FieldList {
        private(set) var lines: [(name: String, value: String)] = []

        func contains(_ name: String) -> Bool { lines.contains { $0.name.lowercased() == name.lowercased() } }

        /// Adds a field unless there is one of that name.
        mutating func add(_ name: String, _ value: String) {
            if !contains(name) { lines.append((name, value)) }
        }

        /// Adds a field in place of any other of that name.
        mutating func replace(_ name: String, _ value: String?) {
            lines.removeAll { $0.name.lowercased() == name.lowercased() }
            if let value { lines.append((name, value)) }
        }
    }

    private let fields: FieldList
    private let start: String
    private let body: Data
    private let isChunked: Bool

    /// - Parameters:
    ///   - body: nil if the request has none.
    ///   - isStreamed: whether the body comes from a stream, whose length is not known before.
    init(_ request: URLRequest, body: Data?, isStreamed: Bool, _ configuration: URLSessionConfiguration) {
        let method = request.httpMethod ?? "GET"
        let url = request.url.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: true) }
        var target = Self.path(url?.percentEncodedPath ?? "")
        if let query = url?.percentEncodedQuery { target += "?" + query }
        start = "\(method) \(target) HTTP/1.1\r\n"
        self.body = body ?? Data()

        var fields = FieldList()
        for (name, value) in request.allHTTPHeaderFields ?? [:] { fields.add(name, value) }
        for case (let name as String, let value as String) in configuration.httpAdditionalHeaders ?? [:] {
            fields.add(name, value)
        }
        let port = url?.port.map { ":\($0)" } ?? ""
        fields.add("Host", (url?.percentEncodedHost ?? "") + port)
        fields.add("Accept", "*/*")
        // What `ReceivedBody` decodes.
        fields.add("Accept-Encoding", "deflate, gzip")
        fields.add("Connection", "keep-alive")
        fields.add("User-Agent", Self.userAgent)
        if let language = Locale.current.language.languageCode?.identifier { fields.add("Accept-Language", language) }
        if method == "POST", body?.isEmpty == false || isStreamed {
            fields.add("Content-Type", "application/x-www-form-urlencoded")
        }
        #if canImport(FoundationNetworking)
        isChunked = isStreamed && !fields.contains("Content-Length")
        #else
        // There a body is always a stream.
        isChunked = false
        #endif
        fields.replace("Transfer-Encoding", isChunked ? "chunked" : nil)
        let hasLength = body != nil || method != "GET" && method != "HEAD"
        fields.replace("Content-Length", !isChunked && hasLength ? String(self.body.count) : nil)
        self.fields = fields
    }

    /// The path of a request target. libcurl leaves out dot segments (RFC 3986, section 5.2.4).
    private static func path(_ path: String) -> String {
        guard path.hasPrefix("/") else { return "/" + path }
        #if canImport(FoundationNetworking)
        guard path.contains("/.") else { return path }
        var kept: [Substring] = []
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        for (index, segment) in segments.enumerated() {
            switch segment {
            case ".": break
            case "..": _ = kept.popLast()
            default: kept.append(segment)
            }
            if index == segments.count - 1, segment == "." || segment == ".." { kept.append("") }
        }
        return "/" + kept.joined(separator: "/")
        #else
        return path
        #endif
    }

    private static let userAgent = "\(ProcessInfo.processInfo.processName) (unknown version) MockServerURLProtocol"

    /// The number of bytes in the body.
    var bodySize: Int { body.count }

    /// The whole message.
    var bytes: [UInt8] {
        var bytes = Array(start.utf8)
        for (name, value) in fields.lines { bytes += "\(name): \(value)\r\n".utf8 }
        bytes += "\r\n".utf8
        guard isChunked else { return bytes + body }
        if !body.isEmpty { bytes += Array("\(String(body.count, radix: 16))\r\n".utf8) + body + Array("\r\n".utf8) }
        return bytes + Array("0\r\n\r\n".utf8)
    }
}

extension InputStream {
    /// The bytes that are left to be read. Blocks until the stream ends.
    ///
    /// - Parameter limit: after more bytes than that, no more are read.
    /// - Throws: the stream's error.
    func readToEnd(limit: Int) throws -> Data {
        open()
        defer { close() }
        var data = Data()
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while data.count <= limit {
            let count = buffer.withUnsafeMutableBufferPointer { buffer in
                buffer.baseAddress.map { read($0, maxLength: buffer.count) } ?? 0
            }
            if count < 0 { throw streamError ?? URLError(.requestBodyStreamExhausted) }
            if count == 0 { break }
            data.append(contentsOf: buffer[..<count])
        }
        return data
    }
}
