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

    /// All of them as `NAME=value`, but for those of `own`, which are given values of their own or, for nil, left out.
    static func setting(_ own: [(name: String, value: String?)]) -> [String] {
        var variables: [String] = []
        var next = UnsafePointer<UnsafeMutablePointer<CChar>?>(start)
        while let pointer = next, let entry = pointer.pointee {
            let variable = String(cString: entry)
            if !own.contains(where: { variable.hasPrefix($0.name + "=") }) { variables.append(variable) }
            next = pointer + 1
        }
        return variables + own.compactMap { own in own.value.map { own.name + "=" + $0 } }
    }

    private static var start: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
        #if canImport(Darwin)
        _NSGetEnviron().pointee
        #else
        environ
        #endif
    }
}
