import HTTPMessage

/// A head that was found sendable, how to see that another is a copy of it, and what it is sent as.
///
/// A copy lies in the same memory, of which nobody can have made anything else while this holds it.
final class ResponseHeadCache {
    /// Memory that an array has, which is not copied to be compared.
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
    /// What the block says beside the head.
    private var length: Int?
    private var date: [UInt8]?

    /// No head.
    init() {
        status = nil
        fields = Fields()
        bytes = BufferIdentity(fields.bytes)
        lines = BufferIdentity(fields.lines)
    }

    /// - Parameter head: without a reason phrase, which HTTP/2 has no place for.
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

    /// The head with `length` and `date` where it states none: the last such block if it says the same.
    func block(length: Int?, date: [UInt8]?) -> FieldBlock {
        if let block, self.length == length, self.date.map({ BufferIdentity($0) }) == date.map({ BufferIdentity($0) }) {
            return block
        }
        let block = FieldBlock(status: status, fields: fields, length: length, date: date)
        self.block = block
        self.length = length
        self.date = date
        return block
    }
}
