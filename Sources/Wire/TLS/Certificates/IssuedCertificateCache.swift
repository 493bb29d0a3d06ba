/// The servers' certificates that an authority has made, at most `limit`; the oldest is removed first.
///
/// Clients choose the names by SNI, so their number must be limited.
struct IssuedCertificateCache {
    struct Key: Hashable {
        var names: [CertificateName]
        var certificateFault: CertificateFault?
    }

    struct Entry {
        var identity: TLSIdentity
        /// When the certificate is replaced, in seconds since 1970.
        var renewal: Int64
    }

    static let limit = 256

    private var entries: [Key: Entry] = [:]
    private var order: [Key] = []
    private var oldest = 0

    var count: Int { entries.count }

    func identity(_ key: Key, at now: Int64) -> TLSIdentity? {
        guard let entry = entries[key], now < entry.renewal else { return nil }
        return entry.identity
    }

    mutating func keep(_ entry: Entry, for key: Key) {
        guard entries.updateValue(entry, forKey: key) == nil else { return }
        guard order.count == Self.limit else {
            order.append(key)
            return
        }
        entries[order[oldest]] = nil
        order[oldest] = key
        oldest = (oldest + 1) % Self.limit
    }
}
