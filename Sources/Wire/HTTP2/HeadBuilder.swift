import Bytes
import HTTPMessage

/// Collects a header or trailer section, line by line after HPACK decoding. A connection has one, because nothing comes
/// between the frames of a section (RFC 9113, section 4.3).
///
/// Values of pseudo-headers and lines share one buffer, which is copied into the request as a whole.
struct HeadBuilder: ~Copyable {
    /// The result of adding a line.
    enum Outcome {
        case taken
        /// The section exceeds its limit by so much that only compression can have produced it (RFC 7541, section 7.3).
        case bomb
    }

    /// The multiple of its limit at which a section ends the connection: more than an encoding without compression can
    /// contain in the nine frames that nghttp2 allows.
    private static let bombFactor = 16

    private var text = GrowableBuffer<UInt8>(capacity: 256, mostKept: 4 * 1024)
    private var fieldLines = GrowableBuffer<Fields.Line>(capacity: 8, mostKept: 64)
    /// The size by the rules of SETTINGS_MAX_HEADER_LIST_SIZE.
    private var listSize = 0
    /// The first exceeded limit; of later lines only short ones are kept.
    private var excess: HTTP2MessageError?
    /// The size of those.
    private var shortSize = 0
    /// Why the path is refused, whose beginning is kept: it and later lines may say whose request it is.
    private var pathError: HTTP2MessageError?

    private var method: Range<Int>?
    private var path: Range<Int>?
    private var authority: Range<Int>?
    private var scheme: Range<Int>?
    private var isExtendedConnect = false
    private var crumbs = GrowableBuffer<Int>(capacity: 4, mostKept: 64)
    private var host: Int?
    private var length: Int?
    /// The content's length that the head states; nil if it states none.
    private(set) var statedLength: Int?
    private var expectation: Int?

    /// The last heads. The first of them is reused: its request is over by now, so nobody else holds it. Otherwise it is
    /// copied, which costs time only.
    private var spares = Queue<RequestHead>()
    /// The buffer for a head's bytes and lines, used alternately with those of an earlier head.
    private var spareBytes: [UInt8] = []
    private var spareLines: [Fields.Line] = []
    /// The number of heads that are kept: more than most clients have requests in progress.
    private static let mostSpares = 16
    /// The memory of a larger head is not kept for the rest of the connection.
    private static let keptHead = 1024

    /// The last valid authority: most requests of a connection have the same one.
    private var validAuthority: [UInt8] = []

    private let limits: HTTP2Limits
    private let acceptsHTTPS: Bool

    init(_ limits: HTTP2Limits, acceptsHTTPS: Bool) {
        self.limits = limits
        self.acceptsHTTPS = acceptsHTTPS
    }

    /// Begins a section.
    mutating func reset() {
        text.removeAll()
        fieldLines.removeAll()
        listSize = 0
        excess = nil
        pathError = nil
        shortSize = 0
        method = nil
        path = nil
        authority = nil
        scheme = nil
        isExtendedConnect = false
        crumbs.removeAll()
        host = nil
        length = nil
        statedLength = nil
        expectation = nil
    }

    /// Adds a line that nghttp2 has validated.
    mutating func append(
        _ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>
    ) -> Outcome {
        listSize += name.count + value.count + 32
        if listSize > limits.headerList {
            guard listSize / Self.bombFactor <= limits.headerList else { return .bomb }
            excess = excess ?? .headersTooLarge(limits.headerList)
        }
        if excess == nil, name.first != .colon, fieldLines.count >= limits.fieldCount {
            excess = .tooManyFields(limits.fieldCount)
        }
        guard excess == nil else {
            keepShort(name, value)
            return .taken
        }
        if name.first == .colon {
            appendPseudo(name, value)
        } else {
            note(name)
            fieldLines.append(Fields.Line(name: text.append(name), value: text.append(value)))
        }
        return .taken
    }

