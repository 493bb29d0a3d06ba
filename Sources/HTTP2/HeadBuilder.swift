import HTTPMessage

/// Gathers a header or trailer section as its lines come out of HPACK.
///
/// Values of pseudo-headers and lines share one buffer, which becomes the request's.
struct HeadBuilder: Sendable {
    /// What became of a line.
    enum Outcome: Sendable {
        case taken
        /// The section is so much larger than it may be that only compression can have made it (RFC 7541, section 7.3).
        case bomb
    }

    /// So many times its limit a section may come to before the connection is given up: more than an encoding without
    /// compression can hold in the nine frames that nghttp2 allows.
    private static let bombFactor = 16

    /// How much memory a section takes.
    struct Size: Sendable {
        var bytes: Int
        var lines: Int
    }

    private var bytes: [UInt8] = []
    private var lines: [Fields.Line] = []
    /// As SETTINGS_MAX_HEADER_LIST_SIZE counts.
    private var listSize = 0
    /// The first limit that was passed; lines are not kept from there on.
    private var excess: HTTP2Defect?

    private var method: Range<Int>?
    private var path: Range<Int>?
    private var authority: Range<Int>?
    private var isExtendedConnect = false
    private var cookies: [Int] = []
    private var host: Int?
    private var length: Int?
    private var expectation: Int?

    /// How much memory it has come to take.
    var size: Size { Size(bytes: bytes.count, lines: lines.count) }

    /// Makes room for a section like one before it, which most are.
    mutating func reserve(_ size: Size) {
        bytes.reserveCapacity(min(size.bytes, 4096))
        lines.reserveCapacity(min(size.lines, 64))
    }

    /// Adds a line that nghttp2 found well-formed.
    mutating func append(
        _ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>, limits: HTTP2Limits
    ) -> Outcome {
        listSize += name.count + value.count + 32
        if listSize > limits.headerList {
            guard listSize / Self.bombFactor <= limits.headerList else { return .bomb }
            excess = excess ?? .headersTooLarge(limits.headerList)
        }
        guard excess == nil else { return .taken }
        if name.first == UInt8(ascii: ":") {
            appendPseudo(name, value, limits: limits)
        } else if lines.count >= limits.fieldCount {
            excess = .tooManyFields(limits.fieldCount)
        } else {
            note(name)
            let start = bytes.count
            bytes.append(contentsOf: name)
            lines.append(Fields.Line(name: start..<bytes.count, value: add(value)))
        }
        return .taken
    }

    private mutating func add(_ value: UnsafeBufferPointer<UInt8>) -> Range<Int> {
        let start = bytes.count
        bytes.append(contentsOf: value)
        return start..<bytes.count
    }

    private mutating func appendPseudo(
        _ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>, limits: HTTP2Limits
    ) {
        // nghttp2 lets each pass once at most, and none that is not known.
        switch name.count {
        case 7 where name[1] == UInt8(ascii: "m"): method = add(value)
        case 5 where value.count > limits.target: excess = .targetTooLong(limits.target)
        case 5: path = add(value)
        case 10: authority = add(value)
        case 9: isExtendedConnect = true
        default: break
        }
    }

    /// Remembers where the lines are that the head depends on. Names are in lower case here.
    private mutating func note(_ name: UnsafeBufferPointer<UInt8>) {
        switch name.count {
        case 4 where name.equals("host"): host = lines.count
        case 6 where name.equals("cookie"): cookies.append(lines.count)
        case 6 where name.equals("expect"): expectation = expectation ?? lines.count
        case 14 where name.equals("content-length"): length = lines.count
        default: break
        }
    }

    /// The method, if it came.
    var knownMethod: ArraySlice<UInt8>? { method.map { bytes[$0] } }
    /// `:path`, or the authority of CONNECT, if it came.
    var knownTarget: ArraySlice<UInt8>? { (path ?? authority).map { bytes[$0] } }

    /// The lines as the trailer section of a request.
    func trailers() throws(HTTP2Defect) -> Fields {
        if let excess { throw excess }
        return Fields(bytes: bytes, lines: lines)
    }

    /// The request's head, once its section is whole.
    ///
    /// - Parameter hasBody: whether the stream goes on behind the head.
    mutating func head(
        hasBody: Bool, limits: HTTP2Limits
    ) throws(HTTP2Defect) -> (RequestHead, expectsContinue: Bool) {
        if let excess { throw excess }
        joinCookies()
        let (target, authority, isConnect) = try checkTarget()
        let expectsContinue = try checkExpectation() && hasBody
        // nghttp2 has seen that it is a number, and CONNECT has none that counts.
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

    /// Makes one line of the crumbs that a client may cut its cookies into, where the first of them stood (RFC 9113,
    /// section 8.2.3).
    private mutating func joinCookies() {
        guard cookies.count > 1, let first = cookies.first else { return }
        let start = bytes.count
        for index in cookies {
            if index != first { bytes.append(contentsOf: "; ".utf8) }
            bytes.append(contentsOf: bytes[lines[index].value])
        }
        lines[first].value = start..<bytes.count
        let others = Set(cookies.dropFirst())
        func moved(_ index: Int?) -> Int? { index.map { index in index - cookies.dropFirst().count { $0 < index } } }
        host = moved(host)
        length = moved(length)
        expectation = moved(expectation)
        lines = lines.indices.filter { !others.contains($0) }.map { lines[$0] }
        cookies = [first]
    }

    private func checkTarget() throws(HTTP2Defect) -> (target: Range<Int>, authority: Range<Int>, isConnect: Bool) {
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
        guard Authority.isValid(bytes[named]) else { throw .authority(bytes[named]) }
        let path = path ?? 0..<0
        let text = bytes[path]
        if text.contains(where: { $0 <= 0x20 || $0 == UInt8(ascii: "#") || $0 >= 0x7F }) { throw .path }
        let isAsterisk =
            text.equals("*") && (method.map { bytes[$0].equals("OPTIONS") } ?? false)
        guard text.first == UInt8(ascii: "/") || isAsterisk else { throw .pathForm }
        return (path, named, false)
    }

    private func checkExpectation() throws(HTTP2Defect) -> Bool {
        guard let expectation else { return false }
        let value = bytes[lines[expectation].value]
        guard value.equalsIgnoringASCIICase("100-continue") else { throw .expectation(value) }
        return true
    }
}
