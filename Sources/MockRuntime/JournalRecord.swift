import HTTPMessage
import Playback

/// A request in the format of the journal's bytes: first its number and the fields that may change, then the rest.
struct JournalRecord {
    /// Its body may be only the first bytes.
    let request: Request
    /// The number of bytes of the whole body.
    let bodySize: Int
    let timeline: TimelineEntry
    let failure: FailureKind?

    // MARK: - Writing

    /// The size of a record without texts and bytes.
    private static let fixed = 8 + 2 * 4 + 7 * 8 + 4 + 12 * 4

    /// The texts of a timeline entry.
    struct Texts {
        fileprivate let outcome: OutcomeKind
        /// The names in the outcome and the fault.
        fileprivate let name: String
        fileprivate var other: String?
        fileprivate var fault: String?

        init(_ timeline: TimelineEntry) {
            switch timeline.outcome {
            case .step(let id): (outcome, name) = (.step, id)
            case .stub(let id): (outcome, name) = (.stub, id)
            case .stubBeforeStep(let id, let step): (outcome, name, other) = (.stubBeforeStep, id, step)
            case .failed(let kind): (outcome, name) = (.failed, kind.rawValue)
            }
            if case .fault(let name) = timeline.response { fault = name }
        }
    }

    private static func size(_ texts: Texts) -> Int {
        RecordWriter.size(texts.name) + RecordWriter.size(texts.other) + RecordWriter.size(texts.fault)
    }

    /// The size in bytes; a flag of four bytes tells whether there are any facts.
    private static func size(_ facts: TLSInfo?) -> Int {
        guard let facts else { return 4 }
        return 4 + RecordWriter.size(facts.version) + RecordWriter.size(facts.serverName)
            + RecordWriter.size(facts.applicationProtocol) + RecordWriter.size(facts.clientSubject)
    }

    /// The size in bytes.
    static func size(_ request: Request, _ texts: Texts) -> Int {
        fixed + size(texts) + size(request.connection.tls) + size(request.head.fields) + size(request.trailers) + 4
            + request.body.count
    }

    private static func size(_ fields: Fields) -> Int { 4 + fields.bytes.count + 4 + fields.lines.count * 16 }

    static func write(
        _ request: Request, bodySize: Int? = nil, _ timeline: TimelineEntry, _ texts: Texts, _ failure: FailureKind?,
        to writer: inout RecordWriter
    ) {
        writer.put(int64: Int64(timeline.number))
        var status = -1
        if case .status(let number) = timeline.response { status = number }
        writer.put(int32: status)
        writer.put(int32: failure.map(code) ?? -1)
        writer.put(int64: timeline.left?.nanoseconds ?? notLeft)

        writer.put(int64: Int64(request.connection.index))
        writer.put(int64: Int64(request.connection.exchange))
        writer.put(int64: Int64(request.connection.stream ?? -1))
        writer.put(int64: timeline.arrival.nanoseconds)
        writer.put(int64: timeline.offsetNanoseconds)
        writer.put(int32: texts.outcome.rawValue)
        writer.put(texts.name)
        writer.put(texts.other)
        writer.put(texts.fault)
        writer.put(request.connection.tls)

        let layout = request.head.layout
        writer.put(int32: code(of: request.head.version))
        writer.put(int32: request.head.rawCount)
        writer.put(layout.method)
        writer.put(layout.target)
        writer.put(layout.authority)
        writer.put(layout.path)
        writer.put(int32: layout.query?.lowerBound ?? -1)
        writer.put(int32: layout.query?.upperBound ?? -1)
        writer.put(request.head.fields)
        writer.put(request.body)
        writer.put(int64: Int64(bodySize ?? request.body.count))
        writer.put(request.trailers)
    }

    /// Updates the fields of a record's bytes that may change.
    static func amend(_ bytes: UnsafeMutableRawBufferPointer, status: Int?, failure: FailureKind) {
        if let status { bytes.storeBytes(of: Int32(status), toByteOffset: 8, as: Int32.self) }
        if bytes.loadUnaligned(fromByteOffset: 12, as: Int32.self) < 0 {
            bytes.storeBytes(of: Int32(code(of: failure)), toByteOffset: 12, as: Int32.self)
        }
    }

