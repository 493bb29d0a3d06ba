import Foundation
import Testing

/// Checks at a test's end that nobody listens on its server's port any more, and says so on standard error, where Swift
/// Testing writes, too.
struct StopsItsServer: TestTrait, TestScoping {
    /// A port that a test tells.
    final class Port: Sendable {
        private let lock = NSLock()
        nonisolated(unsafe) private var value: Int?

        func store(_ port: Int?) { lock.withLock { value = port } }
        func load() -> Int? { lock.withLock { value } }
    }

    @TaskLocal static var port: Port?

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let port = Port()
        defer {
            let text = "after \(test.name): \(listener(on: port.load()))\n"
            FileHandle.standardError.write(Data(text.utf8))
        }
        try await Self.$port.withValue(port) { try await function() }
    }

    private func listener(on port: Int?) -> String {
        guard let port else { return "the test told no port" }
        let descriptor = socket(AF_INET, streamType, 0)
        defer { close(descriptor) }
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
        name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
        }
        return status == 0 ? "the server still listens" : "nobody listens on the server's port"
    }

    private var streamType: Int32 {
        #if canImport(Darwin)
        SOCK_STREAM
        #else
        Int32(SOCK_STREAM.rawValue)
        #endif
    }
}

extension Trait where Self == StopsItsServer {
    static var stopsItsServer: Self { StopsItsServer() }
}
