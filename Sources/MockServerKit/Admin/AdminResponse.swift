import ExactJSON
import HTTPMessage

/// A response of the admin API, which is always JSON.
struct AdminResponse: Error, Sendable {
    let status: Int
    let body: JSON
    var fields: [(name: String, value: String)] = []

    static func ok(_ body: JSON) -> AdminResponse { AdminResponse(status: 200, body: body) }

    /// The response to a request that can't be fulfilled, with a sentence that says what to do.
    static func refusal(_ status: Int, _ message: String) -> AdminResponse {
        AdminResponse(status: status, body: ["error": .string(message)])
    }

    var head: ResponseHead {
        var all = Fields([("Content-Type", "application/json"), ("Cache-Control", "no-store")])
        for field in fields { all.append(field.name, field.value) }
        return ResponseHead(status: status, fields: all)
    }
}