    /// Keeps a line behind the limit if it is short, up to 4 KiB of such: it may say whose request it is.
    private mutating func keepShort(_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) {
        let size = name.count + value.count
        guard name.first != .colon, size <= 128, shortSize + size <= 4 * 1024 else { return }
        shortSize += size
        fieldLines.append(Fields.Line(name: text.append(name), value: text.append(value)))
    }

    private mutating func appendPseudo(
        _ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>
    ) {
        // nghttp2 accepts each at most once, and rejects unknown ones.
        switch name.count {
        case 7 where name[1] == UInt8(ascii: "m"): method = text.append(value)
        case 7: scheme = text.append(value)
        case 5 where value.count > limits.target:
            pathError = .targetTooLong(limits.target)
            path = text.append(UnsafeBufferPointer(rebasing: value[..<limits.target]))
        case 5: path = text.append(value)
        case 10: authority = text.append(value)
        case 9: isExtendedConnect = true
        default: break
        }
    }

    /// Remembers the indices of lines that the head depends on. Names are in lower case here.
    private mutating func note(_ name: UnsafeBufferPointer<UInt8>) {
        switch name.count {
        case 4 where name.equals("host"): host = fieldLines.count
        case 6 where name.equals("cookie"): crumbs.append(fieldLines.count)
        case 6 where name.equals("expect"): expectation = expectation ?? fieldLines.count
        case 14 where name.equals("content-length"): length = fieldLines.count
        default: break
        }
    }

    /// The method, if it was received.
    var knownMethod: ArraySlice<UInt8>? { method.map { Array(text.elements.bytes(in: $0))[...] } }
    /// `:path`, or the authority of CONNECT, if it was received and is not too long.
    var knownTarget: ArraySlice<UInt8>? {
        guard pathError == nil else { return nil }
        return (path ?? authority).map { Array(text.elements.bytes(in: $0))[...] }
    }

    /// What was received.
    var partialHead: PartialHead {
        let bytes = text.array
        return PartialHead(
            target: path.map { bytes[$0] } ?? [], authority: authority.map { bytes[$0] },
            fields: Fields(bytes: bytes, lines: fieldLines.array))
    }

    /// The lines as the trailer section of a request.
    func trailers() throws(HTTP2MessageError) -> Fields {
        if let excess { throw excess }
        return Fields(bytes: text.array, lines: fieldLines.array)
    }

    /// The request's head, after its section is complete.
    ///
    /// - Parameter hasBody: whether the stream continues after the head.
    mutating func head(hasBody: Bool) throws(HTTP2MessageError) -> (RequestHead, expectsContinue: Bool) {
        if let error = pathError ?? excess { throw error }
        joinCookies()
        let bytes = text.elements
        let (target, authority, isConnect) = try checkTarget(bytes)
        let expectsContinue = try checkExpectation(bytes) && hasBody
        // nghttp2 has checked that it is a number; for CONNECT it has no meaning.
        if let length, !isConnect {
            statedLength = Int(String(decoding: bytes.bytes(in: fieldLines[length].value), as: UTF8.self)) ?? .max
        }
        let path = isConnect ? bytes.endIndex..<bytes.endIndex : target
        let mark = path.first { bytes[$0] == .questionMark }
        let layout = RequestHead.Layout(
            method: method ?? 0..<0, target: target, authority: authority,
            path: path.lowerBound..<(mark ?? path.upperBound), query: mark.map { $0 + 1..<path.upperBound })
        return (makeHead(layout), expectsContinue)
    }

    /// Makes the head of its bytes and lines, in the memory of an earlier head if there are enough of those.
    private mutating func makeHead(_ layout: RequestHead.Layout) -> RequestHead {
        if spares.count == Self.mostSpares, var head = spares.popFirst() {
            spareBytes.replaceContents(with: text.elements)
            spareLines.replaceContents(with: fieldLines.elements)
            head.assign(version: .h2, bytes: &spareBytes, lines: &spareLines, layout: layout, rawCount: 0)
            return keep(head)
        }
        let fields = Fields(bytes: text.array, lines: fieldLines.array)
        return keep(RequestHead(version: .h2, fields: fields, layout: layout))
    }

