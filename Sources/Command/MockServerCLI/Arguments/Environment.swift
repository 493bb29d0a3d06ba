// `environ` is a global variable of C: nothing here changes it, and no other thread does.
#if canImport(Glibc)
@preconcurrency import Glibc
#elseif canImport(Musl)
@preconcurrency import Musl
#else
import Darwin
#endif

/// The environment variables of this process. Only the command reads them, the library never does.
enum Environment {
    static func value(of name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    /// The variables whose names begin with `prefix`.
    static func variables(beginningWith prefix: String) -> [String: String] {
        var found: [String: String] = [:]
        for entry in entries where entry.hasPrefix(prefix) {
            let name = entry.prefix { $0 != "=" }
            found[String(name)] = String(entry.dropFirst(name.count + 1))
        }
        return found
    }

    /// All variables as `NAME=value`. Those of `own` get their new value, or are left out for nil; so are those in
    /// `dropped`.
    static func setting(_ own: [(name: String, value: String?)], without dropped: [String] = []) -> [String] {
        let replaced = own.map(\.name) + dropped
        let kept = entries.filter { entry in !replaced.contains { entry.hasPrefix($0 + "=") } }
        return kept + own.compactMap { own in own.value.map { own.name + "=" + $0 } }
    }

    private static var entries: [String] {
        var entries: [String] = []
        var next = UnsafePointer<UnsafeMutablePointer<CChar>?>(start)
        while let pointer = next, let entry = pointer.pointee {
            entries.append(String(cString: entry))
            next = pointer + 1
        }
        return entries
    }

    private static var start: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
        #if canImport(Darwin)
        _NSGetEnviron().pointee
        #else
        environ
        #endif
    }
}
