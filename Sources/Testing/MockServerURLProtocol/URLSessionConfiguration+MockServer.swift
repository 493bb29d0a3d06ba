public import Scenarios
#if canImport(FoundationNetworking)
public import FoundationNetworking
#else
public import Foundation
#endif

extension URLSessionConfiguration {
    /// A configuration whose sessions' requests a scenario gets, for code that makes its sessions itself.
    ///
    /// The server behind it is in `mockServer`, and plays until it is stopped.
    ///
    /// ```swift
    /// let configuration = try URLSessionConfiguration.mockServer(scenario)
    /// let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    /// // let the client under test send its requests, then:
    /// let verdict = await configuration.mockServer?.verify()
    /// await configuration.mockServer?.stop()
    /// ```
    ///
    /// - Parameters:
    ///   - scenario: what is played.
    ///   - hosts: the hosts whose requests the scenario is about, without ports; nil for all.
    ///   - options: the server's other options.
    /// - Throws: `SocketNeeded` if the scenario states something about connections, TLS or frames; `ScenarioError` with
    ///   all errors of a scenario that was written in Swift.
    public static func mockServer(
        _ scenario: Scenario, hosts: [String]? = nil,
        options: InProcessMockServer.Options = InProcessMockServer.Options()
    ) throws -> URLSessionConfiguration {
        var options = options
        options.hosts = hosts ?? options.hosts
        let server = try InProcessMockServer(scenario, options: options)
        server.transport.keep(server)
        return server.configuration
    }

    /// The server that gets the requests of this configuration's sessions, or of `session.configuration`; nil if there
    /// is none, or if it was stopped. Only for a configuration from `mockServer(_:hosts:options:)`: one of an
    /// `InProcessMockServer` that you keep yourself has none.
    public var mockServer: InProcessMockServer? {
        (protocolClasses ?? []).lazy.compactMap { ProtocolSlots.transport(of: $0)?.keptServer }.first
    }
}
