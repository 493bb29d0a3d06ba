public import Reports

extension MockServer {
    /// The options of sessions: scenarios that clients of the admin API begin and that one server plays at once, each
    /// to the requests that name it.
    public struct SessionOptions: Sendable {
        /// After how long without a request or a question a session ends. One that is incomplete then has failed.
        public var timeout = Duration.seconds(300)
        /// Names whose subdomains are sessions, besides `localhost`: `<id>.<name>`.
        public var hosts: [String] = []
        /// How many sessions there may be at once.
        public var limit = 20_000
        /// Whether requests that name no session are refused, because the server has no scenario of its own.
        public var isRequired = false
        /// Called on some thread with the report of each session that ends.
        public var onEnd: (@Sendable (RunReport) -> Void)?
        /// Called with the id and the request, for people, when a request names a session that is not there. On a
        /// server's thread: it must not block.
        public var onUnknown: (@Sendable (_ session: String, _ request: String) -> Void)?

        /// Five minutes, and `<id>.localhost`.
        public init() {}
    }
}
