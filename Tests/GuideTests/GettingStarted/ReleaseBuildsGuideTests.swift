import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
import Testing  // not in the guide
#if Mocks
import MockServerURLProtocol
#endif

/// What the app makes its session of: the network, or the scenario that a test names.
func sessionConfiguration() throws -> URLSessionConfiguration {
    #if Mocks
    if let path = ProcessInfo.processInfo.environment["SCENARIO"] {
        return try .mockServer(Scenario(contentsOf: path))
    }
    #endif
    return .default
}

@Test("an app without the trait calls its API")
func sessionWithoutMocks() throws {
    let configuration = try sessionConfiguration()
    print("A request may take \(configuration.timeoutIntervalForRequest) seconds.")
    #expect(configuration.timeoutIntervalForRequest == URLSessionConfiguration.default.timeoutIntervalForRequest)
}
