import MockRuntime

extension MockServer {
    /// How a suite in any language reaches a server while it runs: by JSON over HTTP on a port of its own.
    ///
    /// `GET /openapi.json` describes it. Web pages can't use it: requests that carry `Origin`, and those by a public name, are
    /// refused.
    public struct AdminOptions: Sendable {
        /// The address to listen on; nil for the server's own, or 127.0.0.1 where that is a Unix-domain socket.
        public var host: String?
        /// The port to listen on; 0 for one that is free.
        public var port: UInt16 = 0
        /// What clients must show as `Authorization: Bearer <token>`; nil for nothing, which only a loopback address may ask.
        public var token: String?
        /// The folder that `PUT /scenario?name=` takes scenarios from, and scenarios their body files.
        public var scenarioFolder = ""
        /// How those are read.
        public var loadOptions = LoadOptions()
        /// Told of the verdict of each run that an admin ends, on some thread. It is not lost without: `server.verdict` and
        /// reports have each run that requests came to.
        public var onEnd: (@Sendable (Verdict) -> Void)?

        /// On a loopback address without a token.
        public init() {}
    }
}
