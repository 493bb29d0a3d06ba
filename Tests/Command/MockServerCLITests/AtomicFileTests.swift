import Testing

@testable import MockServerCLI

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite struct AtomicFileTests {
    /// The test's own folder.
    private final class Folder {
        let path: String

        init() throws {
            var template = Array("/tmp/mockserver-ready-XXXXXX".utf8CString)
            path = try #require(
                template.withUnsafeMutableBufferPointer { buffer in
                    buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
                })
        }

        var names: [String] {
            guard let folder = opendir(path) else { return [] }
            defer { closedir(folder) }
            var names: [String] = []
            while let entry = readdir(folder) {
                let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                    String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
                }
                if name != ".", name != ".." { names.append(name) }
            }
            return names.sorted()
        }

        deinit {
            for name in names { unlink("\(path)/\(name)") }
            rmdir(path)
        }
    }

    private func content(_ path: String) -> String? {
        guard case let descriptor = open(path, O_RDONLY), descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = read(descriptor, &buffer, buffer.count)
        return String(decoding: buffer[..<max(0, count)], as: UTF8.self)
    }

    @Test("the file holds the text, replaces what was there, and goes when the server does")
    func life() throws {
        let folder = try Folder()
        let file = AtomicFile(option: "--ready-file", path: folder.path + "/url")
        try file.announce("http://127.0.0.1:1\n")
        try file.announce("http://127.0.0.1:2\n")
        #expect(content(file.path) == "http://127.0.0.1:2\n")
        #expect(folder.names == ["url"])
        file.remove()
        file.remove()
        #expect(folder.names == [])
    }

    @Test("a named pipe is written to and stays")
    func namedPipe() throws {
        let folder = try Folder()
        let file = AtomicFile(option: "--ready-file", path: folder.path + "/pipe")
        #expect(mkfifo(file.path, 0o600) == 0)
        let reader = open(file.path, O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        try file.publish(Array("http://127.0.0.1:1\n".utf8))
        var buffer = [UInt8](repeating: 0, count: 64)
        let count = read(reader, &buffer, buffer.count)
        #expect(String(decoding: buffer[..<max(0, count)], as: UTF8.self) == "http://127.0.0.1:1\n")
        file.remove()
        #expect(folder.names == ["pipe"])
    }

    @Test("a symbolic link stays, and what it leads to is replaced and removed")
    func link() throws {
        let folder = try Folder()
        let file = AtomicFile(option: "--ready-file", path: folder.path + "/link")
        try AtomicFile(option: "--ready-file", path: folder.path + "/url").announce("http://127.0.0.1:1\n")
        #expect(symlink("url", file.path) == 0)
        try file.announce("http://127.0.0.1:2\n")
        #expect(content(folder.path + "/url") == "http://127.0.0.1:2\n")
        #expect(folder.names == ["link", "url"])
        file.remove()
        #expect(folder.names == ["link"])
    }

    @Test(
        "a symbolic link to what is not there yet stays, and the file is made where it leads", arguments: [false, true])
    func danglingLink(isAbsolute: Bool) throws {
        let (folder, other) = (try Folder(), try Folder())
        let file = AtomicFile(option: "--report json", path: folder.path + "/link")
        #expect(symlink("next", file.path) == 0)
        let target = isAbsolute ? "\(other.path)/report" : "../\(other.path.dropFirst("/tmp/".count))/report"
        #expect(symlink(target, folder.path + "/next") == 0)
        try file.check()
        #expect(other.names == [])
        #expect(file.identity == AtomicFile(option: "--report har", path: other.path + "/report").identity)
        try file.publish(Array("a report".utf8))
        #expect(content(other.path + "/report") == "a report")
        #expect(folder.names == ["link", "next"])
        #expect(other.names == ["report"])
        file.remove()
        file.remove()
        #expect(folder.names == ["link", "next"])
        #expect(other.names == [])
    }

    @Test(
        "a symbolic link that leads into no folder, or to itself, stays and is an error",
        arguments: [("none/report", "No such file or directory"), ("link", "Too many levels of symbolic links")])
    func uselessLink(target: String, reason: String) throws {
        let folder = try Folder()
        let file = AtomicFile(option: "--report json", path: folder.path + "/link")
        #expect(symlink(target, file.path) == 0)
        let text = "--report json \(file.path): can't be written: \(reason); name a file in a folder you may write"
        #expect(problem { try file.check() } == text)
        #expect(problem { try file.publish([0x61]) } == text)
        #expect(folder.names == ["link"])
    }

    private func problem(_ body: () throws -> Void) -> String? {
        do {
            try body()
            return nil
        } catch {
            #expect((error as? CommandFailure)?.status == .cannotCreate)
            return "\(error)"
        }
    }

    @Test("a named pipe that nobody reads, or whose reader takes nothing, is an error and no wait for ever")
    func pipeWithoutReader() throws {
        let folder = try Folder()
        let path = folder.path + "/pipe"
        let file = AtomicFile(option: "--report json", path: path, pipeTimeout: 50)
        #expect(mkfifo(path, 0o600) == 0)
        #expect(problem { try file.check() } == nil)
        #expect(
            problem { try file.publish([0x61]) }
                == "--report json \(path): can't be written: nobody reads this pipe; start its reader before the end of the "
                + "run, or name a file")
        let reader = open(path, O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        #expect(
            problem { try file.publish([UInt8](repeating: 0x61, count: 4 << 20)) }
                == "--report json \(path): can't be written: the reader of this pipe takes nothing; start its reader before "
                + "the end of the run, or name a file")
    }

    @Test("a named pipe is announced to as soon as it has a reader, and nobody waits for that")
    func announcement() throws {
        let folder = try Folder()
        let file = AtomicFile(option: "--ready-file", path: folder.path + "/pipe")
        #expect(mkfifo(file.path, 0o600) == 0)
        try file.announce("http://127.0.0.1:1\n")
        #expect(content(file.path) == "http://127.0.0.1:1\n")
    }

    @Test("a link that was planted where a draft used to be is not followed")
    func plantedLink() throws {
        let folder = try Folder()
        let (path, victim) = (folder.path + "/report", folder.path + "/victim")
        try AtomicFile(option: "--report json", path: victim).announce("precious")
        for suffix in [".\(getpid()).tmp", ".tmp"] { #expect(symlink("victim", path + suffix) == 0) }
        try AtomicFile(option: "--report json", path: path).announce("a report")
        #expect(content(path) == "a report")
        #expect(content(victim) == "precious")
        #expect(folder.names.count == 4, "a draft was left: \(folder.names)")
    }

    @Test("a look whether a file can be written changes nothing, and names what can't be")
    func check() throws {
        let folder = try Folder()
        let file = AtomicFile(option: "--report json", path: folder.path + "/report")
        try file.check()
        #expect(folder.names == [])
        try file.announce("old")
        try file.check()
        #expect(content(file.path) == "old")
        #expect(folder.names == ["report"])
        let missing = AtomicFile(option: "--report json", path: folder.path + "/none/report")
        #expect(
            problem { try missing.check() }
                == "--report json \(missing.path): can't be written: No such file or directory; name a file in a folder you "
                + "may write")
        let directory = AtomicFile(option: "--report json", path: folder.path)
        let text =
            "--report json \(folder.path): can't be written: Is a directory; name a file in a folder you may write"
        #expect(problem { try directory.check() } == text)
        #expect(problem { try directory.publish([0x61]) } == text)
    }

    #if os(Linux)
    @Test("a device that takes nothing has no advice about folders")
    func device() {
        let device = AtomicFile(option: "--report json", path: "/dev/full")
        #expect(
            problem { try device.publish([0x61]) }
                == "--report json /dev/full: can't be written: No space left on device; name a file in place of it")
    }
    #endif

    @Test("names that lead to one file are known to")
    func identity() throws {
        let folder = try Folder()
        func identity(_ name: String) -> String? {
            AtomicFile(option: "--report json", path: folder.path + name).identity
        }
        // Whether the file exists or not.
        for _ in 1...2 {
            #expect(identity("/a") != nil && identity("/a") == identity("/./a"))
            #expect(identity("/a") != identity("/b"))
            try AtomicFile(option: "--report json", path: folder.path + "/a").announce("x")
        }
        #expect(symlink("a", folder.path + "/link") == 0)
        #expect(identity("/link") == identity("/a"))
        #expect(AtomicFile(option: "--report json", path: "/dev/null").identity == nil)
    }

    @Test("a path that can't be written is named, with the reason")
    func refused() {
        #expect(
            throws: CommandFailure(
                .cannotCreate,
                "--ready-file /no/such/folder/url: can't be written: No such file or directory; "
                    + "name a file in a folder you may write")
        ) {
            try AtomicFile(option: "--ready-file", path: "/no/such/folder/url").announce("http://127.0.0.1:1\n")
        }
    }
}
