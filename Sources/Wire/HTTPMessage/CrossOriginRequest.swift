import Bytes

/// The parts of a request that the CORS protocol reads (Fetch standard, section "CORS protocol").
package struct CrossOriginRequest: Hashable, Sendable {
    /// A question that a browser asks before it sends another request: whether it may.
    package struct Preflight: Hashable, Sendable {
        /// The method of the other request.
        package let method: String
        /// The names of its header fields for which a browser asks.
        package let headers: [String]
        /// Whether a page from a public address would reach a private one by it (Private Network Access).
        package let asksForPrivateNetwork: Bool
    }

    /// The origin of the page that sends the request; nil if the request has none, or if no browser can have sent it.
    package let origin: String?
    /// nil if this is not a CORS-preflight request.
    package let preflight: Preflight?

    package init(_ head: borrowing RequestHead) {
        let fields = head.fields
        origin = fields.only("Origin").flatMap { value in
            // A serialized origin is visible ASCII, so a response can repeat it as it is.
            value.allSatisfy { $0 > 0x20 && $0 < 0x7F } ? String(decoding: value, as: UTF8.self) : nil
        }
        guard origin != nil, head.hasMethod("OPTIONS"), let method = fields.only("Access-Control-Request-Method"),
            method.isToken
        else {
            preflight = nil
            return
        }
        let names = fields.values(named: "Access-Control-Request-Headers").flatMap { $0.split(separator: .comma) }
            .map(\.trimmingOptionalWhitespace).filter(\.isToken)
        preflight = Preflight(
            method: String(decoding: method, as: UTF8.self),
            headers: names.map { String(decoding: $0, as: UTF8.self) },
            asksForPrivateNetwork: fields.only("Access-Control-Request-Private-Network")?.elementsEqual("true".utf8)
                ?? false)
    }
}

extension Fields {
    /// The value of the only line named `name`, case aside; nil if it is empty or there are several lines.
    fileprivate func only(_ name: String) -> ArraySlice<UInt8>? {
        let values = values(named: name)
        return values.count == 1 && !values[0].isEmpty ? values[0] : nil
    }
}
