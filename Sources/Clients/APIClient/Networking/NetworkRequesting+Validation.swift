import Foundation

extension NetworkRequesting {
    /// Adds the condition that the status is from 200 to 299; another is ``RESTError/status(_:)``.
    @discardableResult
    public func validate() -> Self {
        validate(status: 200...299)
    }

    /// Adds the condition that the status is one of these; another is ``RESTError/status(_:)``.
    @discardableResult
    public func validate(status accepted: some Sequence<Int> & Sendable) -> Self {
        validate { response in
            guard accepted.contains(response.status) else { throw RESTError.status(response) }
        }
    }

    /// Adds the condition that a body has one of these media types; another, or none, is
    /// ``RESTError/invalidData(_:_:)``.
    ///
    /// - Parameter accepted: types without parameters, such as `application/json` or `image/*`; case does not count.
    @discardableResult
    public func validate(contentType accepted: [String]) -> Self {
        validate { response in
            guard !response.body.isEmpty else { return }
            let received = MediaType.essence(of: response.headers["Content-Type"] ?? "none")
            guard accepted.contains(where: { MediaType.matches(received, $0.lowercased()) }) else {
                throw RESTError.invalidData(
                    "the content type is \(received), not \(accepted.joined(separator: " or "))", response)
            }
        }
    }
}

/// Media types (RFC 9110, section 8.3.1).
private enum MediaType {
    /// Type and subtype in lower case, without parameters.
    static func essence(of value: String) -> String {
        value.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
    }

    static func matches(_ essence: String, _ accepted: String) -> Bool {
        essence == accepted || (accepted.hasSuffix("/*") && essence.hasPrefix(accepted.dropLast()))
    }
}
