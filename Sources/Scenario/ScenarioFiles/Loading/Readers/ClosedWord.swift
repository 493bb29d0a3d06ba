import HTTPMessage
import Scenarios

/// The words that a key takes, and what is said of another one.
protocol ClosedWord: RawRepresentable, CaseIterable where RawValue == String {
    /// Why one writes this word, behind it: `to send a 422`. Empty if it is the only one.
    var purpose: String { get }
    /// The words of other tools, in lower case, for this one.
    static var meant: [String: Self] { get }
    /// A clause for the end of the message; empty if there is none.
    static var remark: String { get }
    /// What to do in place of writing any of the words, for a text in lower case that asks for something else.
    static func otherAdvice(on text: String) -> String?
}

extension ClosedWord {
    static var meant: [String: Self] { [:] }
    static var remark: String { "" }
    static func otherAdvice(on text: String) -> String? { nil }

    /// What to write in place of a text, as the end of a message.
    static func advice(on text: String) -> String {
        let lower = text.lowercased()
        if let advice = otherAdvice(on: lower) { return ": \(advice)" }
        if let word = meant[lower] { return ": write \(word.withPurpose)\(remark)" }
        let known = allCases.map(\.rawValue)
        let hint = known.count == 1 ? Nearest.hint(for: text, among: known) : Nearest.wordHint(for: text, among: known)
        return hint.isEmpty ? ": write \(allCases.map(\.withPurpose).listed)\(remark)" : hint
    }

    private var withPurpose: String { purpose.isEmpty ? rawValue : "\(rawValue) \(purpose)" }

    /// Whether a text turns something off.
    static func isOff(_ text: String) -> Bool { ["none", "no", "off", "false", "never", "disabled"].contains(text) }
}

extension [String] {
    /// `a, or b`, `a, b, or c`
    fileprivate var listed: String {
        count > 1 ? "\(dropLast().joined(separator: ", ")), or \(self[count - 1])" : joined()
    }
}

extension AssertFailureAction: ClosedWord {
    var purpose: String {
        switch self {
        case .record: "to send the response all the same"
        case .reject: "to send a 422"
        }
    }
    static let meant: [String: AssertFailureAction] = [
        "refuse": .reject, "fail": .reject, "block": .reject, "error": .reject, "422": .reject, "log": .record,
        "warn": .record, "continue": .record,
    ]
    static var remark: String { "; the failure counts either way" }
}

extension ClockKind: ClosedWord {
    var purpose: String {
        switch self {
        case .real: "for delays that take their time"
        case .instant: "to skip all delays"
        case .virtual: "for a time that only a test moves"
        }
    }
    static let meant: [String: ClockKind] = [
        "fast": .instant, "skip": .instant, "immediate": .instant, "none": .instant, "off": .instant, "zero": .instant,
        "fake": .virtual, "mock": .virtual, "manual": .virtual, "test": .virtual, "frozen": .virtual,
        "simulated": .virtual, "stopped": .virtual, "system": .real, "wall": .real, "normal": .real, "machine": .real,
    ]
}

extension Scenario.Order: ClosedWord {
    var purpose: String {
        switch self {
        case .strict: "for steps one after the other"
        case .any: "for steps in any order"
        }
    }
    static let meant: [String: Scenario.Order] = [
        "sequential": .strict, "sequence": .strict, "ordered": .strict, "in_order": .strict, "fixed": .strict,
        "random": .any, "unordered": .any, "none": .any, "free": .any, "loose": .any, "lenient": .any, "parallel": .any,
    ]
}

extension AfterLastResponse: ClosedWord {
    var purpose: String {
        switch self {
        case .fail: "to make each further request a failure"
        case .repeatLast: "to send the last response again"
        case .cycle: "to begin again with the first"
        }
    }
    static let meant: [String: AfterLastResponse] = [
        "loop": .cycle, "restart": .cycle, "rotate": .cycle, "round_robin": .cycle, "stay": .repeatLast,
        "keep": .repeatLast, "error": .fail, "stop": .fail, "end": .fail,
    ]
}

extension AfterLastEvent: ClosedWord {
    var purpose: String {
        switch self {
        case .close: "to end the response"
        case .keepOpen: "to keep it open until the client leaves"
        }
    }
    static let meant: [String: AfterLastEvent] = [
        "end": .close, "stop": .close, "finish": .close, "wait": .keepOpen, "hang": .keepOpen, "stay": .keepOpen,
    ]
}

