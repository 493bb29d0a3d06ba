import Locking

/// The numbers of a listener's connections. Event loops count them, any thread may ask.
package final class ConnectionCounts: Sendable {
    private let counters = Counters(count: 2)

    init() {}

    func opened() { counters.add(at: 0) }
    func closed() { counters.add(at: 1) }

    /// How many connections were accepted so far, and how many of them are open.
    package var current: (accepted: UInt64, open: UInt64) {
        // A connection that opens or closes meanwhile makes neither number too small.
        let closed = counters[1]
        let accepted = counters[0]
        return (accepted, accepted - closed)
    }
}
