import Bytes
import HTTPMessage
import Playback

/// A request in the format of the journal's bytes: a part of fixed size, then texts and bytes, whose sizes it holds.
///
/// `Fixed` is stored as it is, and `Parts.laidOut` says where each of the others begins: size, writing and reading
/// follow from these two.
struct JournalRecord {
    /// Its body may be only the first bytes.
    let request: Request
    /// The number of bytes of the whole body.
    let bodySize: Int
    let timeline: TimelineEntry
    let failure: FailureKind?

    /// The part that has the same size in every record.
    fileprivate struct Fixed: BitwiseCopyable {
        /// The request's number comes first: the ring looks records up by it.
        var number: Int64
        /// -1 for a fault.
        var status: Int32
        /// The index of the kind among all of them; -1 for none.
        var failure: Int32
        /// The instant at which the client left; -1 if it did not.
        var left: Int64 = -1
        var connection: Int64
        var exchange: Int64
        /// -1 for HTTP/1.
        var stream: Int64
        var arrival: Int64
        var offset: Int64
        var bodySize: Int64
        var rawCount: Int32
        var method: Span
        var target: Span
        var authority: Span
        var path: Span
        /// Begins at -1 if there is no query.
        var query: Span
        var outcome: OutcomeKind
        var version: VersionCode
        var hasTLS: Bool
        /// -1 for a text that is nil.
        var sizes: Parts<Int32>
    }

    /// A range in 8 bytes.
    fileprivate struct Span: BitwiseCopyable {
        var start: Int32
        var end: Int32

        init(_ range: Range<Int>) {
            start = Int32(truncatingIfNeeded: range.lowerBound)
            end = Int32(truncatingIfNeeded: range.upperBound)
        }

        var range: Range<Int> { Int(start)..<Int(end) }
    }

    /// A line of fields.
    fileprivate struct Line: BitwiseCopyable {
        var name: Span
        var value: Span
    }

    /// The texts and bytes of a record.
    fileprivate struct Parts<Value> {
        /// The names in the outcome and the fault.
        var name, other, fault: Value
        var tlsVersion, serverName, applicationProtocol, clientSubject: Value
        var fields, fieldLines, body, trailers, trailerLines: Value
    }

    fileprivate enum OutcomeKind: UInt8 {
        case step, stub, stubBeforeStep, failed, preflight, refusedPreflight
    }

    fileprivate enum VersionCode: UInt8 {
        case http10, http11, h2
    }

    /// The texts of a timeline entry.
    struct Texts {
        fileprivate let outcome: OutcomeKind
        fileprivate let name: String
        fileprivate var other: String?
        fileprivate var fault: String?

        init(_ timeline: TimelineEntry) {
            switch timeline.outcome {
            case .step(let id): (outcome, name) = (.step, id)
            case .stub(let id): (outcome, name) = (.stub, id)
            case .stubBeforeStep(let id, let step): (outcome, name, other) = (.stubBeforeStep, id, step)
            case .failed(let kind): (outcome, name) = (.failed, kind.rawValue)
            case .preflight: (outcome, name) = (.preflight, "")
            case .refusedPreflight: (outcome, name) = (.refusedPreflight, "")
            }
            if case .fault(let name) = timeline.response { fault = name }
        }
    }

    // MARK: - Writing

    /// Adds a record to the ring.
    ///
    /// - Parameter bodySize: the size of the whole body, if the request has only its first bytes.
    @inline(__always)
    static func append(
        _ request: Request, bodySize: Int? = nil, _ timeline: TimelineEntry, failure: FailureKind?,
        to ring: inout RingBuffer
    ) {
        let texts = Texts(timeline)
        let tls = request.connection.tls
        let sizes = Parts<Int32>(
            name: Int32(truncatingIfNeeded: texts.name.utf8.count), other: size(texts.other), fault: size(texts.fault),
            tlsVersion: size(tls?.version), serverName: size(tls?.serverName),
            applicationProtocol: size(tls?.applicationProtocol), clientSubject: size(tls?.clientSubject),
            fields: Int32(truncatingIfNeeded: request.head.fields.bytes.count),
            fieldLines: size(request.head.fields.lines), body: Int32(truncatingIfNeeded: request.body.count),
            trailers: Int32(truncatingIfNeeded: request.trailers.bytes.count),
            trailerLines: size(request.trailers.lines))
        let layout = request.head.layout
        let fixed = Fixed(
            number: Int64(timeline.number), status: status(of: timeline.response), failure: failure.map(code) ?? -1,
            left: timeline.left?.nanoseconds ?? -1, connection: Int64(request.connection.index),
            exchange: Int64(request.connection.exchange), stream: Int64(request.connection.stream ?? -1),
            arrival: timeline.arrival.nanoseconds, offset: timeline.offsetNanoseconds,
            bodySize: Int64(bodySize ?? request.body.count), rawCount: Int32(truncatingIfNeeded: request.head.rawCount),
            method: Span(layout.method), target: Span(layout.target), authority: Span(layout.authority),
            path: Span(layout.path), query: Span(layout.query ?? -1..<(-1)), outcome: texts.outcome,
            version: code(of: request.head.version), hasTLS: tls != nil, sizes: sizes)
        let (starts, end) = sizes.laidOut
        ring.append(end) { record in
            record.storeBytes(of: fixed, as: Fixed.self)
            record.store(texts.name, at: starts.name)
            record.store(texts.other, at: starts.other)
            record.store(texts.fault, at: starts.fault)
            if let tls {
                record.store(tls.version, at: starts.tlsVersion)
                record.store(tls.serverName, at: starts.serverName)
                record.store(tls.applicationProtocol, at: starts.applicationProtocol)
                record.store(tls.clientSubject, at: starts.clientSubject)
            }
            record.store(request.head.fields, at: starts.fields, starts.fieldLines)
            record.store(request.body, at: starts.body)
            record.store(request.trailers, at: starts.trailers, starts.trailerLines)
        }
    }

