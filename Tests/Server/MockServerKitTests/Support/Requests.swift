@testable import MockServerKit

/// A GET of `path` with these field lines.
func get(_ path: String, _ lines: String...) -> String {
    (["GET \(path) HTTP/1.1", "Host: h"] + lines + ["", ""]).joined(separator: "\r\n")
}

/// A POST of `body` to `path` with these field lines.
func post(_ path: String, _ body: String, _ lines: String...) -> String {
    (["POST \(path) HTTP/1.1", "Host: h", "Content-Length: \(body.utf8.count)"] + lines + ["", body])
        .joined(separator: "\r\n")
}

extension MockServer {
    /// A server that plays a scenario of these lines, after its first line.
    convenience init(playing lines: String, options: Options = .patient) throws {
        try self.init(Scenario(yaml: "mockserver: 1\n" + lines), options: options)
    }
}

extension MockServer.Options {
    /// Options with which no connection times out while a test waits for its turn among many others, and no server
    /// asks for its verdict.
    static var patient: MockServer.Options {
        var options = MockServer.Options()
        options.warnsIfUnverified = false
        options.timeouts = Timeouts(head: .seconds(3_600), body: .seconds(3_600), idle: .seconds(3_600))
        return options
    }
}

extension MockServer.SessionOptions {
    /// Options with which no session expires while a test waits for its turn among many others.
    static var patient: MockServer.SessionOptions {
        var options = MockServer.SessionOptions()
        options.timeout = .seconds(86_400)
        return options
    }
}

extension MockServer {
    /// Stops the server; that can't fail, since a test is not on an event loop.
    func stopNow() {
        // A server whose verdict nobody reads says so.
        _ = verdict
        try? stop()
    }
}
