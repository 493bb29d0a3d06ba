#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import TLS

extension MockServer {
    /// Certificates or a key in PEM.
    public enum PEM: Hashable, Sendable {
        /// The file at this path.
        case file(String)
        /// The PEM text itself.
        case text(String)

        /// The PEM text; nil for a file, which is read when a server starts.
        public var pem: String? { if case .text(let text) = self { text } else { nil } }
    }
}

/// A file of certificates or a key could not be read.
struct UnreadableFile: Error, Hashable {
    let path: String
    let reason: String
}

extension MockServer.PEM {
    /// The contents, with the name that errors use.
    func read() throws(UnreadableFile) -> PEMFile {
        switch self {
        case .text(let text): return PEMFile(name: "the PEM text", text: text)
        case .file(let path):
            do {
                return PEMFile(name: path, bytes: Array(try Data(contentsOf: URL(fileURLWithPath: path))))
            } catch {
                throw UnreadableFile(path: path, reason: Self.reason(error))
            }
        }
    }

    private static func reason(_ error: any Error) -> String {
        switch (error as? CocoaError)?.code {
        case .fileReadNoSuchFile?, .fileNoSuchFile?: "there is no such file"
        case .fileReadNoPermission?: "you may not read it"
        default: "it can't be read as a file"
        }
    }
}
