public import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Responses that are used again if the server says that they have not changed.
///
/// It is in memory and bounded: when it is full, the least recently used response goes. One cache may serve several
/// users, because a response belongs to the `Authorization` and `Cookie` of its request. Those that a `URLSession` adds
/// by itself are not seen here: give each such session a cache of its own.
public actor ResponseCache {
    /// The most bytes of bodies and headers together.
    public nonisolated let capacity: Int
    private var responses: ByteBoundedStore<CacheKey, CachedResponse>
    /// Counts removals. A response to a request that is older than the last one may be out of date, and is not stored.
    private var generation: UInt64 = 0

    /// An empty cache.
    ///
    /// - Parameter capacity: the most bytes of bodies and headers together; a response that is larger is not stored.
    public init(capacity: Int = 16 * 1_024 * 1_024) {
        self.capacity = capacity
        responses = ByteBoundedStore(capacity: capacity)
    }

    /// The bytes of bodies and headers in the cache.
    public var byteCount: Int { responses.byteCount }

    /// Removes all responses, for example when a user signs out. Responses on their way are not stored, either.
    public func removeAll() {
        remove { _ in true }
    }

    /// Removes the responses of a URL, of all users.
    public func removeAll(of url: URL) {
        remove { $0.url == url }
    }

    private func remove(where isRemoved: (CacheKey) -> Bool) {
        generation &+= 1
        responses.removeAll(where: isRemoved)
    }

    /// What is stored for a request, and the generation that ``store(_:for:asOf:)`` wants.
    func lookup(_ key: CacheKey, _ request: URLRequest) -> (CachedResponse?, asOf: UInt64) {
        let cached = responses.value(for: key)
        return (cached?.matches(request) == true ? cached : nil, generation)
    }

    /// Stores a response, or removes the key's old one if there is none to store.
    func store(_ response: CachedResponse?, for key: CacheKey, asOf started: UInt64) {
        guard started == generation else { return }
        if let response {
            responses.insert(response, byteCount: response.byteCount, for: key)
        } else {
            responses.remove(key)
        }
    }
}
