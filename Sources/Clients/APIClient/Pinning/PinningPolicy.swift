public import Foundation

/// Says which certificates hosts may show, in addition to the system's evaluation of their trust.
///
/// Give each host at least two pins: the one in use, and a backup whose key is kept elsewhere, or an app can no longer
/// reach its host once the first is lost (RFC 7469, section 4.3).
///
///     let policy = PinningPolicy([
///         PinnedHost("example.com", includingSubdomains: true, pins: [.publicKey(current), .publicKey(backup)])
///     ])
public struct PinningPolicy: Sendable, Hashable {
    private var hosts: [String: [CertificatePin]] = [:]
    private var domains: [String: [CertificatePin]] = [:]

    /// A policy for hosts. The pins of a host that occurs twice are joined; a subdomain with pins of its own has only
    /// those.
    public init(_ hosts: [PinnedHost]) {
        for host in hosts {
            let name = Self.normalized(host.name)
            self.hosts[name, default: []] += host.pins
            if host.includesSubdomains { domains[name, default: []] += host.pins }
        }
    }

    /// The verdict on a host's chain, of which one certificate must match one pin (RFC 7469, section 2.6).
    ///
    /// - Parameters:
    ///   - chain: the certificates in DER. Evaluate their trust first, and give those that it found: until then a chain
    ///     is a claim, to which anyone could add a pinned certificate.
    ///   - host: the name of the host.
    public func verdict(on chain: [Data], for host: String) -> PinningVerdict {
        guard let pins = pins(for: Self.normalized(host)) else { return .unpinned }
        var certificates: [X509Certificate] = []
        for der in chain {
            do { certificates.append(try X509Certificate(der: der)) } catch { return .malformed(error) }
        }
        return certificates.contains { certificate in pins.contains { $0.matches(certificate) } } ? .match : .mismatch
    }

    /// The pins of the host itself, else of the nearest domain above it.
    private func pins(for host: String) -> [CertificatePin]? {
        if let pins = hosts[host] { return pins }
        var name = Substring(host)
        while let dot = name.firstIndex(of: ".") {
            name = name[dot...].dropFirst()
            if let pins = domains[String(name)] { return pins }
        }
        return nil
    }

    /// In lower case, without the dot at the end of a fully qualified name.
    private static func normalized(_ host: String) -> String {
        let name = host.lowercased()
        return name.hasSuffix(".") ? String(name.dropLast()) : name
    }
}

/// What a ``PinningPolicy`` says of a chain.
public enum PinningVerdict: Sendable, Hashable {
    /// The host has no pins.
    case unpinned
    /// A certificate of the chain matches a pin.
    case match
    /// No certificate matches a pin.
    case mismatch
    /// A certificate of the chain can't be read.
    case malformed(DERError)

    /// Whether the connection may be used, if the system trusts the chain.
    public var isAccepted: Bool {
        switch self {
        case .unpinned, .match: true
        case .mismatch, .malformed: false
        }
    }
}
