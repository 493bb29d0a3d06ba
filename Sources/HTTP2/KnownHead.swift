import HTTPMessage

/// A head that was looked through before, and how to see that another is a copy of it: it lies in the same memory, of
/// which nobody can have made anything else while this holds it.
struct KnownHead {
    private let status: Int?
    private let fields: Fields
    // Read without a copy of the fields.
    private let bytes: UnsafePointer<UInt8>?
    private let lines: UnsafePointer<Fields.Line>?
    private let count: Int

    /// No head.
    init() {
        self.init(status: nil, Fields())
    }

    /// - Parameter head: without a reason phrase, or it is not known again.
    init(_ head: ResponseHead) {
        self.init(status: head.reason == nil ? head.status : nil, head.fields)
    }

    private init(status: Int?, _ fields: Fields) {
        self.status = status
        self.fields = fields
        bytes = fields.bytes.withUnsafeBufferPointer { $0.baseAddress }
        lines = fields.lines.withUnsafeBufferPointer { $0.baseAddress }
        count = fields.count
    }

    /// Whether `head` is this one or a copy of it.
    func `is`(_ head: ResponseHead) -> Bool {
        status == head.status && head.reason == nil && count == head.fields.count
            && head.fields.bytes.withUnsafeBufferPointer { $0.baseAddress == bytes }
            && head.fields.lines.withUnsafeBufferPointer { $0.baseAddress == lines }
    }
}
