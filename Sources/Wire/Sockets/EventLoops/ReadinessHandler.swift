/// The owner of a descriptor that an event loop watches: a channel or an acceptor. Confined to its event loop.
protocol ReadinessHandler: AnyObject, Sendable {
    /// The descriptor is or was ready for something it is watched for; only trying tells.
    func ready(_ readiness: Readiness)
}

/// The operations that a descriptor seems ready for.
struct Readiness: OptionSet {
    let rawValue: UInt8

    /// Bytes, the peer's end, a connection or an error can be read.
    static let readable = Readiness(rawValue: 1)
    static let writable = Readiness(rawValue: 2)
    /// The peer has sent its last byte, which can already be read.
    static let ended = Readiness(rawValue: 4)
    /// Readability may not be reported again for bytes that are left unread.
    static let onlyOnce = Readiness(rawValue: 16)
    /// Both directions are closed.
    static let hungUp = Readiness(rawValue: 8)
}

/// The events that a descriptor is watched for. A hang-up is always reported if the system can.
struct Interest: OptionSet {
    let rawValue: UInt8

    static let reading = Interest(rawValue: 1)
    static let writing = Interest(rawValue: 2)
    /// The peer's end, even while reading is paused.
    static let end = Interest(rawValue: 4)
}