    /// Updates the failure in a record's bytes, and the status unless it is nil.
    static func settle(_ bytes: UnsafeMutableRawBufferPointer, status: Int?, failure: FailureKind?) {
        if let status { bytes.storeBytes(of: Int32(status), toByteOffset: 8, as: Int32.self) }
        bytes.storeBytes(of: Int32(failure.map(code) ?? -1), toByteOffset: 12, as: Int32.self)
    }

    static func amend(_ bytes: UnsafeMutableRawBufferPointer, left: Instant) {
        bytes.storeBytes(of: left.nanoseconds, toByteOffset: 16, as: Int64.self)
    }

    /// The instant in a record whose client has not left.
    private static let notLeft: Int64 = -1

    fileprivate enum OutcomeKind: Int {
        case step, stub, stubBeforeStep, failed
    }

    private static func code(of version: HTTPVersion) -> Int {
        switch version {
        case .http10: 0
        case .http11: 1
        case .h2: 2
        }
    }

    private static func code(of failure: FailureKind) -> Int { FailureKind.allCases.firstIndex(of: failure) ?? 0 }

    // MARK: - Reading

    init(_ record: RecordReader) {
        var reader = record
        let number = Int(reader.int64())
        let status = reader.int32()
        let code = reader.int32()
        failure = FailureKind.allCases.indices.contains(code) ? FailureKind.allCases[code] : nil
        let left = reader.int64()

        let (index, exchange, stream) = (Int(reader.int64()), Int(reader.int64()), Int(reader.int64()))
        let arrival = Instant(nanoseconds: reader.int64())
        let offset = Duration.nanoseconds(reader.int64())
        let kind = OutcomeKind(rawValue: reader.int32()) ?? .failed
        let (name, other, fault) = (reader.string() ?? "", reader.string() ?? "", reader.string() ?? "")
        let outcome: TimelineEntry.Outcome =
            switch kind {
            case .step: .step(name)
            case .stub: .stub(name)
            case .stubBeforeStep: .stubBeforeStep(name, step: other)
            case .failed: .failed(FailureKind(rawValue: name) ?? .unmatched)
            }
        var tls: TLSInfo?
        if reader.int32() != 0 {
            tls = TLSInfo(
                version: reader.string() ?? "", serverName: reader.string(), applicationProtocol: reader.string(),
                clientSubject: reader.string())
        }
        let connection = ConnectionInfo(
            index: index, exchange: exchange, stream: stream < 0 ? nil : stream, tls: tls)

        let versions: [HTTPVersion] = [.http10, .http11, .h2]
        let spoken = versions[reader.int32()]
        let rawCount = reader.int32()
        let (method, target, authority, path) = (reader.range(), reader.range(), reader.range(), reader.range())
        let query = reader.range()
        let layout = RequestHead.Layout(
            method: method, target: target, authority: authority, path: path, query: query.lowerBound < 0 ? nil : query)
        let head = RequestHead(version: spoken, fields: reader.fields(), layout: layout, rawCount: rawCount)
        let body = reader.array()
        bodySize = Int(reader.int64())
        request = Request(head: head, body: body, trailers: reader.fields(), connection: connection)
        var timeline = TimelineEntry(
            number: number, method: head.method, target: head.target, connection: connection, offset: offset,
            arrival: arrival, outcome: outcome, response: status < 0 ? .fault(fault) : .status(status))
        if left != Self.notLeft { timeline.left = Instant(nanoseconds: left) }
        self.timeline = timeline
    }
}

extension RecordWriter {
    fileprivate mutating func put(_ range: Range<Int>) {
        put(int32: range.lowerBound)
        put(int32: range.upperBound)
    }

    fileprivate mutating func put(_ facts: TLSInfo?) {
        put(int32: facts == nil ? 0 : 1)
        guard let facts else { return }
        put(facts.version)
        put(facts.serverName)
        put(facts.applicationProtocol)
        put(facts.clientSubject)
    }

    fileprivate mutating func put(_ fields: Fields) {
        put(fields.bytes)
        put(int32: fields.lines.count)
        for line in fields.lines {
            put(line.name)
            put(line.value)
        }
    }
}

extension RecordReader {
    fileprivate mutating func range() -> Range<Int> {
        let start = int32()
        return start..<int32()
    }

    fileprivate mutating func fields() -> Fields {
        let bytes = array()
        let count = int32()
        return Fields(bytes: bytes, lines: (0..<count).map { _ in Fields.Line(name: range(), value: range()) })
    }
}
