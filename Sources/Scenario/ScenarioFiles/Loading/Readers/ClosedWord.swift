import HTTPMessage
import Scenarios
import TextCoding

/// The words that a key takes, and what is said of another one.
protocol ClosedWord: RawRepresentable, CaseIterable where RawValue == String {
    typealias Words = [(word: Self, purpose: String, others: String)]
    /// Why one writes each word, behind it: `to send a 422`. And the words of other tools for it, in lower case, with
    /// spaces between them. Empty if there is only one word.
    static var words: Words { get }
    /// A clause for the end of the message; empty if there is none.
    static var remark: String { get }
    /// What to do in place of writing any of the words, for a text in lower case that asks for something else.
    static func otherAdvice(on text: String) -> String?
}

extension ClosedWord {
    static var words: Words { [] }
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

    var purpose: String { Self.words.first { $0.word == self }?.purpose ?? "" }

    /// The words of other tools.
    static var meant: [String: Self] {
        [String: Self](byWord: words.map { ($0.word, $0.others) })
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
    static let words: Words = [
        (.record, "to send the response all the same", "log warn continue"),
        (.reject, "to send a 422", "refuse fail block error 422"),
    ]
    static var remark: String { "; the failure counts either way" }
}

extension ClockKind: ClosedWord {
    static let words: Words = [
        (.real, "for delays that take their time", "system wall normal machine"),
        (.instant, "to skip all delays", "fast skip immediate none off zero"),
        (.virtual, "for a time that only a test moves", "fake mock manual test frozen simulated stopped"),
    ]
}

extension Scenario.Order: ClosedWord {
    static let words: Words = [
        (.strict, "for steps one after the other", "sequential sequence ordered in_order fixed"),
        (.any, "for steps in any order", "random unordered none free loose lenient parallel"),
    ]
}

extension AfterLastResponse: ClosedWord {
    static let words: Words = [
        (.fail, "to make each further request a failure", "error stop end"),
        (.repeatLast, "to send the last response again", "stay keep"),
        (.cycle, "to begin again with the first", "loop restart rotate round_robin"),
    ]
}

extension AfterLastEvent: ClosedWord {
    static let words: Words = [
        (.close, "to end the response", "end stop finish"),
        (.keepOpen, "to keep it open until the client leaves", "wait hang stay"),
    ]
}

extension BodyFraming: ClosedWord {
    static let words: Words = [
        (.contentLength, "to state the length in Content-Length", "fixed"),
        (.chunked, "to send chunks", "stream streaming"),
        (.close, "to end the body with the connection", "eof identity connection"),
    ]
}

extension BodyEncoding: ClosedWord {
    static let words: Words = [
        (.gzip, "for the gzip format", ""),
        (.deflate, "for the zlib format", ""),
    ]

    static func otherAdvice(on text: String) -> String? {
        if isOff(text) || text == "identity" { return "leave it out for a body as it is" }
        guard ["br", "zstd", "compress"].contains(text) else { return nil }
        return
            "write gzip or deflate; for \(text) write headers: {Content-Encoding: \(text)}, and file: with a file that "
            + "is encoded so"
    }
}

extension DeliveryReader.Ranges: ClosedWord {
    static func otherAdvice(on text: String) -> String? {
        isOff(text) ? "leave it out to send the whole body always" : nil
    }
}

extension HeadHandling: ClosedWord {
    static func otherAdvice(on text: String) -> String? {
        isOff(text) ? "leave it out for stubs for GET that don't take HEAD" : nil
    }
}

extension StreamReset.Phase: ClosedWord {
    static let words: Words = [
        (.responseStart, "to send it before the head", ""),
        (.responseBody, "to send it within the body", ""),
        (.responseEnd, "to send it after the body", ""),
    ]
}

extension Goaway.Phase: ClosedWord {
    static let words: Words = [
        (.responseStart, "to send it before the response", ""),
        (.responseEnd, "to send it after the response", ""),
    ]
}

extension Fault.Phase: ClosedWord {
    static let words: Words = [
        (.requestStart, "for the moment when the request's head has come", "connect connection accept begin"),
        (.requestBody, "within the request's body", "upload"),
        (.responseStart, "before the response", "before head headers"),
        (.responseBody, "within the response's body", "middle mid download"),
        (.responseEnd, "after the response", "after"),
    ]
}

extension ApplicationProtocol: ClosedWord {
    static let words: Words = [
        (.http1, "for HTTP/1.1 and HTTP/1.0", "http http1 http/1 h1 1.1"),
        (.http2, "for HTTP/2", "http2 http/2 http/2.0 2 h2c"),
    ]
    static func otherAdvice(on text: String) -> String? {
        ["https", "tls", "ssl"].contains(text) ? "leave it out; the option --tls turns TLS on" : nil
    }
}

extension ConnectionOption: ClosedWord {
    static let words: Words = [
        (.close, "to close it after the response", "drop end shut"),
        (.keepAlive, "to keep it open", "open persistent reuse"),
    ]
    static func otherAdvice(on text: String) -> String? {
        text == "reset" ? "write fault: reset in its place, or close to close it after the response" : nil
    }
}

extension ClientAssertion.Behavior: ClosedWord {
    static let words: Words = [
        (.answered, "if it takes the response to its end", "stays waits completes complete receives"),
        (.cancels, "if it leaves before the response's end", "leaves aborts disconnects hangs_up closes"),
        (.any, "if it may do either", "either both ignore"),
    ]
}
