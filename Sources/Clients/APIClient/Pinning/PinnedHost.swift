/// A host with its pins.
public struct PinnedHost: Sendable, Hashable {
    /// The name, whose case does not count.
    public let name: String
    /// Whether the pins are those of its subdomains, too.
    public let includesSubdomains: Bool
    /// The pins, of which one must match. With none, the host is refused.
    public let pins: [CertificatePin]

    /// A host from its parts.
    public init(_ name: String, includingSubdomains: Bool = false, pins: [CertificatePin]) {
        self.name = name
        includesSubdomains = includingSubdomains
        self.pins = pins
    }
}
