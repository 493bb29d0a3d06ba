import Foundation
import TestSupport

/// A program that a test runs as a user would: the built `mockserver`, a shell, a client.
///
/// ```swift
/// let server = try Program.mockserver("--scenario", Program.scenario("token-refresh"))
/// let url = try await server.url()
/// server.send(SIGINT)
/// let outcome = await server.outcome()
/// ```
final class Program: Sendable {
    /// The result of the program.
    struct Outcome: Hashable, Sendable {
        /// The exit status; 128+n if signal n ended it.
        let status: Int32
        let output: String
        let error: String
    }

    /// The program ended, or closed its output, before it printed what the test waits for.
    struct EndedEarly: Error, CustomStringConvertible {
        let description: String
    }

    let name: String
    private let process: Subprocess
    private let output: Collector
    private let error: Collector
    private let end: Collector

    /// Starts a program from `PATH`, in the package's folder.
    ///
    /// - Parameters:
    ///   - environment: variables to set besides the test's own; nil removes one.
    ///   - mergesError: whether standard error is the same as standard output, as on a terminal.
    init(_ command: [String], environment: [String: String?] = [:], mergesError: Bool = false) throws {
        name = command.joined(separator: " ")
        var variables = ProcessInfo.processInfo.environment
        for (name, value) in Self.neutral.merging(environment, uniquingKeysWith: { $1 }) { variables[name] = value }
        let (outputPipe, errorPipe) = (try Subprocess.pipe(), try Subprocess.pipe())
        let (output, error, end) = (Collector(), Collector(), Collector())
        process = try Subprocess(
            command, environment: variables, folder: Self.package.path, output: outputPipe.writing,
            error: (mergesError ? outputPipe : errorPipe).writing
        ) { status in
            end.append("\(status)")
            end.close()
        }
        (self.output, self.error, self.end) = (output, error, end)
        for pipe in [outputPipe, errorPipe] { try pipe.writing.close() }
        output.collect(outputPipe.reading)
        if mergesError { error.close() } else { error.collect(errorPipe.reading) }
    }

    /// Starts the built `mockserver`.
    static func mockserver(_ arguments: String..., environment: [String: String?] = [:]) throws -> Program {
        try Program([binary] + arguments, environment: environment)
    }

    /// Runs a shell script to its end, with the built `mockserver` as `$mockserver` and with `variables`.
    static func shell(_ script: String, variables: [String: String?] = [:]) async throws -> Outcome {
        let variables = variables.merging(["mockserver": binary], uniquingKeysWith: { $1 })
        return try await Program(["sh", "-c", script], environment: variables).outcome()
    }

    /// Runs a program to its end, which must be successful.
    static func output(of command: String...) async throws -> String {
        let outcome = try await Program(command).outcome()
        guard outcome.status == 0 else {
            throw EndedEarly(description: "\(command.joined(separator: " ")): \(outcome)")
        }
        return outcome.output
    }

    /// The URL that it prints; for a server without a command and without `--quiet`.
    func url() async throws -> String {
        let text = try await output { $0.contains("\n") }
        return String(text.prefix { $0 != " " && $0 != "\n" })
    }

    /// All of its standard output so far, as soon as that satisfies a condition.
    @discardableResult
    func output(when isEnough: @escaping @Sendable (String) -> Bool) async throws -> String {
        let text = await output.text(when: isEnough)
        guard isEnough(text) else {
            throw EndedEarly(description: "\(name) only said: \(text)\(await error.text { _ in false })")
        }
        return text
    }

    func send(_ signal: Int32) { process.send(signal) }

    var pid: Int32 { process.pid }

    /// Waits until it has ended and its output is closed.
    ///
    /// - Parameter withNotice: whether `error` keeps what `mockserver` says when the end of its run is waited for: that
    ///   is there only where the machine is slow, or the wait is long.
    func outcome(withNotice: Bool = false) async -> Outcome {
        let status = await end.text { _ in false }
        var error = await error.text { _ in false }
        if !withNotice {
            error = error.replacingOccurrences(
                of: "(?m)^(every step is complete; listening for late requests|waiting for ).*\\n(   .*\\n)*", with: "",
                options: .regularExpression)
        }
        return await Outcome(status: Int32(status) ?? -1, output: output.text { _ in false }, error: error)
    }

    // MARK: - Where things are

    static let package = Checkout.root

    /// The `mockserver` that was built with the tests, or the one in the variable `END_TO_END_BINARY`.
    static let binary = ProcessInfo.processInfo.environment["END_TO_END_BINARY"] ?? built("mockserver")

    /// The path of a program that was built with the tests.
    static func built(_ name: String) -> String {
        let folder = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL ?? Bundle.main.bundleURL
        let candidates = [folder, folder.deletingLastPathComponent()].map {
            $0.appendingPathComponent(name).path
        }
        return candidates.first(where: FileManager.default.isExecutableFile) ?? candidates[0]
    }

    /// The path of one of the package's scenarios, relative to the folder in which programs run.
    static func scenario(_ name: String) -> String { "Scenarios/\(name).yaml" }

    /// Removes variables of the user's environment that could change results.
    private static let neutral: [String: String?] = [
        "NO_COLOR": nil, "http_proxy": nil, "https_proxy": nil, "all_proxy": nil, "HTTP_PROXY": nil, "ALL_PROXY": nil,
    ]
}

/// Text that arrives in pieces, and the tasks that wait for it.
private final class Collector: @unchecked Sendable {
    private struct Waiter {
        let isEnough: @Sendable (String) -> Bool
        let continuation: CheckedContinuation<String, Never>
    }

    // Protects everything below.
    private let lock = NSLock()
    private var bytes = Data()
    private var isClosed = false
    private var waiters: [Waiter] = []

    /// Reads everything, on its own thread.
    func collect(_ handle: FileHandle) {
        Thread.detachNewThread {
            while let bytes = try? handle.readSome(), !bytes.isEmpty { self.change { $0.bytes += bytes } }
            self.close()
        }
    }

    func append(_ text: String) { change { $0.bytes += Data(text.utf8) } }

    func close() { change { $0.isClosed = true } }

    /// The text so far, once the condition is satisfied or no more text can come.
    func text(when isEnough: @escaping @Sendable (String) -> Bool) async -> String {
        await withCheckedContinuation { continuation in
            change { $0.waiters.append(Waiter(isEnough: isEnough, continuation: continuation)) }
        }
    }

    private func change(_ body: (Collector) -> Void) {
        lock.lock()
        body(self)
        let text = String(decoding: bytes, as: UTF8.self)
        let done = waiters.filter { isClosed || $0.isEnough(text) }
        waiters.removeAll { isClosed || $0.isEnough(text) }
        lock.unlock()
        for waiter in done { waiter.continuation.resume(returning: text) }
    }
}
