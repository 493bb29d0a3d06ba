#if os(macOS) || os(Linux)
import Libc
import Locking

/// A program to be started as a child process.
///
/// Foundation's `Process` is not used. On Linux it copies 256 bytes for each entry of the list of open descriptors, also
/// behind the end of the list: in a process with more than a thousand descriptors that may be a crash. And with many
/// children at once it loses the end of one.
package struct ProcessSpawn: Sendable {
    /// What a child has as standard input, output or error.
    package enum Stream: Sendable {
        /// The same as this process.
        case inherited
        /// The null device.
        case null
        /// A copy of that descriptor.
        case descriptor(Int32)
    }

    /// Why a program did not start: a number of errno.h.
    package struct Failure: Error, Hashable, Sendable {
        package let code: Int32
        package init(code: Int32) { self.code = code }
        /// The system's words.
        package var reason: String { String(cString: strerror(code)) }
    }

    /// The program and its arguments. A name without a slash is looked up in this process's `PATH`.
    package var command: [String]
    /// Entries `NAME=value`.
    package var environment: [String]
    /// Standard input, output and error.
    package var streams: [Stream] = [.inherited, .inherited, .inherited]
    /// Whether it leads a process group of its own.
    package var ownsGroup = false
    /// Whether it gets no descriptors besides its streams.
    package var closesOthers = false
    /// The signals that it ignores. All others have their default effect, and none is blocked: a child would inherit the
    /// signal mask of a Dispatch thread, which blocks most signals.
    package var ignoredSignals: [Int32] = []

    /// Locked while a pipe is made and not yet closed in children, and while a child is made.
    private static let lock = Locked(())

    package init(_ command: [String], environment: [String]) {
        self.command = command
        self.environment = environment
    }

    /// Starts the program, and returns its process identifier, which `waitpid` has to be called for.
    ///
    /// - Throws: the reason, such as `ENOENT` if there is no such program, `EINVAL` if the command is empty.
    package func start() throws(Failure) -> Int32 {
        guard let name = command.first, !name.isEmpty else { throw Failure(code: EINVAL) }
        #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        var attributes: posix_spawnattr_t?
        #else
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // A stream's descriptor below 3 would be replaced by another stream before it is copied.
        var copies: [Int32] = []
        defer { for copy in copies { close(copy) } }
        for (number, stream) in zip(Int32(0)..., streams) {
            switch stream {
            case .inherited: break
            case .null: posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
            case .descriptor(let descriptor):
                let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
                guard copy >= 0 else { throw Failure(code: errno) }
                copies.append(copy)
                posix_spawn_file_actions_adddup2(&actions, copy, number)
            }
        }
        var flags = Int32(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)
        if ownsGroup { flags |= Int32(POSIX_SPAWN_SETPGROUP) }
        if closesOthers {
            #if canImport(Darwin)
            flags |= Int32(POSIX_SPAWN_CLOEXEC_DEFAULT)
            for (number, stream) in zip(Int32(0)..., streams) {
                if case .inherited = stream { posix_spawn_file_actions_addinherit_np(&actions, number) }
            }
            #else
            for descriptor in Self.inheritable where descriptor > 2 {
                posix_spawn_file_actions_addclose(&actions, descriptor)
            }
            #endif
        }
        posix_spawnattr_setflags(&attributes, Int16(flags))
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        for signal in ignoredSignals { sigdelset(&signals, signal) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        var pid: pid_t = 0
        let code = Self.withCStrings(command) { arguments in
            Self.withCStrings(environment) { environment in
                Self.lock.withLock { _ in posix_spawnp(&pid, name, &actions, &attributes, arguments, environment) }
            }
        }
        guard code == 0 else { throw Failure(code: code) }
        return pid
    }

    /// A pipe that children inherit only as one of their streams: its end comes when those children have ended.
    ///
    /// - Throws: the reason, such as `EMFILE`.
    package static func pipe() throws(Failure) -> (reading: Int32, writing: Int32) {
        var descriptors: [Int32] = [-1, -1]
        let code: Int32 = lock.withLock { _ in
            guard makePipe(&descriptors) == 0 else { return errno }
            for descriptor in descriptors { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
            return 0
        }
        guard code == 0 else { throw Failure(code: code) }
        return (descriptors[0], descriptors[1])
    }

    #if !canImport(Darwin)
    /// The descriptors that a child would inherit.
    private static var inheritable: [Int32] {
        guard let folder = opendir("/proc/self/fd"), let offset = MemoryLayout<dirent>.offset(of: \.d_name) else {
            return []
        }
        defer { closedir(folder) }
        var found: [Int32] = []
        while let entry = readdir(folder) {
            // Copying the entry would read behind it: only the name's own bytes are there.
            let name = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
            guard let descriptor = Int32(String(cString: name)) else { continue }
            let flags = fcntl(descriptor, F_GETFD)
            if flags >= 0, flags & FD_CLOEXEC == 0 { found.append(descriptor) }
        }
        return found
    }
    #endif

    /// The strings in the form of C's `argv` and `envp`.
    private static func withCStrings(
        _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Int32
    ) -> Int32 {
        let copies = strings.map { strdup($0) } + [nil]
        defer { for copy in copies { free(copy) } }
        return copies.withUnsafeBufferPointer { $0.baseAddress.map(body) ?? EINVAL }
    }
}

/// `pipe`, which a function of `ProcessSpawn` hides there.
private func makePipe(_ descriptors: UnsafeMutablePointer<Int32>) -> Int32 { pipe(descriptors) }
#endif
