public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Modifiers that chain; each returns a changed copy.
///
///     request.acceptingJSON().addingBearerAuthorization(token: token).timingOut(after: 5)
extension URLRequest {
    /// With `Authorization: Bearer <token>` (RFC 6750, section 2.1), which replaces other credentials.
    public func addingBearerAuthorization(token: String) -> URLRequest {
        settingHeader("Authorization", to: "Bearer \(token)")
    }

    /// With `Accept: application/json`.
    public func acceptingJSON() -> URLRequest {
        settingHeader("Accept", to: "application/json")
    }

    /// With `Content-Type: application/json`.
    public func sendingJSON() -> URLRequest {
        settingHeader("Content-Type", to: "application/json")
    }

    /// With `body` as its body; the content type is not changed.
    public func sending(_ body: Data) -> URLRequest {
        changed { $0.httpBody = body }
    }

    /// With this value as the only one of the header.
    public func settingHeader(_ name: String, to value: String) -> URLRequest {
        changed { $0.setValue(value, forHTTPHeaderField: name) }
    }

    /// With this value after the header's others, joined by a comma (RFC 9110, section 5.3).
    public func addingHeader(_ name: String, value: String) -> URLRequest {
        changed { $0.addValue(value, forHTTPHeaderField: name) }
    }

    /// Without the header.
    public func removingHeader(_ name: String) -> URLRequest {
        changed { $0.setValue(nil, forHTTPHeaderField: name) }
    }

    /// With an `Idempotency-Key`, by which the server knows the attempts of one request, so that it may be retried though
    /// its method is not idempotent. A key is for one request; without an argument it is a new UUID.
    public func addingIdempotencyKey(_ key: String = UUID().uuidString.lowercased()) -> URLRequest {
        settingHeader("Idempotency-Key", to: key)
    }

    /// With a limit, in seconds, on the time in which nothing arrives. On Linux, `URLSession` uses only the limit of
    /// its configuration, which a client made without a session takes from its own `timeout`.
    public func timingOut(after seconds: TimeInterval) -> URLRequest {
        changed { $0.timeoutInterval = seconds }
    }

    /// The method, if it is one that this module knows.
    var method: HTTPMethod? { httpMethod.flatMap(HTTPMethod.init) }

    private func changed(_ change: (inout URLRequest) -> Void) -> URLRequest {
        var copy = self
        change(&copy)
        return copy
    }
}
