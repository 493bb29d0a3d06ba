import ContentCompression
import Foundation

/// The body of a response as a client reads it: up to its stated length, and decoded.
struct ReceivedBody {
    private let framing: ReceivedHead.Framing
    private let coding: String?
    /// The bytes that were received and not taken.
    private var pending = Data()
    /// The number of bytes received.
    private var count = 0
    /// Whether the last chunk has come.
    private var hasEnded = false

    /// The most bytes that a compressed body may expand to.
    private static let limit = 1 << 30

    init(_ head: ReceivedHead) {
        framing = head.framing
        let stated = head.hasBody ? head.value(of: "Content-Encoding")?.lowercased() : nil
        coding = stated == "" || stated == "identity" ? nil : stated
    }

    /// Adds bytes; those behind the stated length are no part of the body.
    mutating func receive(_ bytes: ArraySlice<UInt8>) {
        var bytes = bytes
        if case .length(let length) = framing { bytes = bytes.prefix(length - count) }
        count += bytes.count
        pending.append(contentsOf: bytes)
    }

    /// Notes the last chunk.
    mutating func end() { hasEnded = true }

    /// Whether the client knows that it has all of it.
    var isComplete: Bool {
        switch framing {
        case .length(let length): count >= length
        case .chunked: hasEnded
        case .untilClose: false
        }
    }

    /// Whether the end of the connection is the body's end.
    var endsWithConnection: Bool { framing == .untilClose }

    /// The number of bytes that are missing; nil if the client can't know it.
    var missing: Int? {
        if case .length(let length) = framing { length - count } else { nil }
    }

    /// Takes what can be handed over before the end: of an encoded body nothing, because it is decoded as a whole.
    mutating func takePiece() -> Data {
        guard coding == nil else { return Data() }
        defer { pending = Data() }
        return pending
    }

    /// Takes the rest, decoded.
    ///
    /// - Throws: why it can't be decoded, as a sentence.
    mutating func takeRest() throws(Undecodable) -> Data {
        guard let coding, !pending.isEmpty else { return takeAll() }
        let format: CompressionFormat
        switch coding {
        case "gzip", "x-gzip": format = .gzip
        case "deflate": format = .deflate
        default:
            throw Undecodable(
                text: "The content encoding \(coding) can't be decoded without a socket: only gzip and deflate can.")
        }
        do {
            return Data(try Decompressor.decompress(Array(takeAll()), as: format, limit: Self.limit))
        } catch {
            throw Undecodable(text: "Error while processing content unencoding: \(error)")
        }
    }

    private mutating func takeAll() -> Data {
        defer { pending = Data() }
        return pending
    }

    /// Why a body can't be decoded.
    struct Undecodable: Error {
        let text: String
    }
}
