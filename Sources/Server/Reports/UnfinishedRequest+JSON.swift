package import ExactJSON
package import MockRuntime
import ReportValues

extension UnfinishedRequest {
    /// The connection and the received part of the request, with a sentence in `text`.
    package var json: JSON {
        ReportMember.Exchange.object(
            [(.method, method.map(JSON.string)), (.target, target.map(JSON.string))] + connection.members
                + [(.text, .string(text))])
    }
}
