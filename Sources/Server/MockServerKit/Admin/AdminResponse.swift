import ExactJSON
import HTTPMessage
import ReportValues

/// Takes the response to a request of the admin API.
typealias AdminReply = @Sendable (AdminResponse) -> Void

/// A response of the admin API: JSON, but for reports and metrics.
struct AdminResponse: Error, Sendable {
    let status: Int
    let body: JSON
    var fields: [(name: String, value: String)] = []
    /// What is sent instead of the JSON.
    var other: (type: String, bytes: [UInt8])?
    /// Why it refuses its request: the status, the sentence, and the first error of a scenario; nil if it does not.
    private(set) var reason: String?

    /// A response in another format.
    static func ok(_ bytes: [UInt8], as type: String) -> AdminResponse {
        AdminResponse(status: 200, body: .null, other: (type, bytes))
    }

    /// The bytes that are sent.
    var bytes: [UInt8] { other?.bytes ?? body.bytes() + [0x0A] }

    static func ok(_ body: JSON) -> AdminResponse { AdminResponse(status: 200, body: body) }

    /// The response to a request that can't be fulfilled, with a sentence that says what to do.
    static func refusal(_ status: Int, _ message: String, _ diagnostics: [Diagnostic]? = nil) -> AdminResponse {
        var response = AdminResponse(
            status: status,
            body: ReportMember.Refusal.object([
                (.error, .string(message)), (.diagnostics, diagnostics.map(AdminAPI.list)),
            ]))
        let first = diagnostics?.first { $0.severity == .error }
        let remark = first.map { " The first error: \($0.position): \($0.message)" }
        response.reason = "\(status): \(message)\(remark ?? "")"
        return response
    }

    var head: ResponseHead {
        var all = Fields([("Content-Type", other?.type ?? "application/json"), ("Cache-Control", "no-store")])
        for field in fields { all.append(field.name, field.value) }
        return ResponseHead(status: status, fields: all)
    }
}