extension BodyFraming: ClosedWord {
    var purpose: String {
        switch self {
        case .contentLength: "to state the length in Content-Length"
        case .chunked: "to send chunks"
        case .close: "to end the body with the connection"
        }
    }
    static let meant: [String: BodyFraming] = [
        "fixed": .contentLength, "stream": .chunked, "streaming": .chunked, "eof": .close, "identity": .close,
        "connection": .close,
    ]
}

extension BodyEncoding: ClosedWord {
    var purpose: String {
        switch self {
        case .gzip: "for the gzip format"
        case .deflate: "for the zlib format"
        }
    }

    static func otherAdvice(on text: String) -> String? {
        if isOff(text) || text == "identity" { return "leave it out for a body as it is" }
        guard ["br", "zstd", "compress"].contains(text) else { return nil }
        return
            "write gzip or deflate; for \(text) write headers: {Content-Encoding: \(text)}, and file: with a file that "
            + "is encoded so"
    }
}

extension DeliveryReader.Ranges: ClosedWord {
    var purpose: String { "" }
    static func otherAdvice(on text: String) -> String? {
        isOff(text) ? "leave it out to send the whole body always" : nil
    }
}

extension HeadHandling: ClosedWord {
    var purpose: String { "" }
    static func otherAdvice(on text: String) -> String? {
        isOff(text) ? "leave it out for stubs for GET that don't take HEAD" : nil
    }
}

extension StreamReset.Phase: ClosedWord {
    var purpose: String {
        switch self {
        case .responseStart: "to send it before the head"
        case .responseBody: "to send it within the body"
        case .responseEnd: "to send it after the body"
        }
    }
}

extension Goaway.Phase: ClosedWord {
    var purpose: String {
        switch self {
        case .responseStart: "to send it before the response"
        case .responseEnd: "to send it after the response"
        }
    }
}

extension Fault.Phase: ClosedWord {
    var purpose: String {
        switch self {
        case .requestStart: "for the moment when the request's head has come"
        case .requestBody: "within the request's body"
        case .responseStart: "before the response"
        case .responseBody: "within the response's body"
        case .responseEnd: "after the response"
        }
    }
    static let meant: [String: Fault.Phase] = [
        "connect": .requestStart, "connection": .requestStart, "accept": .requestStart, "begin": .requestStart,
        "upload": .requestBody, "before": .responseStart, "head": .responseStart, "headers": .responseStart,
        "middle": .responseBody, "mid": .responseBody, "download": .responseBody, "after": .responseEnd,
    ]
}

extension ApplicationProtocol: ClosedWord {
    var purpose: String {
        switch self {
        case .http1: "for HTTP/1.1 and HTTP/1.0"
        case .http2: "for HTTP/2"
        }
    }
    static let meant: [String: ApplicationProtocol] = [
        "http2": .http2, "http/2": .http2, "http/2.0": .http2, "2": .http2, "h2c": .http2, "http": .http1,
        "http1": .http1, "http/1": .http1, "h1": .http1, "1.1": .http1,
    ]
    static func otherAdvice(on text: String) -> String? {
        ["https", "tls", "ssl"].contains(text) ? "leave it out; the option --tls turns TLS on" : nil
    }
}

extension ConnectionOption: ClosedWord {
    var purpose: String {
        switch self {
        case .close: "to close it after the response"
        case .keepAlive: "to keep it open"
        }
    }
    static let meant: [String: ConnectionOption] = [
        "drop": .close, "end": .close, "shut": .close, "open": .keepAlive, "persistent": .keepAlive,
        "reuse": .keepAlive,
    ]
    static func otherAdvice(on text: String) -> String? {
        text == "reset" ? "write fault: reset in its place, or close to close it after the response" : nil
    }
}

extension ClientAssertion.Behavior: ClosedWord {
    var purpose: String {
        switch self {
        case .answered: "if it takes the response to its end"
        case .cancels: "if it leaves before the response's end"
        case .any: "if it may do either"
        }
    }
    static let meant: [String: ClientAssertion.Behavior] = [
        "stays": .answered, "waits": .answered, "completes": .answered, "complete": .answered, "receives": .answered,
        "leaves": .cancels, "aborts": .cancels, "disconnects": .cancels, "hangs_up": .cancels, "closes": .cancels,
        "either": .any, "both": .any, "ignore": .any,
    ]
}
