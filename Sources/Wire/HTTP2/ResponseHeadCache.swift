import HTTPMessage

/// A checked head, with the means to recognize a copy of it, and its encoded block.
///
/// A copy has the same memory, which can't have changed while this object keeps it.
final class ResponseHeadCache {
    /// The identity of an array's memory, so that comparing copies nothing.
    private struct BufferIdentity: Equatable {
        let start: UnsafeRawPointer?
        let count: Int

        init(_ array: borrowing [UInt8]) {
            start = array.withUnsafeBytes { $0.baseAddress }
            count = array.count
        }

        init(_ lines: borrowing [Fields.Line]) {
            start = lines.withUnsafeBytes { $0.baseAddress }
            count = lines.count
        }
    }

    private let status: Int?
    private let fields: Fields
    private let bytes: BufferIdentity
    private let lines: BufferIdentity

    private var block: FieldBlock?
    /// The fields that the block contains in addition to the head.
    private var length: Int?
    private var date: [UInt8]?

    /// An empty cache.
    init() {
        status = nil
        fields = Fields()
        bytes = BufferIdentity(fields.bytes)
        lines = BufferIdentity(fields.lines)
    }

    /// - Parameter head: without a reason phrase, because HTTP/2 has none.
    init(_ head: ResponseHead) {
        status = head.status
        fields = head.fields
        bytes = BufferIdentity(fields.bytes)
        lines = BufferIdentity(fields.lines)
    }

    /// Whether `head` is this one or a copy of it.
    func `is`(_ head: borrowing ResponseHead) -> Bool {
        status == head.status && head.reason == nil && bytes == BufferIdentity(head.fields.bytes)
            && lines == BufferIdentity(head.fields.lines)
    }

    /// The head with `length` and `date` unless it states its own; the last such block if it is equal.
    func block(length: Int?, date: [UInt8]?) -> FieldBlock {
        if let block, self.length == length, hasDate(date) { return block }
        let block = FieldBlock(status: status, fields: fields, length: length, date: date)
        self.block = block
        self.length = length
        self.date = date
        return block
    }

    /// Whether `other` is the block's date or a copy of it.
    private func hasDate(_ other: [UInt8]?) -> Bool {
        switch (date, other) {
        case (let date?, let other?): BufferIdentity(date) == BufferIdentity(other)
        case (nil, nil): true
        default: false
        }
    }
}
