package import Foundation

/// A program that a test runs in a process group of its own, looked up in `PATH`.
///
/// Foundation's `Process` is not used: with many at once on Linux it loses ends, and it reads behind the last entry of a
/// folder.
package struct Subprocess: Sendable {
    package let pid: Int32
    /// Locked while a pipe is made, which other children must not inherit, and while a child is.
    private static let lock = NSLock()

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
        var descriptors: [Int32] = [0, 0]
        try lock.withLock {
            guard makePipe(&descriptors) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
            for descriptor in descriptors { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        }
        return (
            FileHandle(fileDescriptor: descriptors[0], closeOnDealloc: true),
            FileHandle(fileDescriptor: descriptors[1], closeOnDealloc: true)
        )
    }

    private static func status(of pid: Int32) -> Int32 {
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }

    private static func spawn(
        _ command: [String], environment: [String: String]?, folder: String?, streams: [FileHandle?]
    ) throws -> Int32 {
        #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        var attributes: posix_spawnattr_t?
        #else
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (descriptor, stream) in zip(Int32(0)..., streams) {
            if let stream {
                posix_spawn_file_actions_adddup2(&actions, stream.fileDescriptor, descriptor)
            } else {
                posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
            }
        }
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
        let variables = (environment ?? ProcessInfo.processInfo.environment).map { "\($0.key)=\($0.value)" }
        var pid: pid_t = 0
        // Both look the program up in the child's `PATH`.
        let changing = folder.map { ["sh", "-c", #"cd "$0" && exec "$@""#, $0] } ?? []
        let code = withCStrings(["env"] + changing + command) { arguments in
            withCStrings(variables) { variables in
                lock.withLock { posix_spawn(&pid, "/usr/bin/env", &actions, &attributes, arguments, variables) }
            }
        }
        guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO) }
        return pid
    }

    /// The strings in the form of C's `argv` and `envp`.
    private static func withCStrings(
        _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Int32
    ) -> Int32 {
        let copies = strings.map { strdup($0) } + [nil]
        defer { for copy in copies { free(copy) } }
        return copies.withUnsafeBufferPointer { $0.baseAddress.map(body) ?? EINVAL }
    }
}

/// `pipe`, which a function of `Subprocess` hides there.
private func makePipe(_ descriptors: UnsafeMutablePointer<Int32>) -> Int32 { pipe(descriptors) }