    private static func size(_ text: String?) -> Int32 { text.map { Int32(truncatingIfNeeded: $0.utf8.count) } ?? -1 }

    private static func size(_ lines: [Fields.Line]) -> Int32 {
        Int32(truncatingIfNeeded: lines.count * MemoryLayout<Line>.stride)
    }

    private static func status(of response: TimelineEntry.Response) -> Int32 {
        if case .status(let status) = response { Int32(truncatingIfNeeded: status) } else { -1 }
    }

    private static func code(of version: HTTPVersion) -> VersionCode {
        switch version {
        case .http10: .http10
        case .http11: .http11
        case .h2: .h2
        }
    }

    private static func code(_ failure: FailureKind) -> Int32 {
        Int32(FailureKind.allCases.firstIndex(of: failure) ?? 0)
    }

    // MARK: - Changing

    /// Sets the failure of a record if it has none yet, and its status.
    ///
    /// - Parameter status: nil if it does not change.
    static func amend(_ record: UnsafeMutableRawBufferPointer, status: Int?, failure: FailureKind) {
        change(record) { fixed in
            if let status { fixed.status = Int32(truncatingIfNeeded: status) }
            if fixed.failure < 0 { fixed.failure = code(failure) }
        }
    }

    /// Sets the failure of a record, and its status unless that is nil.
    static func settle(_ record: UnsafeMutableRawBufferPointer, status: Int?, failure: FailureKind?) {
        change(record) { fixed in
            if let status { fixed.status = Int32(truncatingIfNeeded: status) }
            fixed.failure = failure.map(code) ?? -1
        }
    }

    static func amend(_ record: UnsafeMutableRawBufferPointer, status: Int) {
        change(record) { $0.status = Int32(truncatingIfNeeded: status) }
    }

    static func amend(_ record: UnsafeMutableRawBufferPointer, bodySize: Int) {
        change(record) { $0.bodySize = Int64(bodySize) }
    }

    static func amend(_ record: UnsafeMutableRawBufferPointer, left: Instant?) {
        change(record) { $0.left = left?.nanoseconds ?? -1 }
    }

    private static func change(_ record: UnsafeMutableRawBufferPointer, _ body: (inout Fixed) -> Void) {
        var fixed = record.loadUnaligned(as: Fixed.self)
        body(&fixed)
        record.storeBytes(of: fixed, as: Fixed.self)
    }

    // MARK: - Reading

    /// The number of a record's request.
    static func number(of record: [UInt8]) -> Int {
        record.withUnsafeBytes { number(of: $0) }
    }

    static func number(of record: UnsafeRawBufferPointer) -> Int { Int(record.loadUnaligned(as: Int64.self)) }

    init(_ record: UnsafeRawBufferPointer) {
        let fixed = record.loadUnaligned(as: Fixed.self)
        let parts = fixed.sizes.ranges
        failure = fixed.failure < 0 ? nil : FailureKind.allCases[Int(fixed.failure)]
        let name = record.text(at: parts.name) ?? ""
        let outcome: TimelineEntry.Outcome =
            switch fixed.outcome {
            case .step: .step(name)
            case .stub: .stub(name)
            case .stubBeforeStep: .stubBeforeStep(name, step: record.text(at: parts.other) ?? "")
            case .failed: .failed(FailureKind(rawValue: name) ?? .unmatched)
            case .preflight: .preflight
            case .refusedPreflight: .refusedPreflight
            }
        let response: TimelineEntry.Response =
            fixed.status < 0 ? .fault(record.text(at: parts.fault) ?? "") : .status(Int(fixed.status))
        var connection = ConnectionInfo(
            index: Int(fixed.connection), exchange: Int(fixed.exchange),
            stream: fixed.stream < 0 ? nil : Int(fixed.stream))
        if fixed.hasTLS {
            connection.tls = TLSInfo(
                version: record.text(at: parts.tlsVersion) ?? "", serverName: record.text(at: parts.serverName),
                applicationProtocol: record.text(at: parts.applicationProtocol),
                clientSubject: record.text(at: parts.clientSubject))
        }
        let version: HTTPVersion =
            switch fixed.version {
            case .http10: .http10
            case .http11: .http11
            case .h2: .h2
            }
        let layout = RequestHead.Layout(
            method: fixed.method.range, target: fixed.target.range, authority: fixed.authority.range,
            path: fixed.path.range, query: fixed.query.start < 0 ? nil : fixed.query.range)
        let head = RequestHead(
            version: version, fields: record.fields(at: parts.fields, parts.fieldLines), layout: layout,
            rawCount: Int(fixed.rawCount))
        request = Request(
            head: head, body: Array(record[parts.body]),
            trailers: record.fields(at: parts.trailers, parts.trailerLines), connection: connection)
        bodySize = Int(fixed.bodySize)
        var timeline = TimelineEntry(
            number: Int(fixed.number), method: head.method, target: head.target, connection: connection,
            offset: .nanoseconds(fixed.offset), arrival: Instant(nanoseconds: fixed.arrival), outcome: outcome,
            response: response)
        // What no rule takes fails, unless the scenario allows it.
        if case .failed = outcome, failure == nil { timeline.isAllowed = true }
        if fixed.left >= 0 { timeline.left = Instant(nanoseconds: fixed.left) }
        self.timeline = timeline
    }
}

