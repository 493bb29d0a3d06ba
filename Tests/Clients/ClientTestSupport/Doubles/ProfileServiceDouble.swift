#if canImport(APIClient)
public import APIClient
#endif

/// A typed double of a ``ProfileServing``, which counts its calls.
public final class ProfileServiceDouble: ProfileServing {
    private let made = Protected(0)
    private let answer: @Sendable () async throws -> Profile

    /// A double that answers with what a function returns or throws.
    public init(_ answer: @escaping @Sendable () async throws -> Profile) {
        self.answer = answer
    }

    /// How often the profile was asked for.
    public var calls: Int { made.withLock { $0 } }

    public func fetchProfile() async throws -> Profile {
        made.withLock { $0 += 1 }
        return try await answer()
    }
}
