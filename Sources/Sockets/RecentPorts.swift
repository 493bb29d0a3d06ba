/// The last 4,096 ports this process was given for port 0.
///
/// A client that pools connections, or retries, may still talk to the port of a server that has stopped; were the same
/// port handed out again, it would meet another test's server.
struct RecentPorts {
    private static let capacity = 4_096

    private var isRemembered = [Bool](repeating: false, count: 65_536)
    private var ring: [UInt16] = []
    private var oldest = 0

    /// Remembers `port` and forgets the oldest one; false if it is one of those remembered.
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
