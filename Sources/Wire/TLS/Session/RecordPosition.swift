/// The position of the last received byte in the client's sequence of records (RFC 8446 §5.1).
struct RecordPosition: Sendable {
    private static let headerLength = 5
    private static let applicationData: UInt8 = 23

    /// The bytes of the current record's header that have come; 0 between records.
    private var headerCount = 0
    private var type: UInt8 = 0
    /// The bytes of the current record that are missing, once its header has come.
    private var missing = 0

    /// Whether a record has come in part that may hold application data. In TLS 1.3 all encrypted records look so.
    var isAmidApplicationData: Bool { headerCount > 0 && type == Self.applicationData }

    mutating func move(over bytes: UnsafeRawBufferPointer) {
        var index = 0
        while index < bytes.count {
            if headerCount < Self.headerLength {
                takeHeaderByte(bytes[index])
                index += 1
            } else {
                let share = min(missing, bytes.count - index)
                missing -= share
                index += share
            }
            if headerCount == Self.headerLength, missing == 0 { headerCount = 0 }
        }
    }

    private mutating func takeHeaderByte(_ byte: UInt8) {
        switch headerCount {
        case 0: type = byte
        case 3: missing = Int(byte) << 8
        case 4: missing |= Int(byte)
        default: break
        }
        headerCount += 1
    }
}
