import HTTPMessage

/// The name of a field that determines the end of a message, its destination, whether its sender waits, or the future
/// of the connection.
enum ParserFieldName {
    case host
    case contentLength
    case transferEncoding
    case expect
    case connection

    /// nil for any other name.
    init?(_ name: UnsafeBufferPointer<UInt8>) {
        switch name.count {
        case 4 where name.isNamed("Host"): self = .host
        case 6 where name.isNamed("Expect"): self = .expect
        case 10 where name.isNamed("Connection"): self = .connection
        case 14 where name.isNamed("Content-Length"): self = .contentLength
        case 17 where name.isNamed("Transfer-Encoding"): self = .transferEncoding
        default: return nil
        }
    }
}
