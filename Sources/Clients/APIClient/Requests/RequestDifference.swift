import Foundation

/// A part of a request that is not as expected.
///
///     for difference in received.differences(from: expected) { print(difference) }
///     // query page: expected 2, received 1
public struct RequestDifference: Sendable, Hashable, CustomStringConvertible {
    /// The part: `method`, `path`, `query page`, `header Accept`, `content type` or `body`.
    public let part: String
    /// What was expected; `nil` if the part should not be there.
    public let expected: String?
    /// What was received; `nil` if the part is not there.
    public let received: String?

    /// A sentence for a test's failure.
    public var description: String {
        "\(part): expected \(expected ?? "none"), received \(received ?? "none")"
    }
}

extension APIRequest {
    /// How this request differs from the expected one, in the order method, path, query, headers and body; empty if they
    /// are equal. Values of one query name are compared as a list.
    public func differences(from expected: APIRequest) -> [RequestDifference] {
        var found: [RequestDifference] = []
        func compare(_ part: String, _ left: String?, _ right: String?) {
            if left != right { found.append(RequestDifference(part: part, expected: left, received: right)) }
        }
        compare("method", expected.method.rawValue, method.rawValue)
        compare("path", expected.path.description, path.description)
        let (queries, otherQueries) = (expected.queryValues, queryValues)
        for name in Set(queries.keys).union(otherQueries.keys).sorted() {
            compare("query \(name)", queries[name], otherQueries[name])
        }
        // Another order, or a value in place of none.
        if queries == otherQueries { compare("query", expected.queryText, queryText) }
        for name in expected.headers.names(and: headers) {
            compare("header \(name)", expected.headers[name], headers[name])
        }
        compare("content type", expected.body?.contentType, body?.contentType)
        if expected.body?.bytes != body?.bytes {
            found.append(RequestDifference(part: "body", expected: expected.body?.text, received: body?.text))
        }
        return found
    }

    /// The values of each name; several are in brackets.
    private var queryValues: [String: String] {
        Dictionary(grouping: query, by: \.name).mapValues { items in
            let values = items.map { $0.value ?? "(no value)" }
            return values.count == 1 ? values[0] : "[\(values.joined(separator: ", "))]"
        }
    }

    private var queryText: String { query.map(\.percentEncoded).joined(separator: "&") }
}

extension HTTPHeaders {
    /// The names of both, sorted, as these headers write them.
    fileprivate func names(and others: HTTPHeaders) -> [String] {
        replaced(by: others).fields.map(\.name)
    }
}

extension RequestBody {
    /// The bytes as text, or their number if they are not text.
    fileprivate var text: String { String(bytes: bytes, encoding: .utf8) ?? "\(bytes.count) bytes that are not text" }
}
