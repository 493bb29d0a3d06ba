package import ExactJSON
package import MockRuntime

extension UnfinishedRequest {
    /// The connection, and what there was of the request: a sentence in `text`.
    package var json: JSON {
        .members(
            [("method", method.map(JSON.string)), ("target", target.map(JSON.string))] + connection.members
                + [("text", .string(text))])
    }
}
