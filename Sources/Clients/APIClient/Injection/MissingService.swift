public import Foundation

/// A service was called that the container was not given.
public struct MissingService: Error, Sendable, Hashable {
    /// The property of ``Container`` that was not set.
    public let name: String

    /// An error of a service.
    public init(name: String) {
        self.name = name
    }
}

extension MissingService: CustomStringConvertible, LocalizedError {
    /// A sentence for the developer.
    public var description: String { "The container has no service \"\(name)\"; set it where the container is made." }

    /// The same sentence.
    public var errorDescription: String? { description }
}
