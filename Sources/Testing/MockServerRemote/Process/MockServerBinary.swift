#if os(macOS) || os(Linux)
import Foundation

/// Finds the program `mockserver`.
enum MockServerBinary {
    /// The path that is given, else the one in `MOCKSERVER_BIN`, else the first in a folder of `PATH`.
    static func path(
        _ given: String?, environment: [String: String]
    ) throws(MockServerProcessError) -> String {
        if let given { return try executable(given, "the program at") }
        if let named = environment["MOCKSERVER_BIN"], !named.isEmpty { return try executable(named, "MOCKSERVER_BIN:") }
        let folders = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
        let paths = folders.map { URL(fileURLWithPath: $0).appendingPathComponent("mockserver").path }
        guard let found = paths.first(where: isExecutable) else {
            throw .notFound(
                "no program mockserver in the folders of PATH; build it by swift build --product mockserver, and set "
                    + "MOCKSERVER_BIN to its path, or give the path: binary:")
        }
        return found
    }

    private static func executable(_ path: String, _ origin: String) throws(MockServerProcessError) -> String {
        guard isExecutable(path) else {
            throw .notFound("\(origin) \(path) is not an executable file; give the path of the program mockserver")
        }
        return path
    }

    private static func isExecutable(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
            && FileManager.default.isExecutableFile(atPath: path)
    }
}
#endif
