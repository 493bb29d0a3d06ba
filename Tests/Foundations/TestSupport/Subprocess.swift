package import Foundation
import ProcessSpawn

/// A program that a test runs in a process group of its own, looked up in the `PATH` of the environment it is given.
package struct Subprocess: Sendable {
    package let pid: Int32

    /// Starts a program. A stream that is nil is the null device.
    ///
    /// - Parameters:
    ///   - environment: all of its variables; nil for those of the test.
    ///   - folder: its working folder; nil for the test's.
    ///   - onEnd: called with its exit status, or 128+n if signal n ended it, on a thread of its own.
    package init(
        _ command: [String], environment: [String: String]? = nil, folder: String? = nil, input: FileHandle? = nil,
        output: FileHandle? = nil, error: FileHandle? = nil, onEnd: @escaping @Sendable (Int32) -> Void
    ) throws {
        let pid = try Self.spawn(
            command, environment: environment, folder: folder, streams: [input, output, error])
        self.pid = pid
        Thread.detachNewThread { onEnd(Self.status(of: pid)) }
    }

    package func send(_ signal: Int32) { kill(pid, signal) }

    /// Runs a program to its end, and returns its exit status, or 128+n if signal n ended it, and its output.
    package static func run(
        _ command: [String], environment: [String: String]? = nil, folder: String? = nil, input: FileHandle? = nil,
        mergesError: Bool = false
    ) throws -> (status: Int32, output: String) {
        let (reading, output) = try pipe()
        let pid = try spawn(
            command, environment: environment, folder: folder, streams: [input, output, mergesError ? output : nil])
        try output.close()
        let text = String(decoding: try reading.readAll(), as: UTF8.self)
        return (status(of: pid), text)
    }

    /// A pipe that no other child inherits: its end comes when the programs that were given it have ended.
    package static func pipe() throws -> (reading: FileHandle, writing: FileHandle) {
        let (reading, writing) = try ProcessSpawn.pipe()
        return (
            FileHandle(fileDescriptor: reading, closeOnDealloc: true),
            FileHandle(fileDescriptor: writing, closeOnDealloc: true)
        )
    }

    private static func status(of pid: Int32) -> Int32 {
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        return ProcessEnd(waitStatus: status).status
    }

    private static func spawn(
        _ command: [String], environment: [String: String]?, folder: String?, streams: [FileHandle?]
    ) throws -> Int32 {
        let variables = (environment ?? ProcessInfo.processInfo.environment).map { "\($0.key)=\($0.value)" }
        // Both look the program up in the child's `PATH`.
        let changing = folder.map { ["sh", "-c", #"cd "$0" && exec "$@""#, $0] } ?? []
        var program = ProcessSpawn(["/usr/bin/env"] + changing + command, environment: variables)
        program.streams = streams.map { $0.map { .descriptor($0.fileDescriptor) } ?? .null }
        program.ownsGroup = true
        return try program.start()
    }
}
