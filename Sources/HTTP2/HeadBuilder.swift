import HTTPMessage

/// Collects a header or trailer section, line by line after HPACK decoding. A connection has one, because nothing comes
/// between the frames of a section (RFC 9113, section 4.3).
///
/// Values of pseudo-headers and lines share one buffer, which is copied into the request as a whole.
final class HeadBuilder {
    /// The result of adding a line.
    enum Outcome {
        case taken
        /// The section exceeds its limit by so much that only compression can have produced it (RFC 7541, section 7.3).
        case bomb
    }

    /// The multiple of its limit at which a section ends the connection: more than an encoding without compression can
    /// contain in the nine frames that nghttp2 allows.
    private static let bombFactor = 16

    private let text = GrowableBuffer<UInt8>(256, mostKept: 4 * 1024)
    private let fieldLines = GrowableBuffer<Fields.Line>(8, mostKept: 64)
    /// The size by the rules of SETTINGS_MAX_HEADER_LIST_SIZE.
    private var listSize = 0
    /// The first exceeded limit; later lines are not kept.
    private var excess: HTTP2MessageError?

    private var method: Range<Int>?
    private var path: Range<Int>?
    private var authority: Range<Int>?
    private var isExtendedConnect = false
    private let crumbs = GrowableBuffer<Int>(4, mostKept: 64)
    private var host: Int?
    private var length: Int?
    private var expectation: Int?

    /// The last valid authority: most requests of a connection have the same one.
    private var validAuthority: [UInt8] = []

    private let limits: HTTP2Limits

    init(_ limits: HTTP2Limits) { self.limits = limits }

    /// Begins a section.
    func reset() {
        text.empty()
        fieldLines.empty()
        listSize = 0
        excess = nil
        method = nil
        path = nil
        authority = nil
        isExtendedConnect = false
        crumbs.empty()
        host = nil
        length = nil
        expectation = nil
    }

    /// Adds a line that nghttp2 has validated.
    func append(
        _ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>
    ) -> Outcome {
        listSize += name.count + value.count + 32
        if listSize > limits.headerList {
            guard listSize / Self.bombFactor <= limits.headerList else { return .bomb }
            excess = excess ?? .headersTooLarge(limits.headerList)
        }
        guard excess == nil else { return .taken }
        if name.first == UInt8(ascii: ":") {
            appendPseudo(name, value)
        } else if fieldLines.count >= limits.fieldCount {
            excess = .tooManyFields(limits.fieldCount)
        } else {
            note(name)
            fieldLines.append(Fields.Line(name: text.append(name), value: text.append(value)))
        }
        return .taken
    }

    private func appendPseudo(
        _ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>
    ) {
        // nghttp2 accepts each at most once, and rejects unknown ones.
        switch name.count {
        case 7 where name[1] == UInt8(ascii: "m"): method = text.append(value)
        case 5 where value.count > limits.target: excess = .targetTooLong(limits.target)
        case 5: path = text.append(value)
        case 10: authority = text.append(value)
        case 9: isExtendedConnect = true
        default: break
        }
    }

    /// Remembers the indices of lines that the head depends on. Names are in lower case here.
    private func note(_ name: UnsafeBufferPointer<UInt8>) {
        switch name.count {
        case 4 where name.equals("host"): host = fieldLines.count
        case 6 where name.equals("cookie"): crumbs.append(fieldLines.count)
        case 6 where name.equals("expect"): expectation = expectation ?? fieldLines.count
        case 14 where name.equals("content-length"): length = fieldLines.count
        default: break
        }
    }

    /// The method, if it was received.
    var knownMethod: ArraySlice<UInt8>? { method.map { text.array[$0] } }
    /// `:path`, or the authority of CONNECT, if it was received.
    var knownTarget: ArraySlice<UInt8>? { (path ?? authority).map { text.array[$0] } }

    /// The lines as the trailer section of a request.
    func trailers() throws(HTTP2MessageError) -> Fields {
        if let excess { throw excess }
        return Fields(bytes: text.array, lines: fieldLines.array)
    }

