extension RESTError {
    /// Whether the network failed, so that the same call may succeed when it is repeated.
    var isInterruption: Bool {
        switch self {
        case .connection, .timedOut: true
        case .refreshFailed(let reason): reason.isInterruption
        case .badURL, .status, .invalidData, .readTooSlowly, .file, .unsupported: false
        }
    }
}
