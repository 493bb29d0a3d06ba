#if os(macOS) || os(Linux)
import Foundation

/// The child process of a `MockServerProcess`.
///
/// `mockserver` is started with a command of its own, a shell that reads our pipe to its end. So it ends when the pipe
/// is closed: by us, or by the system when this process is gone.
final class ServerChild: Sendable {
    /// Prints the admin API's URL, then waits until the pipe is closed.
    private static let command = ["/bin/sh", "-c", #"printf '%s\n' "$MOCKSERVER_ADMIN_URL"; exec cat >/dev/null"#]

    private let process: Process
    private let input: FileHandle
    private let status: Task<Int32, Never>
    private let output: OutputFile
    private let errors: OutputFile

    init(
        _ path: String, scenario: String?, _ arguments: [String], environment: [String: String]
    ) throws(MockServerProcessError) {
        do {
            output = try OutputFile()
            errors = try OutputFile()
        } catch {
            throw .notStarted(path: path, reason: "no temporary file for its output: \(error.localizedDescription)")
        }
        process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        let options = (scenario.map { ["--scenario", $0] } ?? []) + ["--admin-port", "0"]
        process.arguments = options + arguments + ["--"] + Self.command
        process.environment = environment
        let pipe = Pipe()
        process.standardInput = pipe
        process.standardOutput = output.writer
        process.standardError = errors.writer
        input = pipe.fileHandleForWriting
        let (ends, end) = AsyncStream.makeStream(of: Int32.self)
        process.terminationHandler = { @Sendable process in
            end.yield(process.terminationStatus + (process.terminationReason == .uncaughtSignal ? 128 : 0))
            end.finish()
        }
        status = Task {
            for await status in ends { return status }
            return -1
        }
        do {
            try process.run()
        } catch {
            // Ends the task above.
            end.finish()
            throw .notStarted(path: path, reason: error.localizedDescription)
        }
    }

    var processIdentifier: Int32 { process.processIdentifier }

    /// The end of what the program wrote to standard error.
    var standardError: String { get async { await errors.tail(64 * 1024) } }

    /// The URL of its admin API, once it listens.
    func adminURL(timeout: Duration) async throws -> URL {
        let end = ContinuousClock.now + timeout.limited
        while true {
            // Asked first: what it wrote before its end is then in the file.
            let isRunning = process.isRunning
            let text = await output.tail(4 * 1024)
            if text.hasSuffix("\n"), let url = URL(string: String(text.dropLast())), url.host != nil { return url }
            guard isRunning, !text.contains("\n") else {
                kill()
                let status = await status.value
                throw MockServerProcessError.ended(status: status, standardError: await standardError)
            }
            guard ContinuousClock.now < end else {
                kill()
                throw MockServerProcessError.timedOut(after: timeout, standardError: await standardError)
            }
            try await Task.sleep(for: .milliseconds(2))
        }
    }

    /// Lets the program end.
    func closeInput() {
        // It may be closed already.
        try? input.close()
    }

    /// Ends the program by force.
    func kill() {
        closeInput()
        // The identifier of an ended process may belong to another one.
        guard process.isRunning else { return }
        #if canImport(Darwin)
        Darwin.kill(process.processIdentifier, SIGKILL)
        #elseif canImport(Musl)
        Musl.kill(process.processIdentifier, SIGKILL)
        #else
        Glibc.kill(process.processIdentifier, SIGKILL)
        #endif
    }

    /// Ends the program, by force after two minutes, and returns its status. It waits 5 seconds for unsent responses, and its
    /// reports may take long on a loaded machine.
    func stop() async -> Int32 {
        closeInput()
        let forced = Task {
            try await Task.sleep(for: .seconds(120))
            kill()
        }
        let status = await status.value
        forced.cancel()
        return status
    }
}

/// The output of a process, in a file without a name, which is gone with its last descriptor.
///
/// Not a pipe: on Linux, `URLSession` closes sockets before Dispatch has let go of them, and a Dispatch source for a
/// pipe with the same descriptor then gets no events.
private actor OutputFile {
    /// For the process.
    nonisolated let writer: FileHandle
    private let reader: FileHandle

    init() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("mockserver-\(UUID().uuidString)")
        try Data().write(to: url, options: .withoutOverwriting)
        defer { try? FileManager.default.removeItem(at: url) }
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: url.path)
        writer = try FileHandle(forWritingTo: url)
        reader = try FileHandle(forReadingFrom: url)
    }

    /// The last bytes that were written, as text.
    func tail(_ limit: Int) -> String {
        do {
            let size = try reader.seekToEnd()
            try reader.seek(toOffset: size > UInt64(limit) ? size - UInt64(limit) : 0)
            return String(decoding: try reader.readToEnd() ?? Data(), as: UTF8.self)
        } catch {
            return "(its output can't be read: \(error.localizedDescription))"
        }
    }
}
#endif
