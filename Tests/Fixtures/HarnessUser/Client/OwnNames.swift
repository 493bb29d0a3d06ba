/// A type of the app whose name this package must not have in public: a test imports both.
public struct Endpoint: Sendable {
    public let path: String

    public init(path: String) { self.path = path }
}

/// Another one.
public struct Position: Sendable {
    public let index: Int

    public init(index: Int) { self.index = index }
}
