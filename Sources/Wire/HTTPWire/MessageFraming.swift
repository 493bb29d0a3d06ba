import Bytes
import HTTPMessage

/// The fields of a head that determine how to read its message and what follows it: the host, the end of the body, the
/// expectation, the options of the connection.
///
/// RFC 9112, section 6.3, with the strict option in each case: two equal Content-Length fields or a list of equal
/// lengths, which RFC 9110, section 8.6, allows a recipient to repair, are rejected. So is a message with both
/// Content-Length and Transfer-Encoding: recipients that disagree on which one counts see different messages in the same
/// bytes, which is how requests are smuggled and responses split.
struct MessageFraming: Sendable {
    /// How the end of a request's body is found.
    enum Body: Hashable, Sendable {
        case length(Int)
        case chunked
    }

    /// The index of the Host line.
    private(set) var host: Int?
    private(set) var body = Body.length(0)
    /// The known options of the `Connection` lines.
    private(set) var connectionOptions: ConnectionOptions = []
    /// Whether the client waits for `100 Continue` before it sends the body.
    private(set) var expectsContinue = false
    /// The parse error of a body whose stated length exceeds the limit. The head is read all the same: a request that
    /// is decided at its head may have a body of any size, which is thrown away.
    private(set) var bodyTooLarge: ParseError?

    // The index of the first line of each, and of a second length.
    private var length: Int?
    private var secondLength: Int?
    private var coding: Int?
    private var expectation: Int?

    /// Reads the fields at `lines` of a head; the first is line 2. Offsets of errors count from the head's first byte.
    ///
    /// - Parameter validHost: a `Host` known to be valid, of an earlier request.
    init(
        _ lines: [Fields.Line], in bytes: UnsafeBufferPointer<UInt8>, version: HTTPVersion, isConnect: Bool,
        validHost: [UInt8] = [], bodyLimit: Int
    ) throws(ParseError) {
        let fields = FramingFields(bytes: bytes, lines: lines)
        try sort(fields, of: .request)
        try checkHost(fields, version: version, valid: validHost)
        try checkBody(fields, of: .request, version: version)
        if isConnect, body != .length(0), let line = length ?? coding { throw fields.locate(.connectBody, line) }
        try checkExpectation(fields, version: version)
        if case .length(let size) = body, size > bodyLimit, let length {
            bodyTooLarge = fields.locate(.bodyTooLarge(bodyLimit, size: size < .max ? size : nil), length)
        }
    }

    /// Reads the fields at `lines` of a response's head, in which Host and Expect have no meaning.
    ///
    /// The fields are checked in each response, even where they don't frame (RFC 9112, section 6.3, item 1): a recipient
    /// that the head is passed on to should not have to know the request.
    init(
        ofResponse lines: [Fields.Line], in bytes: UnsafeBufferPointer<UInt8>, version: HTTPVersion
    ) throws(ParseError) {
        let fields = FramingFields(bytes: bytes, lines: lines)
        try sort(fields, of: .response)
        try checkBody(fields, of: .response, version: version)
        if body == .length(.max), let length {
            throw fields.locate(.lengthTooLarge(fields.value(at: length).copy), length)
        }
    }

    /// Whether a field says where the body ends.
    var statesEnd: Bool { length != nil || coding != nil }

    /// Whether the sender lets the connection persist: HTTP/1.1 unless it lists `close`; HTTP/1.0 only if it lists
    /// `keep-alive` and not `close` (RFC 9112, section 9.3).
    func persists(in version: HTTPVersion) -> Bool {
        !connectionOptions.contains(.close) && (version != .http10 || connectionOptions.contains(.keepAlive))
    }

    /// Fields in place.
    private struct FramingFields {
        let bytes: UnsafeBufferPointer<UInt8>
        let lines: [Fields.Line]

        func name(at index: Int) -> UnsafeBufferPointer<UInt8> { bytes.bytes(in: lines[index].name) }
        func value(at index: Int) -> UnsafeBufferPointer<UInt8> { bytes.bytes(in: lines[index].value) }

        func locate(_ error: ParseError, _ index: Int) -> ParseError {
            error.at(lines[index].name.lowerBound, line: index + 2)
        }
    }

