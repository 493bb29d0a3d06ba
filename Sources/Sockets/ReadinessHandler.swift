/// What owns a descriptor that an event loop watches: a channel or an acceptor. Confined to its event loop.
protocol ReadinessHandler: AnyObject, Sendable {
    /// The descriptor is ready for something it is watched for, or was: trying is what tells.
    func ready(_ readiness: Readiness)
}

/// What a descriptor seems ready for.
struct Readiness: OptionSet {
    let rawValue: UInt8

    /// Bytes, the peer's end, a connection or an error can be read.
    static let readable = Readiness(rawValue: 1)
    static let writable = Readiness(rawValue: 2)
    /// The peer will send no more than what can be read already.
    static let ended = Readiness(rawValue: 4)
    /// This may be the last time it is told that something can be read: what is left unread is not told again.
    static let onlyOnce = Readiness(rawValue: 16)
    /// Nothing goes either way any more.
    static let hungUp = Readiness(rawValue: 8)
}

/// What a descriptor is watched for. That nothing goes either way any more is always told where the system can.
struct Interest: OptionSet {
    let rawValue: UInt8

    static let reading = Interest(rawValue: 1)
    static let writing = Interest(rawValue: 2)
    /// The peer's end, even while nothing is read.
    static let end = Interest(rawValue: 4)
}
