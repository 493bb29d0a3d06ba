import MockRuntime

extension MockServer {
    /// The options of the admin API: JSON over HTTP on its own port, for test suites in any language.
    ///
    /// `GET /openapi.json` describes it. Web pages can't use it: requests with `Origin`, or to a public host name, are
    /// refused. So are verdicts and resets while requests wait for closures of a scenario that was written in Swift:
    /// `server.verify()`, in the test's own process, has them judged.
    public struct AdminOptions: Sendable {
        /// The address to listen on; nil for the server's own, or 127.0.0.1 if that is a Unix-domain socket.
        public var host: String?
        /// The port to listen on; 0 for a free one.
        public var port: UInt16 = 0
        /// The token that clients must send as `Authorization: Bearer <token>`; nil only on a loopback address.
        public var token: String?
        /// The folder that contains the scenarios of `PUT /scenario?name=` and their body files.
        public var scenarioFolder = ""
        /// The options for loading them.
        public var loadOptions = LoadOptions()
        /// Called on some thread with the verdict of each run that an admin ends. Without it no verdict is lost:
        /// `server.verdict` and reports contain each run that got requests.
        public var onEnd: (@Sendable (Verdict) -> Void)?
        /// Called with the failures that a client gets and says it shows itself: those of a session, or of the server's
        /// own run. It is called before `onEnd`.
        package var onShown: (@Sendable (_ session: String?, [Failure]) -> Void)?

        /// The defaults: a loopback address, without a token.
        public init() {}
    }
}
