#if os(macOS) || os(Linux)
import Foundation
import Locking
import ProcessSpawn

/// The child process of a `MockServerProcess`.
///
/// `mockserver` is started with a command of its own, a shell that reads our pipe to its end. So it ends when the pipe
/// is closed: by us, or by the system when this process is gone.
final class ServerChild: Sendable {
    /// Prints the admin API's URL, then waits until the pipe is closed.
    private static let command = ["/bin/sh", "-c", #"printf '%s\n' "$MOCKSERVER_ADMIN_URL"; exec cat >/dev/null"#]

    let processIdentifier: Int32
    private let input: FileHandle
    /// How it ended; nil until it has and was asked. Locked while the child is waited for or sent a signal: after its end
    /// its identifier may belong to another process.
    private let end = Locked<ProcessEnd?>(nil)
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
        let options = (scenario.map { ["--scenario", $0] } ?? []) + ["--admin-port", "0"]
        var program = ProcessSpawn(
            [path] + options + arguments + ["--"] + Self.command,
            environment: environment.map { "\($0.key)=\($0.value)" })
        program.closesOthers = true
        do {
            let (reading, writing) = try ProcessSpawn.pipe()
            let reader = FileHandle(fileDescriptor: reading, closeOnDealloc: true)
            input = FileHandle(fileDescriptor: writing, closeOnDealloc: true)
            program.streams = [
                .descriptor(reader.fileDescriptor), .descriptor(output.writer.fileDescriptor),
                .descriptor(errors.writer.fileDescriptor),
            ]
            processIdentifier = try program.start()
        } catch {
            throw .notStarted(path: path, reason: error.reason)
        }
    }

    /// The end of what the program wrote to standard error.
    var standardError: String { get async { await errors.tail(64 * 1024) } }

    /// The URL of its admin API, once it listens.
    func adminURL(timeout: Duration) async throws -> URL {
        let end = ContinuousClock.now + timeout.limited
        while true {
            // Asked first: what it wrote before its end is then in the file.
            let isRunning = currentEnd == nil
            let text = await output.tail(4 * 1024)
            if text.hasSuffix("\n"), let url = URL(string: String(text.dropLast())), url.host != nil { return url }
            guard isRunning, !text.contains("\n") else {
                kill()
                throw MockServerProcessError.ended(status: await status(), standardError: await standardError)
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
        end.withLock { end in
            guard Self.update(&end, of: processIdentifier) == nil else { return }
            #if canImport(Darwin)
            Darwin.kill(processIdentifier, SIGKILL)
            #elseif canImport(Musl)
            Musl.kill(processIdentifier, SIGKILL)
            #else
            Glibc.kill(processIdentifier, SIGKILL)
            #endif
        }
    }

    /// Ends the program, by force after two minutes, and returns its status. It waits 5 seconds for unsent responses, and its
    /// reports may take long on a loaded machine.
    func stop() async -> Int32 {
        closeInput()
        return await status(forcedAfter: .seconds(120))
    }

    /// Waits for the program's end, which is forced after that time.
    private func status(forcedAfter time: Duration? = nil) async -> Int32 {
        let start = ContinuousClock.now
        // In a task of its own, which is not cancelled with the caller's.
        return await Task {
            var isForced = false
            while true {
                if let end = currentEnd { return end.status }
                if !isForced, let time, ContinuousClock.now > start + time {
                    kill()
                    isForced = true
                }
                try? await Task.sleep(for: .milliseconds(2))
            }
        }.value
    }

    /// How the program ended; nil while it runs.
    private var currentEnd: ProcessEnd? { end.withLock { Self.update(&$0, of: processIdentifier) } }

    private static func update(_ end: inout ProcessEnd?, of pid: Int32) -> ProcessEnd? {
        guard end == nil else { return end }
        var status: Int32 = 0
        let waited = waitpid(pid, &status, WNOHANG)
        if waited == pid {
            end = ProcessEnd(waitStatus: status)
        } else if waited < 0, errno == ECHILD {
            // Other code of this process has waited for all children.
            end = .exited(-1)
        }
        return end
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
