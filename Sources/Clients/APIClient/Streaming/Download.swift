import Foundation

/// How far a download has come, and what the server must know to send the rest (RFC 9110, section 14).
struct Download {
    /// The bytes that are in the file.
    private(set) var offset: Int64 = 0
    /// The length of the whole, if known.
    private(set) var expected: Int64?
    /// The strong validator of the bytes that are in the file.
    private(set) var validator: String?

    var progress: TransferProgress { TransferProgress(bytes: offset, expected: expected) }

    /// The headers of the next request. No content coding: ranges and lengths would count other bytes than the file has.
    var headers: HTTPHeaders {
        guard offset > 0, let validator else { return ["Accept-Encoding": "identity"] }
        return ["Accept-Encoding": "identity", "Range": "bytes=\(offset)-", "If-Range": validator]
    }

    /// Whether the rest can be asked for after `error`.
    func canResume(after error: RESTError) -> Bool {
        validator != nil && (error.isInterruption || error == .readTooSlowly)
    }

    /// Takes the head of a response. Returns whether its body follows the bytes of the file; otherwise it is the whole.
    mutating func begin(_ response: StreamedResponse) throws(RESTError) -> Bool {
        let head = RESTResponse(status: response.status, headers: response.headers)
        let isRest = response.status == 206
        if isRest {
            let range = response.headers["Content-Range"] ?? ""
            guard offset > 0, range.hasPrefix("bytes \(offset)-") else {
                throw .invalidData("the server sent the range \"\(range)\", wanted bytes from \(offset)", head)
            }
        } else {
            offset = 0
            let tag = response.headers["ETag"]
            validator = tag?.hasPrefix("\"") == true && response.headers["Content-Encoding"] == nil ? tag : nil
        }
        let length = response.headers["Content-Encoding"] == nil ? response.headers["Content-Length"] : nil
        expected = length.flatMap { Int64($0) }.map { offset + $0 }
        return isRest
    }

    /// Counts bytes that have been written.
    mutating func count(_ bytes: Data) {
        offset += Int64(bytes.count)
    }
}
