import CPlatform

/// The path of a Unix-domain socket: not empty, without a zero byte, and within the system's limit.
package struct UnixSocketPath: Hashable, Sendable, CustomStringConvertible {
    /// The most bytes a path may have: 107 on Linux, 103 on Darwin.
    package static let limit = Int(cplatform_path_limit)

    package let description: String

    /// A path, relative to the working directory or absolute.
    ///
    /// - Throws: `SocketError.notAPath` for a path that the system does not allow.
    package init(_ path: String) throws(SocketError) {
        guard !path.isEmpty, path.utf8.count <= Self.limit, !path.utf8.contains(0) else {
            throw .notAPath(path)
        }
        description = path
    }

    /// The path in the system's form.
    var system: cplatform_name { cplatform_unix_name(description) }
}
