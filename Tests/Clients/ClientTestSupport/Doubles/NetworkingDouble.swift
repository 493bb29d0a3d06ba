#if canImport(APIClient)
public import APIClient
#endif

/// A double of ``Networking`` that answers endpoints with typed values: no JSON, no transport.
///
///     let networking = NetworkingDouble()
///     networking.answer(.currentUser, with: user)
///     …
///     #expect(networking.calls(of: .currentUser) == 1)
///
/// A request must equal a registered one, but for the order of its parameters, or have the method and path of one that was
/// registered with a check. Another fails the test and its caller, with what differs from the nearest.
public final class NetworkingDouble: Networking {
    /// A request as it came, with its parameters encoded.
    public typealias Received = APIRequest<RESTResponse>

    private struct Endpoint: Sendable {
        let request: Received
        let check: (@Sendable (Received) throws -> Void)?
        let answer: @Sendable (Received) async throws -> any Sendable

        func equals(_ received: Received) -> Bool {
            received.parameterDifferences(from: request).isEmpty
        }

        func checks(_ received: Received) -> Bool {
            check != nil && request.method == received.method && request.path == received.path
        }
    }

    private struct State: Sendable {
        var endpoints: [Endpoint] = []
        var received: [Received] = []
        /// The endpoints that have taken a request.
        var called: [Received] = []
    }

    private let state = Protected(State())
    private let location: TestLocation

    /// A double that knows no endpoint yet; failures are reported at the caller's line.
    public init(
        fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        location = TestLocation(fileID, file, line, column)
    }

    /// Answers a request with a value. Of several answers to the same request the last one counts.
    ///
    /// - Parameter check: judges each request with this method and path; what it throws fails the test, and its caller.
    public func answer<Response>(
        _ request: APIRequest<Response>, with value: Response,
        checking check: (@Sendable (Received) throws -> Void)? = nil
    ) {
        answer(request, checking: check) { _ in value }
    }

    /// Answers a request with what a function returns or throws. It may wait, as for an answer that comes later.
    public func answer<Response>(
        _ request: APIRequest<Response>, checking check: (@Sendable (Received) throws -> Void)? = nil,
        by answer: @escaping @Sendable (Received) async throws -> Response
    ) {
        let endpoint = Endpoint(request: request.expecting(.raw), check: check, answer: answer)
        state.withLock { $0.endpoints.append(endpoint) }
    }

    /// All requests that were sent, also those that nobody registered, in their order. One whose response nobody has asked
    /// for is not sent.
    public var received: [Received] { state.withLock { $0.received } }

    /// How often a registered request was sent. The order of its parameters does not count.
    public func calls<Response>(of request: APIRequest<Response>) -> Int {
        let (wanted, called) = (request.expecting(.raw), state.withLock { $0.called })
        return called.count { $0.parameterDifferences(from: wanted).isEmpty }
    }

    public func request(
        _ method: HTTPMethod, _ path: RequestPath, parameters: Parameters?, encoding: ParameterEncoding,
        headers: HTTPHeaders
    ) -> any NetworkRequesting {
        do {
            let received = try encoding.request(method, path, parameters: parameters, headers: headers)
            let endpoint = state.withLock { state in
                state.endpoints.last { $0.equals(received) } ?? state.endpoints.last { $0.checks(received) }
            }
            let judged = Result { try checked(endpoint, for: received) }
            return TypedRequest(received, { try await judged.get().answer(received) }, location) { [self] in
                state.withLock { state in
                    state.received.append(received)
                    if let endpoint { state.called.append(endpoint.request) }
                }
            }
        } catch {
            return NetworkRequest { _ in throw error }
        }
    }

    private func checked(_ endpoint: Endpoint?, for received: Received) throws -> Endpoint {
        do {
            guard let endpoint else {
                throw UnexpectedRequest(received, of: state.withLock { $0.endpoints }.map(\.request))
            }
            try endpoint.check?(received)
            return endpoint
        } catch {
            location.fail("\(error)")
            throw error
        }
    }
}

/// The same double for code that sends request values.
extension NetworkingDouble: APIService {
    public func send<Response>(_ request: APIRequest<Response>) async throws -> Response {
        try await value(for: request)
    }
}

/// A request that was made but not registered.
public struct UnexpectedRequest: Error, Equatable, CustomStringConvertible {
    /// What was requested, and how it differs from the nearest of those that are registered.
    public let description: String

    init(_ received: NetworkingDouble.Received, of registered: [NetworkingDouble.Received]) {
        let differences = registered.map { received.parameterDifferences(from: $0).map(\.description) }
        let nearest = differences.min { $0.count < $1.count }
        let reason =
            nearest.map { "the nearest differs:\n- \($0.joined(separator: "\n- "))" } ?? "nothing is registered"
        description = "\(received.method.rawValue) \(received.path) is not registered; \(reason)"
    }
}
