import Foundation
import MockServerKit
import MockServerRemoteXCTest
import TestSupport
import Testing

/// A server for the examples of the documentation, with the package's scenarios.
enum Examples {
    static let server: MockServer? = {
        var options = MockServer.Options()
        options.admin = MockServer.AdminOptions()
        options.admin?.scenarioFolder = folder.path
        options.sessions = MockServer.SessionOptions()
        options.sessions?.timeout = .seconds(86_400)
        let scenario = try? Scenario(contentsOf: folder.appendingPathComponent("token-refresh.yaml").path)
        return scenario.flatMap { try? MockServer($0, options: options) }
    }()

    private static let folder = Checkout.root.appendingPathComponent("Scenarios")

    static var adminURL: URL { get throws { try #require(server?.adminURL) } }

    static var remote: RemoteMockServer { get async throws { try await RemoteMockServer(adminURL: adminURL) } }
}

/// The base class, with the server of the examples.
class ExampleTestCase: MockServerRemoteXCTest.RemoteMockServerTestCase {
    override var sharedServer: any RemoteServer { get async throws { try await Examples.remote } }
}

/// In the examples. SwiftPM finds no tests, but overflows its stack, if a class has its superclass's name.
typealias RemoteMockServerTestCase = ExampleTestCase
