import ExactJSON
import HTTPMessage

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

    var head: ResponseHead {
        var all = Fields([("Content-Type", other?.type ?? "application/json"), ("Cache-Control", "no-store")])
        for field in fields { all.append(field.name, field.value) }
        return ResponseHead(status: status, fields: all)
    }
}
