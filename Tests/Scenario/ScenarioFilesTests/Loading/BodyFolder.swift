#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A folder with body files of every kind, removed with this object.
final class BodyFolder {
    struct Failure: Error {
        let call: String
        let code: Int32
    }

    let path: String

    init() throws {
        var template = Array("/tmp/mockserver-bodies-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure(call: "mkdtemp", code: errno) }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        try write("a.json", Array(#"{"a":1}"#.utf8))
        try write("in.gz", [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0])
        try write("t.txt", Array("Hello {{nme}}\n{{ count }} x{{\n".utf8))
        try check("mkdir", mkdir("\(path)/sub", 0o700))
        try write("sub/b.txt", Array("below".utf8))
        try check("symlink", symlink("/etc/passwd", "\(path)/out.txt"))
        try check("symlink", symlink("a.json", "\(path)/in.json"))
        try check("symlink", symlink("/", "\(path)/up"))
        try check("mkfifo", mkfifo("\(path)/pipe", 0o600))
    }

    deinit {
        for name in [
            "a.json", "in.gz", "t.txt", "sub/b.txt", "out.txt", "in.json", "up", "pipe", "large.bin", "s.yaml",
        ] {
            unlink("\(path)/\(name)")
        }
        rmdir("\(path)/sub")
        rmdir(path)
    }

    func write(_ name: String, _ bytes: [UInt8]) throws {
        let descriptor = open("\(path)/\(name)", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        try check("open", descriptor)
        defer { close(descriptor) }
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes {
                pwrite(descriptor, $0.baseAddress, $0.count, off_t(written))
            }
            try check("write", Int32(clamping: count))
            written += count
        }
    }

    private func check(_ call: String, _ result: Int32) throws {
        if result < 0 { throw Failure(call: call, code: errno) }
    }
}