    private mutating func keep(_ head: RequestHead) -> RequestHead {
        if text.count <= Self.keptHead { spares.append(head) }
        return head
    }

    /// Joins the cookie fields that a client may split into one line, at the position of the first (RFC 9113, section
    /// 8.2.3).
    private mutating func joinCookies() {
        guard crumbs.count > 1 else { return }
        let cookies = crumbs.array
        let first = cookies[0]
        var lines = fieldLines.array
        let bytes = text.array
        let joined = Array(cookies.map { bytes[lines[$0].value] }.joined(separator: Array("; ".utf8)))
        lines[first].value = joined.withUnsafeBufferPointer { text.append($0) }
        let others = Set(cookies.dropFirst())
        func moved(_ index: Int?) -> Int? { index.map { index in index - cookies.dropFirst().count { $0 < index } } }
        host = moved(host)
        length = moved(length)
        expectation = moved(expectation)
        fieldLines.removeAll()
        for index in lines.indices where !others.contains(index) { fieldLines.append(lines[index]) }
    }

    private mutating func checkTarget(
        _ bytes: UnsafeBufferPointer<UInt8>
    ) throws(HTTP2MessageError) -> (target: Range<Int>, authority: Range<Int>, isConnect: Bool) {
        let hostValue = host.map { fieldLines[$0].value }
        let method = bytes.bytes(in: method ?? 0..<0)
        if let authority, let hostValue,
            !bytes.bytes(in: authority).equalsIgnoringASCIICase(bytes.bytes(in: hostValue))
        {
            throw .hostDiffers
        }
        let named = authority ?? hostValue ?? 0..<0
        let name = bytes.bytes(in: named)
        if !isExtendedConnect, method.equals("CONNECT") {
            guard Authority.isValid(name, needsPort: true) else { throw .authority(Array(name)[...]) }
            return (named, named, true)
        }
        if validAuthority.isEmpty || !name.equals(validAuthority) {
            guard Authority.isValid(name) else { throw .authority(Array(name)[...]) }
            validAuthority = Array(name)
        }
        let range = path ?? 0..<0
        let path = bytes.bytes(in: range)
        if let error = Self.error(ofPath: path) { throw error }
        guard path.first == .slash || path.equals("*") && method.equals("OPTIONS") else { throw .pathForm }
        try checkScheme(bytes.bytes(in: scheme ?? 0..<0))
        return (range, named, false)
    }

    /// Schemes are compared without regard to case (RFC 3986, section 3.1).
    private func checkScheme(_ scheme: UnsafeBufferPointer<UInt8>) throws(HTTP2MessageError) {
        if scheme.equals("http") || scheme.equalsIgnoringASCIICase("http") { return }
        guard scheme.equalsIgnoringASCIICase("https") else { throw .scheme(Array(scheme)[...]) }
        if !acceptsHTTPS { throw .httpsInTheClear }
    }

    private static func error(ofPath text: UnsafeBufferPointer<UInt8>) -> HTTP2MessageError? {
        for index in text.indices {
            let byte = text[index]
            if byte <= .space || byte == .hash || byte == .backslash || byte >= .delete { return .path }
            if byte == .percent, !text.hasHexadecimalPair(behind: index) { return .pathPercent }
        }
        return nil
    }

    private func checkExpectation(_ bytes: UnsafeBufferPointer<UInt8>) throws(HTTP2MessageError) -> Bool {
        guard let expectation else { return false }
        let value = bytes.bytes(in: fieldLines[expectation].value)
        guard value.equalsIgnoringASCIICase("100-continue") else { throw .expectation(Array(value)[...]) }
        return true
    }
}
