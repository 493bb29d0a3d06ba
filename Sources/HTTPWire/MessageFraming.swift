import HTTPMessage

/// What a head's fields say of how its message is to be read: the host, the body's end, the expectation.
///
/// RFC 9112, section 6.3, with each of its choices taken on the strict side: two equal Content-Length fields or a list
/// of equal lengths, which RFC 9110, section 8.6, allows a recipient to repair, are refused.
struct MessageFraming: Sendable {
    /// How the end of a request's body is told.
    enum Body: Hashable, Sendable {
        case length(Int)
        case chunked
    }

    /// The index of the Host line.
    private(set) var host: Int?
    private(set) var body = Body.length(0)
    /// Whether the client waits for `100 Continue` before it sends the body.
    private(set) var expectsContinue = false

    private var lengths: [Int] = []
    private var codings: [Int] = []
    private var expectations: [Int] = []

    /// Reads the fields of a head whose lines are numbered from 2; offsets of defects are from the head's first byte.
    init(_ fields: Fields, version: HTTPVersion, isConnect: Bool, bodyLimit: Int) throws(Defect) {
        try sort(fields)
        try checkHost(fields, version: version)
        try checkBody(fields, version: version)
        if isConnect, body != .length(0), let line = lengths.first ?? codings.first {
            throw Self.place(.connectBody, fields, line)
        }
        try checkExpectation(fields, version: version)
        if case .length(let length) = body, length > bodyLimit, let line = lengths.first {
            throw Self.place(.bodyTooLarge(bodyLimit), fields, line)
        }
    }

    private static func place(_ defect: Defect, _ fields: Fields, _ index: Int) -> Defect {
        defect.at(fields.lines[index].name.lowerBound, line: index + 2)
    }

    private mutating func sort(_ fields: Fields) throws(Defect) {
        for (index, line) in fields.lines.enumerated() {
            switch line.name.count {
            case 4 where fields.name(at: index).equalsIgnoringASCIICase("Host"):
                if host != nil { throw Self.place(.repeatedHost, fields, index) }
                host = index
            case 6 where fields.name(at: index).equalsIgnoringASCIICase("Expect"): expectations.append(index)
            case 14 where fields.name(at: index).equalsIgnoringASCIICase("Content-Length"): lengths.append(index)
            case 17 where fields.name(at: index).equalsIgnoringASCIICase("Transfer-Encoding"): codings.append(index)
            default: continue
            }
        }
    }

    private func checkHost(_ fields: Fields, version: HTTPVersion) throws(Defect) {
        guard let host else {
            if version == .http10 { return }
            throw .missingHost
        }
        let value = fields.value(at: host)
        guard Authority.isValid(value) else { throw Self.place(.host(value), fields, host) }
    }

    private mutating func checkBody(_ fields: Fields, version: HTTPVersion) throws(Defect) {
        if let first = codings.first {
            if version == .http10 { throw Self.place(.codingInHTTP10, fields, first) }
            if let length = lengths.first { throw Self.place(.lengthAndCoding, fields, max(first, length)) }
            try checkCodings(fields)
            body = .chunked
        } else if let first = lengths.first {
            if lengths.count > 1 { throw Self.place(.repeatedLength, fields, lengths[1]) }
            let value = fields.value(at: first)
            guard let length = Self.number(value) else { throw Self.place(.length(value), fields, first) }
            body = .length(length)
        }
    }

    /// A decimal number; one that does not fit is as large as can be, for the body limit to refuse.
    private static func number(_ text: ArraySlice<UInt8>) -> Int? {
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

    private func checkCodings(_ fields: Fields) throws(Defect) {
        var chunkedLine: Int?
        for line in codings {
            let value = fields.value(at: line)
            for part in value.split(separator: 0x2C, omittingEmptySubsequences: false) {
                let coding = part.trimmingOptionalWhitespace
                // Parameters too: chunked defines none (RFC 9112, section 7.1).
                guard coding.isToken else { throw Self.place(.codingSyntax(value), fields, line) }
                let isChunked = coding.equalsIgnoringASCIICase("chunked")
                if let chunkedLine {
                    throw Self.place(
                        isChunked ? .repeatedChunked : .chunkedNotLast, fields, isChunked ? line : chunkedLine)
                }
                if isChunked { chunkedLine = line }
            }
        }
        // Only chunked is undone here; what stands before it is known now to be well-formed, but not to us.
        for line in codings {
            for part in fields.value(at: line).split(separator: 0x2C) {
                let coding = part.trimmingOptionalWhitespace
                if !coding.equalsIgnoringASCIICase("chunked") {
                    throw Self.place(.unknownCoding(coding), fields, line)
                }
            }
        }
    }

    private mutating func checkExpectation(_ fields: Fields, version: HTTPVersion) throws(Defect) {
        for line in expectations {
            for part in fields.value(at: line).split(separator: 0x2C) {
                let member = part.trimmingOptionalWhitespace
                if member.isEmpty { continue }
                guard member.equalsIgnoringASCIICase("100-continue") else {
                    throw Self.place(.expectation(member), fields, line)
                }
                // HTTP/1.0 knows no interim responses (RFC 9110, section 10.1.1); without a body nothing waits.
                expectsContinue = version != .http10 && body != .length(0)
            }
        }
    }
}
