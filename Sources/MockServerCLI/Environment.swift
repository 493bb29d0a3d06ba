// `environ` is a global variable of C: nothing here changes it, and no other thread does.
#if canImport(Glibc)
@preconcurrency import Glibc
#elseif canImport(Musl)
@preconcurrency import Musl
#else
import Darwin
#endif

/// The environment variables of this process. Only the command reads any; the library never does.
enum Environment {
    static func value(of name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    /// All of them as `NAME=value`, but for `name`, which is given a value of its own.
    static func setting(_ name: String, to value: String) -> [String] {
        var variables: [String] = []
        var next = UnsafePointer<UnsafeMutablePointer<CChar>?>(start)
        while let pointer = next, let entry = pointer.pointee {
            let variable = String(cString: entry)
            if !variable.hasPrefix(name + "=") { variables.append(variable) }
            next = pointer + 1
        }
        return variables + [name + "=" + value]
    }

    private static var start: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
        #if canImport(Darwin)
        _NSGetEnviron().pointee
        #else
        environ
        #endif
    }
}
