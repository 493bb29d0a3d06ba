public import Foundation

extension RequestBody {
    /// Bytes with a content type.
    public static func bytes(_ bytes: Data, contentType: String) -> RequestBody {
        RequestBody(bytes: bytes, contentType: contentType)
    }
}
