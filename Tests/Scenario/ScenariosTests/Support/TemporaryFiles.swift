#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A folder with files, removed with this object.
final class TemporaryFiles {
    struct Failure: Error {}

    let path: String
    private let names: [String]

    init(_ files: [String: [UInt8]]) throws {
        var template = Array("/tmp/mockserver-files-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure() }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        names = Array(files.keys)
        for (name, bytes) in files {
            guard let file = fopen("\(path)/\(name)", "w") else { throw Failure() }
            defer { fclose(file) }
            guard fwrite(bytes, 1, bytes.count, file) == bytes.count else { throw Failure() }
        }
    }

    deinit {
        for name in names { unlink("\(path)/\(name)") }
        rmdir(path)
    }
}
