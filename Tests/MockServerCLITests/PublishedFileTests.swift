import Testing

@testable import MockServerCLI

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite struct PublishedFileTests {
    /// A folder of the test's own.
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
        let file = PublishedFile(option: "--ready-file", path: folder.path + "/url")
        try file.publish("http://127.0.0.1:1\n")
        try file.publish("http://127.0.0.1:2\n")
        #expect(content(file.path) == "http://127.0.0.1:2\n")
        #expect(folder.names == ["url"])
        file.remove()
        file.remove()
        #expect(folder.names == [])
    }

    @Test("a named pipe is written to and stays")
    func namedPipe() throws {
        let folder = try Folder()
        let file = PublishedFile(option: "--ready-file", path: folder.path + "/pipe")
        #expect(mkfifo(file.path, 0o600) == 0)
        let reader = open(file.path, O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        try file.publish("http://127.0.0.1:1\n")
        var buffer = [UInt8](repeating: 0, count: 64)
        let count = read(reader, &buffer, buffer.count)
        #expect(String(decoding: buffer[..<max(0, count)], as: UTF8.self) == "http://127.0.0.1:1\n")
        file.remove()
        #expect(folder.names == ["pipe"])
    }

    @Test("a symbolic link stays, and what it leads to is replaced and removed")
    func link() throws {
        let folder = try Folder()
        let file = PublishedFile(option: "--ready-file", path: folder.path + "/link")
        try PublishedFile(option: "--ready-file", path: folder.path + "/url").publish("http://127.0.0.1:1\n")
        #expect(symlink("url", file.path) == 0)
        try file.publish("http://127.0.0.1:2\n")
        #expect(content(folder.path + "/url") == "http://127.0.0.1:2\n")
        #expect(folder.names == ["link", "url"])
        file.remove()
        #expect(folder.names == ["link"])
    }

    @Test("a path that can't be written is named, with the reason")
    func refused() {
        #expect(
            throws: CommandFailure(
                .cannotCreate,
                "--ready-file /no/such/folder/url: can't be written: No such file or directory; "
                    + "name a file in a folder you may write")
        ) {
            try PublishedFile(option: "--ready-file", path: "/no/such/folder/url").publish("http://127.0.0.1:1\n")
        }
    }
}
