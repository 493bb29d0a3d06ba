package import ExactJSON
import HTTPMessage
package import Playback

extension TimelineEntry {
    /// A summary of the request: what it was, where and when it came, which rule took it and the response.
    ///
    /// Times are milliseconds since the run's first request. The target is cut to its first 2,048 bytes.
    package var json: JSON {
        let request: [(String, JSON?)] = [
            ("number", .integer(number)),
            ("method", .string(String(decoding: method, as: UTF8.self))),
            ("target", .string(String(decoding: target, as: UTF8.self))),
        ]
        return .members(request + connection.members + responseMembers + outcomeMembers)
    }

    /// When the request came, and the response.
    var responseMembers: [(String, JSON?)] {
        var status: JSON?
        var fault: JSON?
        switch response {
        case .status(let code): status = .integer(code)
        case .fault(let name): fault = .string(name)
        }
        return [
            ("at", .milliseconds(offset)),
            ("status", status),
            ("fault", fault),
            ("answered", answered.map { .milliseconds(offset + ($0 - arrival)) }),
            ("left", left.map { .milliseconds(offset + ($0 - arrival)) }),
        ]
    }

    /// The rule that took it, that it is a preflight, or the kind of failure.
    var outcomeMembers: [(String, JSON?)] {
        switch outcome {
        case .step, .stub, .stubBeforeStep, .preflight, .refusedPreflight: takerMembers
        case .failed(let kind): isAllowed ? takerMembers : [("failure", .string(kind.rawValue))]
        }
    }

    /// The step or the stub that took it, and the step that should have; or that it is a preflight or allowed, which
    /// none took.
    var takerMembers: [(String, JSON?)] {
        switch outcome {
        case .step(let id): [("step", .string(id))]
        case .stub(let id): [("stub", .string(id))]
        case .stubBeforeStep(let id, let step): [("stub", .string(id)), ("before_step", .string(step))]
        case .failed: isAllowed ? [("allowed", true)] : []
        case .preflight: [("preflight", true)]
        case .refusedPreflight: [("preflight", true), ("refused", true)]
        }
    }
}

extension ConnectionInfo {
    /// The connection, the index of the request on it, and the results of its TLS handshake.
    var members: [(String, JSON?)] {
        [
            ("connection", .integer(index)),
            ("exchange", .integer(exchange)),
            ("stream", stream.map(JSON.integer)),
            ("tls", tls?.json),
        ]
    }
}

extension TLSInfo {
    fileprivate var json: JSON {
        .members([
            ("version", .string(version)),
            ("sni", serverName.map(JSON.string)),
            ("alpn", applicationProtocol.map(JSON.string)),
            ("client_subject", clientSubject.map(JSON.string)),
        ])
    }
}