    /// The request's head, after its section is complete.
    ///
    /// - Parameter hasBody: whether the stream continues after the head.
    func head(hasBody: Bool) throws(HTTP2MessageError) -> (RequestHead, expectsContinue: Bool) {
        if let excess { throw excess }
        joinCookies()
        let bytes = text.array
        let lines = fieldLines.array
        let (target, authority, isConnect) = try checkTarget(bytes, lines)
        let expectsContinue = try checkExpectation(bytes, lines) && hasBody
        // nghttp2 has checked that it is a number; for CONNECT it has no meaning.
        if let length, !isConnect,
            Int(String(decoding: bytes[lines[length].value], as: UTF8.self)) ?? .max > limits.body
        {
            throw .bodyTooLarge(limits.body)
        }
        let path = isConnect ? bytes.endIndex..<bytes.endIndex : target
        let mark = bytes[path].firstIndex(of: UInt8(ascii: "?"))
        let layout = RequestHead.Layout(
            method: method ?? 0..<0, target: target, authority: authority,
            path: path.lowerBound..<(mark ?? path.upperBound), query: mark.map { $0 + 1..<path.upperBound })
        let head = RequestHead(version: .h2, fields: Fields(bytes: bytes, lines: lines), layout: layout)
        return (head, expectsContinue)
    }

    /// Joins the cookie fields that a client may split into one line, at the position of the first (RFC 9113, section
    /// 8.2.3).
    private func joinCookies() {
        guard crumbs.count > 1 else { return }
        let cookies = crumbs.array
        let first = cookies[0]
        var lines = fieldLines.array
        let joined = Array(cookies.map { text.array[lines[$0].value] }.joined(separator: Array("; ".utf8)))
        lines[first].value = joined.withUnsafeBufferPointer { text.append($0) }
        let others = Set(cookies.dropFirst())
        func moved(_ index: Int?) -> Int? { index.map { index in index - cookies.dropFirst().count { $0 < index } } }
        host = moved(host)
        length = moved(length)
        expectation = moved(expectation)
        fieldLines.empty()
        for index in lines.indices where !others.contains(index) { fieldLines.append(lines[index]) }
    }

    private func checkTarget(
        _ bytes: [UInt8], _ lines: [Fields.Line]
    ) throws(HTTP2MessageError) -> (target: Range<Int>, authority: Range<Int>, isConnect: Bool) {
        let hostValue = host.map { lines[$0].value }
        let isConnect = method.map { bytes[$0].equals("CONNECT") } ?? false
        if let authority, let hostValue, !bytes[authority].equalsIgnoringASCIICase(bytes[hostValue]) {
            throw .hostDiffers
        }
        let named = authority ?? hostValue ?? 0..<0
        if isConnect, !isExtendedConnect {
            guard Authority.isValid(bytes[named], needsPort: true) else { throw .authority(bytes[named]) }
            return (named, named, true)
        }
        if validAuthority.isEmpty || !bytes[named].equals(validAuthority) {
            guard Authority.isValid(bytes[named]) else { throw .authority(bytes[named]) }
            validAuthority = Array(bytes[named])
        }
        let path = path ?? 0..<0
        let text = bytes[path]
        if let error = text.withUnsafeBufferPointer(Self.error(ofPath:)) { throw error }
        let isAsterisk =
            text.equals("*") && (method.map { bytes[$0].equals("OPTIONS") } ?? false)
        guard text.first == UInt8(ascii: "/") || isAsterisk else { throw .pathForm }
        return (path, named, false)
    }

    private static func error(ofPath text: UnsafeBufferPointer<UInt8>) -> HTTP2MessageError? {
        for index in text.indices {
            let byte = text[index]
            if byte <= 0x20 || byte == UInt8(ascii: "#") || byte >= 0x7F { return .path }
            if byte == UInt8(ascii: "%"), !text.hasHexadecimalPair(behind: index) { return .pathPercent }
        }
        return nil
    }

    private func checkExpectation(_ bytes: [UInt8], _ lines: [Fields.Line]) throws(HTTP2MessageError) -> Bool {
        guard let expectation else { return false }
        let value = bytes[lines[expectation].value]
        guard value.equalsIgnoringASCIICase("100-continue") else { throw .expectation(value) }
        return true
    }
}
