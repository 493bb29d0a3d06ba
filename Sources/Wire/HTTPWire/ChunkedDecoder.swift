import Bytes
import HTTPMessage
import TextCoding

/// Decodes the chunked transfer coding (RFC 9112, section 7.1) up to the line of the last chunk; the trailer section
/// after it is a `FieldSection`.
///
/// Extensions are checked against their grammar and dropped.
struct ChunkedDecoder: Sendable {
    private enum State: Sendable {
        case size
        /// White space after a size or an extension; only another extension may follow.
        case beforeSemicolon
        case nameStart, name, afterName
        case valueStart, value
        case quoted, escaped, afterQuoted
        case lineEnd
        case data
        case dataCR, dataLF
    }

    private var state = State.size
    /// Whether a digit of the size has come.
    private var hasDigit = false
    private var size = 0
    /// The bytes of extensions and leading zeros so far. They have no meaning and share one limit.
    private var extensionBytes = 0
    /// Whether that limit is each chunk's own.
    private let limitsEachChunk: Bool
    /// Bytes of the encoded body consumed so far.
    private(set) var consumed = 0

    /// What came next in an encoded body.
    enum Piece {
        /// No content until more bytes come.
        case nothing
        /// Content, in place.
        case content(UnsafeRawBufferPointer)
        /// The line of the last chunk.
        case last
    }

    /// A decoder at the start of a body.
    ///
    /// - Parameter limitsEachChunk: whether the limit of extensions is for each chunk, as a body without a limit needs;
    ///   otherwise it is for all of them together.
    init(limitsEachChunk: Bool = false) {
        self.limitsEachChunk = limitsEachChunk
    }

    /// Moves content from `queue` to `body`, and returns whether the line of the last chunk has come.
    ///
    /// - Throws: a parse error whose offset is from the start of the encoded body.
    mutating func decode(
        _ queue: inout ByteQueue, into body: inout [UInt8], limits: HTTP1Limits
    ) throws(ParseError) -> Bool {
        var rest = queue.bytes
        while true {
            switch try next(&rest, room: limits.body - body.count, limits: limits) {
            case .content(let content): body.append(contentsOf: content)
            case .last:
                queue.removeFirst(queue.count - rest.count)
                return true
            case .nothing:
                queue.removeAll()
                return false
            }
        }
    }

    /// Takes bytes from the front of `bytes`, up to the end of the next content in it.
    ///
    /// - Parameter room: how much content is still accepted.
    /// - Throws: a parse error whose offset is from the start of the encoded body.
    mutating func next(
        _ bytes: inout UnsafeRawBufferPointer, room: Int = .max, limits: HTTP1Limits
    ) throws(ParseError) -> Piece {
        var index = 0
        defer {
            consumed += index
            bytes = UnsafeRawBufferPointer(rebasing: bytes[index...])
        }
        while index < bytes.count {
            if state == .data {
                let start = index
                index += min(size, bytes.count - start)
                size -= index - start
                if size == 0 { state = .dataCR }
                return .content(UnsafeRawBufferPointer(rebasing: bytes[start..<index]))
            }
            let isLast: Bool
            do {
                isLast = try take(bytes[index], room: room, limits: limits)
            } catch {
                throw error.at(consumed + index)
            }
            index += 1
            if isLast { return .last }
        }
        return .nothing
    }

    /// Takes a byte that is not content, and returns whether it ends the line of the last chunk.
    private mutating func take(_ byte: UInt8, room: Int, limits: HTTP1Limits) throws(ParseError) -> Bool {
        switch state {
        case .size:
            if let digit = Hex.value(of: byte) {
                try addDigit(digit, limits: limits)
                return false
            }
            guard hasDigit else { throw .chunkSize(byte) }
            switch byte {
            case .cr, .semicolon, .space, .tab: try endSize(byte, room: room, limits: limits)
            case .lf: throw .bareLF
            default: throw .afterChunkSize(byte)
            }
        case .lineEnd:
            guard byte == .lf else { throw .bareCR }
            hasDigit = false
            if limitsEachChunk { extensionBytes = 0 }
            state = size == 0 ? .size : .data
            return size == 0
        case .dataCR:
            guard byte == .cr else { throw .chunkEnd(byte) }
            state = .dataLF
        case .dataLF:
            guard byte == .lf else { throw .chunkEnd(byte) }
            state = .size
        case .data:
            // `decode` consumes content in bulk.
            break
        default:
            extensionBytes += 1
            if extensionBytes > limits.fieldBytes { throw .chunkExtensionsTooLarge(limits.fieldBytes) }
            try takeExtension(byte)
        }
        return false
    }

    private mutating func addDigit(_ digit: UInt8, limits: HTTP1Limits) throws(ParseError) {
        if hasDigit, size == 0 {
            // The zero before this digit was a leading zero; RFC 9112, section 7.1, allows any number of them.
            extensionBytes += 1
            if extensionBytes > limits.fieldBytes { throw .leadingZerosTooLong(limits.fieldBytes) }
        }
        hasDigit = true
        let (scaled, overflow) = size.multipliedReportingOverflow(by: 16)
        guard !overflow else { throw .chunkSizeOverflow }
        size = scaled + Int(digit)
    }

    private mutating func endSize(_ byte: UInt8, room: Int, limits: HTTP1Limits) throws(ParseError) {
        guard size <= room else { throw .bodyTooLarge(limits.body) }
        switch byte {
        case .cr: state = .lineEnd
        case .semicolon: state = .nameStart
        default: state = .beforeSemicolon
        }
    }

    /// Takes a byte of `*( BWS ";" BWS name [ BWS "=" BWS ( token / quoted-string ) ] )`.
    private mutating func takeExtension(_ byte: UInt8) throws(ParseError) {
        let isBlank = byte == .space || byte == .tab
        let isEnd = byte == .cr
        switch state {
        case .nameStart where byte.isTokenByte: state = .name
        case .name where byte.isTokenByte: break
        case .valueStart where byte.isTokenByte: state = .value
        case .value where byte.isTokenByte: break

        case .quoted where byte == .doubleQuote: state = .afterQuoted
        case .quoted where byte == .backslash: state = .escaped
        case .quoted where Self.isText(byte): break
        case .escaped where Self.isText(byte): state = .quoted

        case .nameStart where isBlank, .valueStart where isBlank, .afterName where isBlank,
            .beforeSemicolon where isBlank:
            break
        case .name where isBlank: state = .afterName
        case .value where isBlank, .afterQuoted where isBlank: state = .beforeSemicolon

        case .name where byte == .equalsSign, .afterName where byte == .equalsSign: state = .valueStart
        case .valueStart where byte == .doubleQuote: state = .quoted
        case .name where byte == .semicolon, .afterName where byte == .semicolon, .value where byte == .semicolon,
            .afterQuoted where byte == .semicolon, .beforeSemicolon where byte == .semicolon:
            state = .nameStart
        case .name where isEnd, .value where isEnd, .afterQuoted where isEnd: state = .lineEnd

        default:
            if byte == .lf { throw .bareLF }
            if byte == .cr, state == .quoted || state == .escaped { throw .bareCR }
            if !Self.isText(byte), byte != .cr { throw .control(byte, "RFC 9112, section 7.1.1") }
            throw .chunkExtension(byte)
        }
    }

    private static func isText(_ byte: UInt8) -> Bool { byte >= .space && byte != .delete || byte == .tab }
}
