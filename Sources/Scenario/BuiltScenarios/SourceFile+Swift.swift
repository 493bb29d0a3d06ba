import Libc
import ScenarioFiles
import Scenarios

extension SourceFile {
    /// Larger Swift files are not quoted in failures.
    private static let swiftLimit = 4 << 20

    /// Swift source on this machine, so that failures can quote its lines; without content if it can't be read, as on
    /// a device. Its shown path is relative to its package's folder.
    convenience init(swiftSource path: String) {
        var bytes: [UInt8] = []
        let descriptor = path.isEmpty ? -1 : SystemCall.openForReading(path)
        if descriptor >= 0 {
            if case .success(let read) = SystemCall.readAll(descriptor, expecting: 1 << 16, limit: Self.swiftLimit),
                read.count <= Self.swiftLimit
            {
                bytes = read
            }
            close(descriptor)
        }
        self.init(path: Self.shownPath(ofSwift: path), bytes: bytes, isSwift: true)
    }

    /// The path from the folder of the nearest `Package.swift` above; the whole path if there is none.
    private static func shownPath(ofSwift path: String) -> String {
        var folder = path[...]
        while let slash = folder.utf8.lastIndex(of: UInt8(ascii: "/")) {
            folder = folder[..<slash]
            if access(folder + "/Package.swift", F_OK) == 0 { return String(path.dropFirst(folder.count + 1)) }
        }
        return path
    }
}
