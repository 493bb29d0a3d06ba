import Dispatch
import MockServerKit

/// Prints a line for each round with the nanoseconds that each part took: the baseline, mockserver, its start, request
/// and stop, and last the whole of a mockserver with TLS.
///
///     StartServeStop <scenario> <rounds>
@main
enum StartServeStop {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let rounds = Int(arguments[2]) else { throw Usage() }
        let scenario = try Scenario(contentsOf: arguments[1])
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let response = try response(of: scenario, &buffer)
        var lines: [[UInt64]] = []
        // The first rounds pay for one-time work of the process.
        for round in -200..<rounds {
            let begin = DispatchTime.now().uptimeNanoseconds
            try Baseline.round(response, &buffer)
            let start = DispatchTime.now().uptimeNanoseconds
            let server = try MockServer(scenario)
            let started = DispatchTime.now().uptimeNanoseconds
            try Client.readResponse(Client.ask(port: UInt16(server.endpoint.port ?? 0)), into: &buffer)
            let answered = DispatchTime.now().uptimeNanoseconds
            try server.stop()
            let end = DispatchTime.now().uptimeNanoseconds
            // Without that, it warns that nobody asked.
            _ = server.verdict
            guard round >= 0 else { continue }
            lines.append([start - begin, end - start, started - start, answered - started, end - answered])
        }
        // A separate loop, since a handshake evicts the other rounds' data from the processor's caches.
        for round in -200..<rounds {
            let begin = DispatchTime.now().uptimeNanoseconds
            let end = try secureRound(scenario, &buffer)
            if round >= 0 { lines[round].append(end - begin) }
        }
        for line in lines { print(line.map(String.init).joined(separator: " ")) }
    }

    /// Starts a server with TLS, sends it one request, stops it.
    ///
    /// - Returns: the time when it had stopped.
    private static func secureRound(_ scenario: Scenario, _ buffer: inout [UInt8]) throws -> UInt64 {
        var options = MockServer.Options()
        options.tls = .init()
        let server = try MockServer(scenario, options: options)
        try Client.askSecurely(port: UInt16(server.endpoint.port ?? 0), into: &buffer)
        try server.stop()
        let end = DispatchTime.now().uptimeNanoseconds
        _ = server.verdict
        return end
    }

    /// The server's response, byte for byte, so that the baseline can send the same.
    private static func response(of scenario: Scenario, _ buffer: inout [UInt8]) throws -> [UInt8] {
        let server = try MockServer(scenario)
        try Client.readResponse(Client.ask(port: UInt16(server.endpoint.port ?? 0)), into: &buffer)
        try server.stop()
        _ = server.verdict
        let end = buffer.firstIndex(of: UInt8(ascii: "}")) ?? 0
        return Array(buffer[...end])
    }

    struct Usage: Error, CustomStringConvertible {
        let description = "usage: StartServeStop <scenario> <rounds>"
    }
}
