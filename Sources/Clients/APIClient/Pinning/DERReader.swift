/// Reads the elements of a DER encoding (ITU-T X.690) one after the other. No read leaves the bytes it was made of.
struct DERReader {
    /// An element: its bytes, tag and length included, and its content.
    struct Element {
        let bytes: ArraySlice<UInt8>
        let content: ArraySlice<UInt8>
    }

    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    /// Skips the next element if it has this tag.
    mutating func readIfNext(_ tag: UInt8) throws(DERError) {
        if rest.first == tag { try read(tag) }
    }

    /// The next element, which must have this tag. The elements in it are not read.
    @discardableResult
    mutating func read(_ tag: UInt8) throws(DERError) -> Element {
        let start = rest
        guard let found = rest.popFirst() else { throw .truncated }
        guard found == tag else { throw .unexpectedTag(found) }
        let count = try readLength()
        guard count <= rest.count else { throw .truncated }
        let content = rest.prefix(count)
        rest = rest.dropFirst(count)
        return Element(bytes: start[..<content.endIndex], content: content)
    }

    /// Checks that all elements were read.
    func finish() throws(DERError) {
        guard rest.isEmpty else { throw .trailingBytes }
    }

    /// Section 8.1.3: definite, in the fewest bytes (section 10.1), and less than 16 MiB.
    private mutating func readLength() throws(DERError) -> Int {
        guard let first = rest.popFirst() else { throw .truncated }
        guard first >= 0x80 else { return Int(first) }
        let size = first & 0x7F
        guard size <= 3 else { throw .invalidLength }
        var length = 0
        for _ in 0..<size {
            guard let byte = rest.popFirst() else { throw .truncated }
            length = length << 8 | Int(byte)
        }
        guard length >= 0x80, length >> (8 * (Int(size) - 1)) > 0 else { throw .invalidLength }
        return length
    }
}

/// Why bytes are not a certificate.
public enum DERError: Error, Sendable, Hashable {
    /// The bytes end within an element.
    case truncated
    /// An element has another tag than expected there: this one.
    case unexpectedTag(UInt8)
    /// A length is indefinite, longer than needed, or 16 MiB or more.
    case invalidLength
    /// Something follows the last element.
    case trailingBytes
}

extension DERError: CustomStringConvertible {
    /// A sentence for a log.
    public var description: String {
        switch self {
        case .truncated: "The certificate is truncated."
        case .unexpectedTag(let tag): "The certificate has an unexpected element with tag \(tag)."
        case .invalidLength: "The certificate has an element with an invalid length."
        case .trailingBytes: "The certificate has bytes after its end."
        }
    }
}