extension JournalRecord.Parts: BitwiseCopyable where Value: BitwiseCopyable {}

extension JournalRecord.Parts where Value == Int32 {
    /// The offset of each part in its record, and the size of the record.
    fileprivate var laidOut: (starts: JournalRecord.Parts<Int32>, end: Int) {
        var end = Int32(MemoryLayout<JournalRecord.Fixed>.size)
        func next(_ size: Int32) -> Int32 {
            let start = end
            end &+= max(0, size)
            return start
        }
        let starts = JournalRecord.Parts(
            name: next(name), other: next(other), fault: next(fault), tlsVersion: next(tlsVersion),
            serverName: next(serverName), applicationProtocol: next(applicationProtocol),
            clientSubject: next(clientSubject), fields: next(fields), fieldLines: next(fieldLines), body: next(body),
            trailers: next(trailers), trailerLines: next(trailerLines))
        return (starts, Int(end))
    }

    /// The range of each part in its record; nil for a text that is nil.
    fileprivate var ranges: JournalRecord.Parts<Range<Int>?> {
        let starts = laidOut.starts
        func range(_ part: KeyPath<Self, Int32>) -> Range<Int>? {
            let (start, size) = (Int(starts[keyPath: part]), Int(self[keyPath: part]))
            return size < 0 ? nil : start..<start + size
        }
        return JournalRecord.Parts(
            name: range(\.name), other: range(\.other), fault: range(\.fault), tlsVersion: range(\.tlsVersion),
            serverName: range(\.serverName), applicationProtocol: range(\.applicationProtocol),
            clientSubject: range(\.clientSubject), fields: range(\.fields), fieldLines: range(\.fieldLines),
            body: range(\.body), trailers: range(\.trailers), trailerLines: range(\.trailerLines))
    }
}

extension UnsafeMutableRawBufferPointer {
    fileprivate func store(_ text: String?, at start: Int32) {
        guard var text else { return }
        text.withUTF8 { store(UnsafeRawBufferPointer($0), at: start) }
    }

    fileprivate func store(_ bytes: [UInt8], at start: Int32) {
        if !bytes.isEmpty { bytes.withUnsafeBytes { store($0, at: start) } }
    }

    fileprivate func store(_ fields: Fields, at bytes: Int32, _ lines: Int32) {
        store(fields.bytes, at: bytes)
        var index = Int(lines)
        for line in fields.lines {
            let line = JournalRecord.Line(name: JournalRecord.Span(line.name), value: JournalRecord.Span(line.value))
            storeBytes(of: line, toByteOffset: index, as: JournalRecord.Line.self)
            index += MemoryLayout<JournalRecord.Line>.stride
        }
    }

    private func store(_ bytes: UnsafeRawBufferPointer, at start: Int32) {
        UnsafeMutableRawBufferPointer(rebasing: self[Int(start)...]).copyMemory(from: bytes)
    }
}

extension UnsafeRawBufferPointer {
    fileprivate subscript(range: Range<Int>?) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: self[range ?? 0..<0])
    }

    fileprivate func text(at range: Range<Int>?) -> String? {
        range.map { String(decoding: self[$0], as: UTF8.self) }
    }

    fileprivate func fields(at bytes: Range<Int>?, _ lines: Range<Int>?) -> Fields {
        let stride = MemoryLayout<JournalRecord.Line>.stride
        let starts = lines.map { Swift.stride(from: $0.lowerBound, to: $0.upperBound, by: stride).map { $0 } } ?? []
        return Fields(
            bytes: Array(self[bytes]),
            lines: starts.map {
                let line = loadUnaligned(fromByteOffset: $0, as: JournalRecord.Line.self)
                return Fields.Line(name: line.name.range, value: line.value.range)
            })
    }
}
