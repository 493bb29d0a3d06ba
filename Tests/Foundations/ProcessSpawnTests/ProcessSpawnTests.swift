import ProcessSpawn
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite struct ProcessSpawnTests {
    @Test(
        "a wait status is an exit or a signal, a core dump aside",
        arguments: [
            (0, .exited(0), 0), (0x0300, .exited(3), 3), (0xFF00, .exited(255), 255), (15, .killed(15), 143),
            (0x8B, .killed(11), 139),
        ] as [(Int32, ProcessEnd, Int32)])
    func waitStatus(wait: Int32, end: ProcessEnd, status: Int32) {
        #expect(ProcessEnd(waitStatus: wait) == end)
        #expect(end.status == status)
    }

    /// What a shell script writes to a pipe that is its standard output, and how it ends.
    private func run(
        _ script: String, _ change: (inout ProcessSpawn) -> Void = { _ in }
    ) throws -> (end: ProcessEnd, output: String) {
        let (reading, writing) = try ProcessSpawn.pipe()
        defer { close(reading) }
        var program = ProcessSpawn(["sh", "-c", script], environment: ["PATH=/usr/bin:/bin"])
        program.streams = [.null, .descriptor(writing), .inherited]
        change(&program)
        let pid: Int32
        do { pid = try program.start() } catch {
            close(writing)
            throw error
        }
        close(writing)
        var output: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(reading, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            output += buffer.prefix(count)
        }
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        return (ProcessEnd(waitStatus: status), String(decoding: output, as: UTF8.self))
    }

    @Test("a program has the streams and the environment that it was given")
    func streams() throws {
        let (end, output) = try run("read line; echo \"$? ${line:-none} $X\"; exit 3") { $0.environment.append("X=y") }
        #expect(end == .exited(3))
        #expect(output == "1 none y\n")
    }

    @Test("a stream may be a descriptor that another stream replaces")
    func lowDescriptors() throws {
        let (end, output) = try run("echo error >&2") { $0.streams[2] = .descriptor(1) }
        #expect(end == .exited(0))
        #expect(output.isEmpty)
    }

    @Test("other descriptors reach a program only if it is to have them")
    func others() throws {
        // Not closed at an exec, as those of code that knows nothing of us.
        let other = fcntl(0, F_DUPFD, 100)
        try #require(other >= 100)
        defer { close(other) }
        let script = "[ -e /dev/fd/\(other) ] && echo there || echo gone"
        #expect(try run(script).output == "there\n")
        #expect(try run(script) { $0.closesOthers = true }.output == "gone\n")
    }

    @Test("a program starts beside thousands of descriptors")
    func manyDescriptors() throws {
        // The system lists some 1,365 entries at a time.
        var limit = rlimit()
        #if canImport(Glibc)
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        #else
        getrlimit(RLIMIT_NOFILE, &limit)
        #endif
        let wanted = min(3000, Int(clamping: limit.rlim_cur) / 2)
        let descriptors = (0..<wanted).map { _ in open("/dev/null", O_RDONLY) }
        defer { for descriptor in descriptors where descriptor >= 0 { close(descriptor) } }
        let (end, output) = try run("ls /dev/fd | wc -l") { $0.closesOthers = true }
        #expect(end == .exited(0))
        // Three streams, and the descriptor of `ls` for the folder.
        #expect(Int(output.filter(\.isNumber)) == 4)
    }

    @Test("signals are neither blocked nor ignored, but for those that are to be ignored")
    func signals() throws {
        #expect(try run("kill -TERM $$; exit 3").end == .killed(SIGTERM))
        signal(SIGVTALRM, SIG_IGN)
        defer { signal(SIGVTALRM, SIG_DFL) }
        #expect(try run("kill -VTALRM $$; exit 3").end == .killed(SIGVTALRM))
        #expect(try run("kill -VTALRM $$; exit 3") { $0.ignoredSignals = [SIGVTALRM] }.end == .exited(3))
    }

    @Test(
        "a program that can't be started says why",
        arguments: [([], EINVAL), ([""], EINVAL), (["/no/such/file"], ENOENT), (["/etc/passwd"], EACCES)]
            as [([String], Int32)])
    func cannotStart(command: [String], code: Int32) {
        #expect(throws: ProcessSpawn.Failure(code: code)) { try ProcessSpawn(command, environment: []).start() }
    }
}
