/// Reads server-sent events from bytes, however they are cut into pieces (WHATWG HTML, section 9.2.6).
///
/// An event that is not ended by an empty line is not an event: the end of the bytes drops it, as the standard says.
public struct EventParser: Sendable {
    /// The id to connect again with; empty if none.
    public private(set) var lastEventID: String
    /// The time to wait before connecting again, if the server stated it.
    public private(set) var retry: Duration?

    private let limit: Int
    private var line: [UInt8] = []
    private var isFirstLine = true
    private var endedByCarriageReturn = false
    private var data: [UInt8] = []
    private var type = ""
    private var id: String

    /// A parser of one connection's bytes.
    ///
    /// - Parameters:
    ///   - lastEventID: the id that the connection was asked for with.
    ///   - limit: the most bytes of an event's data and of the line being read, together.
    public init(lastEventID: String = "", limit: Int = 1_048_576) {
        self.lastEventID = lastEventID
        self.limit = limit
        id = lastEventID
    }

    /// Takes bytes and appends the events that they complete.
    ///
    /// - Throws: ``RESTError/invalidData(_:_:)`` if an event is larger than the limit; the events before it are appended.
    public mutating func feed(
        _ bytes: some Sequence<UInt8>, into events: inout [MessageEvent]
    ) throws(RESTError) {
        for byte in bytes {
            let endsCarriageReturn = endedByCarriageReturn && byte == UInt8(ascii: "\n")
            endedByCarriageReturn = byte == UInt8(ascii: "\r")
            if endsCarriageReturn { continue }
            if endedByCarriageReturn || byte == UInt8(ascii: "\n") {
                if let event = endLine() { events.append(event) }
            } else {
                guard line.count + data.count < limit else {
                    throw .invalidData("an event has more than \(limit) bytes", nil)
                }
                line.append(byte)
            }
        }
    }

    private mutating func endLine() -> MessageEvent? {
        defer { line.removeAll() }
        if isFirstLine, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
        isFirstLine = false
        if line.isEmpty { return dispatched() }
        let name = line.prefix { $0 != UInt8(ascii: ":") }
        var value = line.dropFirst(name.count + 1)
        if value.first == UInt8(ascii: " ") { value.removeFirst() }
        take(String(decoding: name, as: UTF8.self), value)
        return nil
    }

    /// A line that begins with a colon is a comment, and its name is empty.
    private mutating func take(_ name: String, _ value: ArraySlice<UInt8>) {
        switch name {
        case "event": type = String(decoding: value, as: UTF8.self)
        case "data": data += value + [UInt8(ascii: "\n")]
        case "id" where !value.contains(0): id = String(decoding: value, as: UTF8.self)
        case "retry" where value.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }:
            // More than 24 days is not a time to wait.
            if let milliseconds = Int32(String(decoding: value, as: UTF8.self)) { retry = .milliseconds(milliseconds) }
        default: break
        }
    }

    private mutating func dispatched() -> MessageEvent? {
        defer {
            data.removeAll()
            type = ""
        }
        lastEventID = id
        guard !data.isEmpty else { return nil }
        return MessageEvent(
            type: type.isEmpty ? "message" : type, data: String(decoding: data.dropLast(), as: UTF8.self), id: id)
    }
}
