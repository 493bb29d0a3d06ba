/// The last 4,096 ports that this process was given for port 0.
///
/// A client that pools connections, or retries, may still talk to the port of a stopped server. If that port were
/// reused, the client would reach another test's server.
struct RecentPorts {
    private static let capacity = 4_096

    private var isRemembered = [Bool](repeating: false, count: 65_536)
    private var ring: [UInt16] = []
    private var oldest = 0

    /// Remembers `port` and forgets the oldest one; returns false if it is already remembered.
    mutating func take(_ port: UInt16) -> Bool {
        guard !isRemembered[Int(port)] else { return false }
        isRemembered[Int(port)] = true
        if ring.count < Self.capacity {
            ring.append(port)
        } else {
            isRemembered[Int(ring[oldest])] = false
            ring[oldest] = port
            oldest = (oldest + 1) % Self.capacity
        }
        return true
    }
}
