import Bytes
import HTTPMessage

/// A request line (RFC 9112, section 3), as ranges from its own first byte.
struct RequestLine: Sendable {
    /// The three words of a request line, not validated yet.
    struct Ranges: Sendable {
        var method: Range<Int>
        var target: Range<Int>
        var version: Range<Int>
    }

    var ranges: Ranges
    var version: HTTPVersion
    /// The authority of an absolute target or of CONNECT.
    var authority: Range<Int>?
    /// Empty for CONNECT and for an absolute target without a path.
    var path: Range<Int>
    var query: Range<Int>?
    var isConnect = false

    /// The line at the start of `bytes` if it is a usual one: complete, a method, a path and HTTP/1.1, without an error
    /// and not longer than `limit`. Parsed in one pass; for any other line nil, which the general parser then reads.
    init?(usual bytes: UnsafeBufferPointer<UInt8>, limit: Int) {
        var index = 0
        while index < bytes.count, bytes[index].isTokenByte { index += 1 }
        let method = 0..<index
        guard index > 0, index + 1 < bytes.count, bytes[index] == .space, bytes[index + 1] == .slash,
            !bytes.bytes(in: method).equals("CONNECT")
        else { return nil }
        index += 1
        let start = index
        var mark: Int?
        while index < bytes.count, bytes[index] > .space, bytes[index] < .delete, bytes[index] != .hash,
            bytes[index] != .backslash
        {
            if bytes[index] == .percent, !bytes.hasHexadecimalPair(behind: index) { return nil }
            if bytes[index] == .questionMark, mark == nil { mark = index }
            index += 1
        }
        let (target, end) = (start..<index, index + 9)
        guard end + 1 < bytes.count, end <= limit, bytes.bytes(in: index..<end + 2).equals(" HTTP/1.1\r\n") else {
            return nil
        }
        ranges = Ranges(method: method, target: target, version: index + 1..<end)
        version = .http11
        path = target
        cutQuery(at: mark)
    }

    /// Splits `line` at its first and its last space, so that the words are known even if one of them is invalid.
    static func split(_ line: UnsafeBufferPointer<UInt8>) throws(ParseError) -> Ranges {
        guard let first = line.firstIndex(of: .space), let last = line.lastIndex(of: .space), first < last else {
            throw .requestLineShape(line.copy).at(0)
        }
        return Ranges(method: 0..<first, target: first + 1..<last, version: last + 1..<line.count)
    }

    /// Validates the words of `line`: method and version first, then the forms of target that they allow.
    ///
    /// - Parameter acceptsHTTPS: whether an absolute target may name an `https` resource.
    init(_ ranges: Ranges, of line: UnsafeBufferPointer<UInt8>, acceptsHTTPS: Bool) throws(ParseError) {
        let method = line.bytes(in: ranges.method)
        guard method.isToken else { throw .method(method.copy).at(0) }
        self.ranges = ranges
        version = try HTTPVersion(http1: line.bytes(in: ranges.version), at: ranges.version.lowerBound)

        let target = line.bytes(in: ranges.target)
        let offset = ranges.target.lowerBound
        let mark = try Self.checkBytes(of: target, at: offset)
        path = ranges.target
        if method.equals("CONNECT") {
            guard Authority.isValid(target, needsPort: true) else { throw .connectTarget(target.copy).at(offset) }
            authority = ranges.target
            path = ranges.target.upperBound..<ranges.target.upperBound
            isConnect = true
        } else if target.first == .slash {
            cutQuery(at: mark)
        } else if target.equals("*") {
            guard method.equals("OPTIONS") else { throw .asterisk(method.copy).at(offset) }
        } else {
            let found = try Self.authority(ofAbsolute: target, at: offset, acceptsHTTPS: acceptsHTTPS)
            authority = found
            path = found.upperBound..<ranges.target.upperBound
            cutQuery(at: mark)
        }
    }

    /// Splits the path at the target's first question mark; no authority before it contains one.
    private mutating func cutQuery(at mark: Int?) {
        guard let mark else { return }
        query = (mark + 1)..<path.upperBound
        path = path.lowerBound..<mark
    }

    /// Rejects bytes that no reading of RFC 3986 allows. Visible ASCII that clients commonly send unencoded (`|`, `{`,
    /// `"`) is accepted, as their own servers would; a backslash is not, because some URL parsers take it for a slash.
    ///
    /// - Returns: the offset of the first question mark; nil without one.
    private static func checkBytes(
        of target: UnsafeBufferPointer<UInt8>, at offset: Int
    ) throws(ParseError) -> Int? {
        var mark: Int?
        for index in target.indices {
            switch target[index] {
            case .space: throw .targetSpace.at(offset + index)
            case .hash: throw .targetFragment.at(offset + index)
            case .backslash: throw .targetBackslash.at(offset + index)
            case .percent where !target.hasHexadecimalPair(behind: index): throw .targetPercent.at(offset + index)
            case 0x80...: throw .targetByte(target[index]).at(offset + index)
            case .questionMark where mark == nil: mark = offset + index
            default: continue
            }
        }
        return mark
    }

    /// The range of the authority in an absolute target (RFC 9112, section 3.2.2).
    private static func authority(
        ofAbsolute target: UnsafeBufferPointer<UInt8>, at offset: Int, acceptsHTTPS: Bool
    ) throws(ParseError) -> Range<Int> {
        guard let colon = target.firstIndex(of: .colon), target[colon...].starts(with: "://".utf8) else {
            throw .targetForm(target.copy).at(offset)
        }
        let scheme = target.bytes(in: 0..<colon)
        guard scheme.isNamed("http") || scheme.isNamed("https") else {
            throw .scheme(scheme.copy).at(offset)
        }
        let start = colon + 3
        let end = target[start...].firstIndex { $0 == .slash || $0 == .questionMark } ?? target.count
        let authority = target.bytes(in: start..<end)
        if authority.contains(0x40) { throw .targetUserInformation.at(offset + start) }
        guard Authority.isValid(authority) else { throw .targetAuthority(authority.copy).at(offset + start) }
        if !acceptsHTTPS, scheme.isNamed("https") { throw .httpsInTheClear.at(offset) }
        return offset + start..<offset + end
    }
}

extension HTTPVersion {
    /// The version that `text` names, which stands at `offset` of a request line or a status line.
    init(http1 text: UnsafeBufferPointer<UInt8>, at offset: Int) throws(ParseError) {
        if text.equals("HTTP/1.1") {
            self = .http11
            return
        }
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard text.count == 8, text.bytes(in: 0..<5).equals("HTTP/"), digits ~= text[5],
            text[6] == UInt8(ascii: "."), digits ~= text[7]
        else { throw .version(text.copy).at(offset) }
        guard text[5] == UInt8(ascii: "1") else { throw .unsupportedVersion(text.copy).at(offset) }
        // A higher minor version is read as the highest one known (RFC 9110, section 2.5).
        self = text[7] == UInt8(ascii: "0") ? .http10 : .http11
    }
}
