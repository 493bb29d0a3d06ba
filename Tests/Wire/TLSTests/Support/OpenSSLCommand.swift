#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The `openssl` command, run on files of a folder that is removed with this object.
final class OpenSSLCommand {
    let folder: String

    struct Failure: Error {
        var call: String
    }

    init() throws {
        var template = Array("/tmp/mockserver-tls-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw Failure(call: "mkdtemp") }
        folder = String(cString: made)
    }

    deinit {
        if let list = opendir(folder) {
            while let entry = readdir(list) {
                let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                }
                unlink("\(folder)/\(name)")
            }
            closedir(list)
        }
        rmdir(folder)
    }

    func write(_ text: String, to name: String) throws {
        guard let file = fopen("\(folder)/\(name)", "w") else { throw Failure(call: "fopen") }
        defer { fclose(file) }
        guard fputs(text, file) >= 0 else { throw Failure(call: "fputs") }
    }

    /// Runs the command with `arguments` in the folder, and returns its exit status and all its output.
    func run(_ arguments: String) throws -> (status: Int32, output: String) {
        guard let pipe = popen("cd \(folder) && openssl \(arguments) 2>&1 </dev/null", "r") else {
            throw Failure(call: "popen")
        }
        var output: [UInt8] = []
        while case let byte = fgetc(pipe), byte != EOF { output.append(UInt8(truncatingIfNeeded: byte)) }
        let status = pclose(pipe)
        return (status >> 8 & 0xFF, String(decoding: output, as: UTF8.self))
    }
}