    private mutating func sort(
        _ fields: borrowing FramingFields, of message: ParseError.Message
    ) throws(ParseError) {
        for index in fields.lines.indices {
            switch ParserFieldName(fields.name(at: index)) {
            case nil: continue
            case .connection: connectionOptions.formUnion(ConnectionOptions(fields.value(at: index)))
            case .host where message == .response: continue
            case .host:
                if host != nil { throw fields.locate(.repeatedHost, index) }
                host = index
            case .contentLength:
                if length == nil { length = index } else if secondLength == nil { secondLength = index }
            case .transferEncoding: if coding == nil { coding = index }
            case .expect: if expectation == nil { expectation = index }
            }
        }
    }

    private func checkHost(
        _ fields: borrowing FramingFields, version: HTTPVersion, valid: [UInt8]
    ) throws(ParseError) {
        guard let host else {
            if version == .http10 { return }
            throw .missingHost
        }
        let value = fields.value(at: host)
        guard !valid.isEmpty && value.equals(valid) || Authority.isValid(value) else {
            throw fields.locate(.host(value.copy), host)
        }
    }

    private mutating func checkBody(
        _ fields: borrowing FramingFields, of message: ParseError.Message, version: HTTPVersion
    ) throws(ParseError) {
        if let coding {
            if version == .http10 { throw fields.locate(.codingInHTTP10(message), coding) }
            if let length { throw fields.locate(.lengthAndCoding(message), max(coding, length)) }
            try checkCodings(fields, of: message, from: coding)
            body = .chunked
        } else if let length {
            if let secondLength { throw fields.locate(.repeatedLength(message), secondLength) }
            let value = fields.value(at: length)
            guard let number = Self.number(value) else { throw fields.locate(.length(value.copy), length) }
            body = .length(number)
        }
    }

    /// A decimal number; one that overflows becomes the maximum, which the body limit rejects.
    private static func number(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
        guard !text.isEmpty else { return nil }
        var number = 0
        for byte in text {
            guard byte >= 0x30, byte <= 0x39 else { return nil }
            let (scaled, overflow) = number.multipliedReportingOverflow(by: 10)
            let (sum, overflowed) = scaled.addingReportingOverflow(Int(byte - 0x30))
            number = overflow || overflowed ? .max : sum
        }
        return number
    }

    private func checkCodings(
        _ fields: borrowing FramingFields, of message: ParseError.Message, from first: Int
    ) throws(ParseError) {
        let lines = (first..<fields.lines.count).filter { ParserFieldName(fields.name(at: $0)) == .transferEncoding }
        var codings: [(coding: TransferCoding, line: Int)] = []
        for line in lines {
            let value = fields.value(at: line).copy
            guard let list = TransferCoding.list(value) else { throw fields.locate(.codingSyntax(value), line) }
            for coding in list {
                if let last = codings.last, last.coding.isNamedChunked {
                    throw coding.isNamedChunked
                        ? fields.locate(.repeatedChunked, line) : fields.locate(.chunkedNotLast, last.line)
                }
                codings.append((coding, line))
            }
        }
        guard let last = codings.last else { throw fields.locate(.noCoding, first) }
        // A response whose last coding is another one ends with its connection. Its codings can't be decoded all the same.
        guard last.coding.isNamedChunked || message == .response else {
            throw fields.locate(.lastCoding(last.coding.text), last.line)
        }
        // Only chunked is supported. Another coding before it is known to be well-formed here, but can't be decoded.
        for (coding, line) in codings where !coding.isPlainChunked {
            throw fields.locate(.unknownCoding(coding.text), line)
        }
    }

    private mutating func checkExpectation(
        _ fields: borrowing FramingFields, version: HTTPVersion
    ) throws(ParseError) {
        guard let expectation else { return }
        for line in expectation..<fields.lines.count where ParserFieldName(fields.name(at: line)) == .expect {
            for part in fields.value(at: line).copy.split(separator: .comma) {
                let member = part.trimmingOptionalWhitespace
                if member.isEmpty { continue }
                guard member.equalsIgnoringASCIICase("100-continue") else {
                    throw fields.locate(.expectation(member), line)
                }
                // HTTP/1.0 has no interim responses (RFC 9110, section 10.1.1); without a body no client waits.
                expectsContinue = version != .http10 && body != .length(0)
            }
        }
    }
}
