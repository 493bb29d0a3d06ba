/// An access token. Its text is never part of a description, so that it gets into no log.
public struct AccessToken: RawRepresentable, Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible {
    /// The token's text.
    public let rawValue: String

    /// A token from its text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A token from its text.
    public init(_ text: String) {
        self.init(rawValue: text)
    }

    /// Says only that it is a token.
    public var description: String { "access token" }

    /// Says only that it is a token.
    public var debugDescription: String { description }
}
