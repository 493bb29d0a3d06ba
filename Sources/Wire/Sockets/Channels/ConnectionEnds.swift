import CPlatform

/// The addresses of both ends of an Internet connection.
package struct ConnectionEnds: Hashable, Sendable {
    /// The most descriptors that are looked at.
    private static let mostDescriptors: Int32 = 65_536

    let own: InternetAddress
    let peer: InternetAddress

    /// nil if `descriptor` is not an Internet connection.
    init?(of descriptor: Int32) {
        guard let own = InternetAddress(localOf: descriptor), let peer = InternetAddress(peerOf: descriptor) else {
            return nil
        }
        (self.own, self.peer) = (own, peer)
    }

    /// Whether this process has the peer's end, too. Looks at all of its descriptors, which takes milliseconds.
    package var isWithinProcess: Bool {
        (0..<cplatform_descriptors(Self.mostDescriptors)).contains { descriptor in
            guard let other = ConnectionEnds(of: descriptor) else { return false }
            return other.own == peer && other.peer == own
        }
    }
}
