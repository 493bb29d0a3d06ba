/// Default content types for each kind of body.
package enum MediaType {
    /// The type of a `json` body.
    package static let json = "application/json"
    /// The type of a `text` body.
    package static let text = "text/plain; charset=utf-8"
    /// The type of a stream of server-sent events.
    package static let eventStream = "text/event-stream"
    /// The type of a file with an unknown extension.
    package static let unknown = "application/octet-stream"

    /// The type for the extension of a file's name, ignoring case.
    package static func ofFile(named path: String) -> String {
        let name = path.utf8.split(separator: UInt8(ascii: "/")).last ?? path.utf8[...]
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else { return unknown }
        return byExtension[String(decoding: name[dot...].dropFirst(), as: UTF8.self).lowercased()] ?? unknown
    }

    private static let byExtension: [String: String] = [
        "avif": "image/avif",
        "bin": unknown,
        "css": "text/css; charset=utf-8",
        "csv": "text/csv; charset=utf-8",
        "gif": "image/gif",
        "gz": "application/gzip",
        "htm": "text/html; charset=utf-8",
        "html": "text/html; charset=utf-8",
        "ico": "image/vnd.microsoft.icon",
        "jpeg": "image/jpeg",
        "jpg": "image/jpeg",
        "js": "text/javascript; charset=utf-8",
        "json": json,
        "map": json,
        "md": "text/markdown; charset=utf-8",
        "mjs": "text/javascript; charset=utf-8",
        "mp3": "audio/mpeg",
        "mp4": "video/mp4",
        "ndjson": "application/x-ndjson",
        "pdf": "application/pdf",
        "png": "image/png",
        "svg": "image/svg+xml",
        "tar": "application/x-tar",
        "txt": text,
        "wasm": "application/wasm",
        "webm": "video/webm",
        "webp": "image/webp",
        "woff": "font/woff",
        "woff2": "font/woff2",
        "xml": "application/xml",
        "yaml": "application/yaml",
        "yml": "application/yaml",
        "zip": "application/zip",
    ]
}
