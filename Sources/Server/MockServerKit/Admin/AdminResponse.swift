import ExactJSON
import HTTPMessage

/// Takes the response to a request of the admin API.
typealias AdminReply = @Sendable (AdminResponse) -> Void

/// A response of the admin API: JSON, but for reports and metrics.
struct AdminResponse: Error, Sendable {
    let status: Int
    let body: JSON
    var fields: [(name: String, value: String)] = []
    /// What is sent instead of the JSON.
    var other: (type: String, bytes: [UInt8])?

    /// A response in another format.
    static func ok(_ bytes: [UInt8], as type: String) -> AdminResponse {
        AdminResponse(status: 200, body: .null, other: (type, bytes))
    }

    /// The bytes that are sent.
    var bytes: [UInt8] { other?.bytes ?? body.bytes() + [0x0A] }

    static func ok(_ body: JSON) -> AdminResponse { AdminResponse(status: 200, body: body) }

    /// The response to a request that can't be fulfilled, with a sentence that says what to do.
    static func refusal(_ status: Int, _ message: String) -> AdminResponse {
        AdminResponse(status: status, body: ["error": .string(message)])
    }

    /// Why it refuses its request: the status, the sentence, and the first error of a scenario; nil if it does not.
    var reason: String? {
        guard case .string(let message)? = body["error"] else { return nil }
        var reason = "\(status): \(message)"
        guard case .array(let errors)? = body["diagnostics"] else { return reason }
        let first = errors.first { $0["severity"] == .string(Diagnostic.Severity.error.rawValue) }
        if case .string(let path)? = first?["path"], case .number(let line)? = first?["line"],
            case .number(let column)? = first?["column"], case .string(let text)? = first?["message"]
        {
            reason += " The first error: \(path):\(line):\(column): \(text)"
        }
        return reason
    }

    var head: ResponseHead {
        var all = Fields([("Content-Type", other?.type ?? "application/json"), ("Cache-Control", "no-store")])
        for field in fields { all.append(field.name, field.value) }
        return ResponseHead(status: status, fields: all)
    }
}
