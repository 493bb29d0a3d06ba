import Foundation

/// A part of a request that is not as expected.
///
///     for difference in received.differences(from: expected) { print(difference) }
///     // query page: expected 2, received 1
public struct RequestDifference: Sendable, Hashable, CustomStringConvertible {
    /// The part: `domain`, `method`, `path`, `query page`, `header Accept`, `content type` or `body`; of a body whose parameters are
    /// compared, `form user` or `body $.items[0].name`.
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
    /// How this request differs from the expected one, in the order domain, method, path, query, headers and body; empty if they
    /// are equal. Values of one query name are compared as a list.
    public func differences(from expected: APIRequest) -> [RequestDifference] {
        var found: [RequestDifference] = []
        func compare(_ part: String, _ left: String?, _ right: String?) {
            if left != right { found.append(RequestDifference(part: part, expected: left, received: right)) }
        }
        compare("domain", expected.domain, domain)
        compare("method", expected.method.rawValue, method.rawValue)
        compare("path", expected.path.description, path.description)
        let items = query.differences(from: expected.query, in: "query")
        found += items
        // Another order, or a value in place of none.
        if items.isEmpty { compare("query", expected.queryText, queryText) }
        for name in expected.headers.names(and: headers) {
            compare("header \(name)", expected.headers[name], headers[name])
        }
        compare("content type", expected.body?.contentType, body?.contentType)
        if expected.body?.bytes != body?.bytes {
            found.append(RequestDifference(part: "body", expected: expected.body?.text, received: body?.text))
        }
        return found
    }

    private var queryText: String { query.map(\.percentEncoded).joined(separator: "&") }
}

extension [URLQueryItem] {
    /// How these items differ from the expected ones, by name. Values of one name are compared as a list.
    func differences(from expected: [URLQueryItem], in part: String) -> [RequestDifference] {
        let (wanted, values) = (expected.valuesByName, valuesByName)
        return Set(wanted.keys).union(values.keys).sorted().filter { wanted[$0] != values[$0] }.map { name in
            RequestDifference(part: "\(part) \(name)", expected: wanted[name], received: values[name])
        }
    }

    /// The values of each name; several are in brackets.
    private var valuesByName: [String: String] {
        Dictionary(grouping: self, by: \.name).mapValues { items in
            let values = items.map { $0.value ?? "(no value)" }
            return values.count == 1 ? values[0] : "[\(values.joined(separator: ", "))]"
        }
    }
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
