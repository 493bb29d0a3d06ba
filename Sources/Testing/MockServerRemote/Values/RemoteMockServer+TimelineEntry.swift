extension RemoteMockServer {
    /// A request of the run in a few members, as failures show it.
    public struct TimelineEntry: Sendable, Decodable {
        /// The rule that took the request.
        public enum Outcome: Hashable, Sendable {
            /// The step with that id.
            case step(String)
            /// The stub with that id.
            case stub(String)
            /// A stub that took a request which a later step would have taken.
            case stubBeforeStep(String, step: String)
            /// No rule; the request caused a failure of that kind, unless `isAllowed`.
            case failed(FailureKind)
            /// No rule; the server answered a browser's question for permission (`cors`).
            case preflight
            /// No rule; the server gave a browser no permission, since `cors` does not list the page's origin.
            case refusedPreflight
        }

        /// The response to the request.
        public enum Response: Hashable, Sendable {
            /// A response with that status code.
            case status(Int)
            /// A fault, by its name, instead of a status.
            case fault(String)
        }

        /// The request's number in the run, from 1 in order of arrival.
        public let number: Int
        /// The method; empty if no request line could be read.
        public let method: String
        /// The first 2,048 bytes of the target, redacted.
        public let target: String
        /// The connection, and the request's index on it.
        public let connection: ConnectionInfo
        /// The time between the run's first request and this one.
        public let offset: Duration
        /// The rule that took it.
        public let outcome: Outcome
        /// Whether no rule took it, and the scenario allows that: it is no failure.
        public let isAllowed: Bool
        /// The response to it.
        public let response: Response
        /// The time between the run's first request and the last byte of the response; nil if it is not known.
        public let answered: Duration?
        /// The time between the run's first request and the moment at which the client left; nil if it did not.
        public let left: Duration?

        private enum CodingKeys: String, CodingKey {
            case number, method, target, at, status, fault, answered, left, step, stub, preflight, refused
            case allowed, failure
            case beforeStep = "before_step"
        }

        /// Decodes the object `request` of `Scenarios/report.schema.json`.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            number = try container.decode(Int.self, forKey: .number)
            method = try container.decode(String.self, forKey: .method)
            target = try container.decode(String.self, forKey: .target)
            connection = try ConnectionInfo(from: decoder)
            offset = try container.decodeMilliseconds(.at) ?? .zero
            answered = try container.decodeMilliseconds(.answered)
            left = try container.decodeMilliseconds(.left)
            outcome = try Self.outcome(in: container)
            isAllowed = container.contains(.allowed)
            if let fault = try container.decodeIfPresent(String.self, forKey: .fault) {
                response = .fault(fault)
            } else {
                response = .status(try container.decode(Int.self, forKey: .status))
            }
        }

        private static func outcome(in container: KeyedDecodingContainer<CodingKeys>) throws -> Outcome {
            if let step = try container.decodeIfPresent(String.self, forKey: .step) { return .step(step) }
            if let stub = try container.decodeIfPresent(String.self, forKey: .stub) {
                let step = try container.decodeIfPresent(String.self, forKey: .beforeStep)
                return step.map { .stubBeforeStep(stub, step: $0) } ?? .stub(stub)
            }
            if container.contains(.preflight) { return container.contains(.refused) ? .refusedPreflight : .preflight }
            // There is no failure where the scenario allows that nothing takes a request.
            return .failed(try container.decodeIfPresent(FailureKind.self, forKey: .failure) ?? .unmatched)
        }

        /// `#4  POST /auth/refresh   connection 1`
        var text: String { "#\(number)  \("\(method) \(target)".inOneLine)   \(connection.text)" }
    }
}

extension KeyedDecodingContainer {
    /// The duration that a number of milliseconds states; nil if the member is missing.
    func decodeMilliseconds(_ key: Key) throws -> Duration? {
        guard let milliseconds = try decodeIfPresent(Double.self, forKey: key) else { return nil }
        // 30,000 years; a larger value could not be converted.
        guard abs(milliseconds) < 1e15 else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: self, debugDescription: "\(milliseconds) ms is too long")
        }
        return .microseconds(Int64((milliseconds * 1_000).rounded()))
    }
}
