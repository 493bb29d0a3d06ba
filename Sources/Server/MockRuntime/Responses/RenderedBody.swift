import ContentCompression
import ExactJSON
import HTTPMessage
import Playback
import Scenarios

/// The bytes of a response's body, in memory or in files.
enum RenderedBody: Sendable {
    case bytes([UInt8])
    /// A file too large to be kept in memory, and the position of its name in the scenario.
    case file(FileBody, Position)
    /// Ranges of a file and bytes between them, in order.
    case parts([Part])

    /// A part of a body.
    enum Part: Sendable {
        case bytes([UInt8])
        case file(FileBody, Range<Int>, Position)

        var count: Int {
            switch self {
            case .bytes(let bytes): bytes.count
            case .file(_, let range, _): range.count
            }
        }
    }

    /// The size in bytes.
    var count: Int {
        switch self {
        case .bytes(let bytes): bytes.count
        case .file(let file, _): file.size
        case .parts(let parts): parts.reduce(0) { $0 + $1.count }
        }
    }

    /// The bytes of it that are in memory.
    var bytesInMemory: Int {
        switch self {
        case .bytes(let bytes): bytes.count
        case .file: 0
        case .parts(let parts): parts.reduce(0) { if case .bytes(let bytes) = $1 { $0 + bytes.count } else { $0 } }
        }
    }

    /// The first bytes, at least four if the body is longer.
    var start: [UInt8] { (try? read(at: 0, upTo: 4)).map { Array($0) } ?? [] }

    /// Up to `count` bytes from `offset` on, at least one unless the body ends there.
    ///
    /// - Throws: why the file can't be read.
    func read(at offset: Int, upTo count: Int) throws(FileBodyError) -> ArraySlice<UInt8> {
        switch self {
        case .bytes(let bytes):
            return bytes[min(offset, bytes.count)..<min(offset + count, bytes.count)]
        case .file(let file, _):
            return try file.read(at: offset, upTo: count)[...]
        case .parts(let parts):
            var start = 0
            for part in parts {
                if offset < start + part.count {
                    return try Self.read(part, at: offset - start, upTo: min(count, start + part.count - offset))
                }
                start += part.count
            }
            return []
        }
    }

    private static func read(
        _ part: Part, at offset: Int, upTo count: Int
    ) throws(FileBodyError) -> ArraySlice<UInt8> {
        switch part {
        case .bytes(let bytes): return bytes[offset..<offset + count]
        case .file(let file, let range, _): return try file.read(at: range.lowerBound + offset, upTo: count)[...]
        }
    }

    /// The position of the file's name, if there is a file.
    var position: Position? {
        switch self {
        case .bytes: nil
        case .file(_, let position): position
        case .parts(let parts):
            parts.lazy.compactMap { if case .file(_, _, let position) = $0 { position } else { nil } }.first
        }
    }
}

/// A chunk or an event of a streamed body.
struct RenderedPiece: Sendable {
    /// The offset of the byte after it.
    let end: Int
    /// The time before it.
    let delay: DelayTime
}

/// The content of a response with every template evaluated: its body, and what the body's kind says about it.
struct RenderedContent {
    var body = RenderedBody.bytes([])
    /// nil if there is no body.
    var contentType: String?
    /// The chunks or events of a streamed body.
    var pieces: [RenderedPiece] = []

    /// Whether the body is in its content coding already.
    private(set) var isEncoded = false

    /// No content.
    init() {}

    /// - Throws: a template without a value.
    init(_ body: ResponseTemplate.Body, in scope: EvaluationContext) throws(EvaluationError) {
        switch body {
        case .none: break
        case .json(let template):
            (self.body, contentType) = (.bytes(try template.evaluate(in: scope).bytes()), MediaType.json)
        case .text(let template): (self.body, contentType) = (.bytes(try template.bytes(in: scope)), MediaType.text)
        case .templatedFile(let template, let type):
            (self.body, contentType) = (.bytes(try template.bytes(in: scope)), type)
        case .file(let file, let position):
            isEncoded = file.isEncoded
            (self.body, contentType) = (file.bytes.map(RenderedBody.bytes) ?? .file(file, position), file.contentType)
        case .bytes(let bytes): (self.body, contentType) = (.bytes(bytes), MediaType.unknown)
        case .base64(let template):
            (self.body, contentType) = (.bytes(try ContentTemplate.decode(template, in: scope)), MediaType.unknown)
        case .chunks(let chunks):
            contentType = Self.contentType(of: chunks)
            var bytes: [UInt8] = []
            for chunk in chunks {
                let content = try chunk.content.bytes(in: scope)
                try scope.check(bytes.count + content.count, at: chunk.content.templates.first?.position)
                bytes += content
                pieces.append(RenderedPiece(end: bytes.count, delay: chunk.delay))
            }
            self.body = .bytes(bytes)
        case .events(let events, _, _):
            contentType = MediaType.eventStream
            var bytes: [UInt8] = []
            for event in events {
                let content = try event.bytes(in: scope)
                try scope.check(bytes.count + content.count, at: event.templates.first?.position)
                bytes += content
                pieces.append(RenderedPiece(end: bytes.count, delay: event.delay))
            }
            self.body = .bytes(bytes)
        case .raw(let content, _): self.body = .bytes(try content.bytes(in: scope))
        }
    }

    /// Applies a content coding; each piece of a stream can be decoded when it is there.
    mutating func encode(_ encoding: BodyEncoding) {
        guard !isEncoded else { return }
        let format: CompressionFormat = encoding == .gzip ? .gzip : .deflate
        switch body {
        case .bytes(let bytes) where pieces.isEmpty:
            body = .bytes(Compressor.compress(bytes, as: format))
        case .bytes(let bytes):
            let starts = [0] + pieces.dropLast().map(\.end)
            let contents = zip(starts, pieces).map { Array(bytes[$0..<$1.end]) }
            let encoded = Compressor.compress(pieces: contents, as: format)
            body = .bytes(encoded.flatMap { $0 })
            var end = 0
            for index in pieces.indices {
                end += encoded[index].count
                pieces[index] = RenderedPiece(end: end, delay: pieces[index].delay)
            }
        case .file, .parts:
            return
        }
        isEncoded = true
    }

    /// The type of the chunks' content if all are of one kind.
    private static func contentType(of chunks: [BodyChunk]) -> String {
        let types = chunks.map { chunk in
            switch chunk.content {
            case .text: MediaType.text
            case .json: MediaType.json
            case .bytes, .base64: MediaType.unknown
            }
        }
        return types.first.flatMap { first in types.allSatisfy { $0 == first } ? first : nil } ?? MediaType.unknown
    }
}
