import HTTPMessage

/// A request line (RFC 9112, section 3), as ranges from its own first byte.
struct RequestLine: Sendable {
    /// The three words of a request line, not yet looked into.
    struct Words: Sendable {
        var method: Range<Int>
        var target: Range<Int>
        var version: Range<Int>
    }

    var words: Words
    var version: HTTPVersion
    /// That of an absolute target or of CONNECT.
    var authority: Range<Int>?
    /// Empty for CONNECT and for an absolute target without a path.
    var path: Range<Int>
    var query: Range<Int>?
    var isConnect = false

    /// Splits `line` at its first and its last space, so that the words are known even where one of them is wrong.
    static func split(_ line: ArraySlice<UInt8>) throws(Defect) -> Words {
        let start = line.startIndex
        guard let first = line.firstIndex(of: 0x20), let last = line.lastIndex(of: 0x20), first < last else {
            throw .requestLineShape(line).at(0)
        }
        return Words(
            method: 0..<(first - start), target: (first - start + 1)..<(last - start),
            version: (last - start + 1)..<line.count)
    }

    /// Checks the words of `line`: method and version first, then what form of target they allow.
    init(_ words: Words, of line: ArraySlice<UInt8>) throws(Defect) {
        let start = line.startIndex
        func text(_ range: Range<Int>) -> ArraySlice<UInt8> {
            line[(start + range.lowerBound)..<(start + range.upperBound)]
        }
        let method = text(words.method)
        guard method.isToken else { throw .method(method).at(0) }
        self.words = words
        version = try Self.version(text(words.version), at: words.version.lowerBound)

        let target = text(words.target)
        let offset = words.target.lowerBound
        try Self.checkBytes(of: target, at: offset)
        if method.elementsEqual("CONNECT".utf8) {
            guard Authority.isValid(target, needsPort: true) else { throw .connectTarget(target).at(offset) }
            authority = words.target
            path = words.target.upperBound..<words.target.upperBound
            isConnect = true
        } else if target.first == 0x2F {
            path = words.target
            cutQuery(from: target)
        } else if target.elementsEqual("*".utf8) {
            guard method.elementsEqual("OPTIONS".utf8) else { throw .asterisk(method).at(offset) }
            path = words.target
        } else {
            let found = try Self.authority(ofAbsolute: target, at: offset)
            authority = found
            path = found.upperBound..<words.target.upperBound
            cutQuery(from: target.suffix(path.count))
        }
    }

    /// Splits `text`, which stands at `path`, at its first question mark.
    private mutating func cutQuery(from text: ArraySlice<UInt8>) {
        guard let mark = text.firstIndex(of: 0x3F) else { return }
        let middle = path.lowerBound + (mark - text.startIndex)
        query = (middle + 1)..<path.upperBound
        path = path.lowerBound..<middle
    }

    private static func version(_ text: ArraySlice<UInt8>, at offset: Int) throws(Defect) -> HTTPVersion {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        let start = text.startIndex
        guard text.count == 8, text.starts(with: "HTTP/".utf8), digits ~= text[start + 5],
            text[start + 6] == UInt8(ascii: "."), digits ~= text[start + 7]
        else { throw .version(text).at(offset) }
        guard text[start + 5] == UInt8(ascii: "1") else { throw .unsupportedVersion(text).at(offset) }
        // A higher minor version is read as the highest one known (RFC 9110, section 2.5).
        return text[start + 7] == UInt8(ascii: "0") ? .http10 : .http11
    }

    /// Refuses what no reading of RFC 3986 allows. Visible ASCII that clients commonly leave bare (`|`, `{`, `"`)
    /// passes, as a server of theirs would take it.
    private static func checkBytes(of target: ArraySlice<UInt8>, at offset: Int) throws(Defect) {
        for (index, byte) in target.enumerated() {
            switch byte {
            case 0x20: throw .targetSpace.at(offset + index)
            case 0x23: throw .targetFragment.at(offset + index)
            case 0x80...: throw .targetByte(byte).at(offset + index)
            default: continue
            }
        }
    }

    /// Where the authority of an absolute target lies (RFC 9112, section 3.2.2).
    private static func authority(ofAbsolute target: ArraySlice<UInt8>, at offset: Int) throws(Defect) -> Range<Int> {
        guard let colon = target.firstIndex(of: 0x3A), target[colon...].starts(with: "://".utf8) else {
            throw .targetForm(target).at(offset)
        }
        let scheme = target[..<colon]
        guard scheme.equalsIgnoringASCIICase("http") || scheme.equalsIgnoringASCIICase("https") else {
            throw .scheme(scheme).at(offset)
        }
        let rest = target[(colon + 3)...]
        let authority = rest[..<(rest.firstIndex { $0 == 0x2F || $0 == 0x3F } ?? rest.endIndex)]
        let place = offset + (authority.startIndex - target.startIndex)
        if authority.contains(0x40) { throw .targetUserInformation.at(place) }
        guard Authority.isValid(authority) else { throw .targetAuthority(authority).at(place) }
        return place..<(place + authority.count)
    }
}
