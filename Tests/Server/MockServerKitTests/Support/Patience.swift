import Testing

/// How long a server waits for a client that is to be faster than that, although the machine may be slow.
enum Patience {
    /// Calls `body` with longer and longer times until it returns true: a client that is fast enough for none of them is
    /// not slow, but refused.
    static func find(_ body: (Duration) throws -> Bool) throws {
        for milliseconds in [300, 1_200, 4_800, 19_200] where try body(.milliseconds(milliseconds)) { return }
        Issue.record("no time is long enough")
    }
}

extension Duration {
    var milliseconds: Int { Int(self / .milliseconds(1)) }
}
