/// How much of a body has been sent or received.
public struct TransferProgress: Sendable, Hashable {
    /// The bytes so far.
    public let bytes: Int64
    /// The length of the whole body in bytes; `nil` if it is not known.
    public let expected: Int64?

    /// A progress from its parts.
    public init(bytes: Int64, expected: Int64?) {
        self.bytes = bytes
        self.expected = expected
    }

    /// The part of the body that is done, from 0 to 1; `nil` if the length is not known or 0.
    public var fraction: Double? {
        guard let expected, expected > 0 else { return nil }
        return min(Double(bytes) / Double(expected), 1)
    }
}
