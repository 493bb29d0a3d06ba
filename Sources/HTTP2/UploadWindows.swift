/// Decides which requests of a connection may send more of their content than a new stream's window lets them: those
/// that came first, as many as fit.
///
/// A request reaches the script whole, so a window that is opened must be opened up to the content's end: several halves
/// could fill the memory and then wait for one another. So a request is admitted with its whole size, in the order of
/// arrival, and the first one always is. Others wait, with the content that the window of a new stream let through.
struct UploadWindows: ~Copyable {
    /// A stream, and the number of bytes that its client may send in addition.
    struct Credit: Hashable {
        let stream: Int
        let count: Int
    }

    private struct Upload {
        let stream: Int
        /// The most bytes that its content can have.
        let size: Int
        /// The bytes that came while it waited.
        var owed = 0
    }

    /// The most bytes that admitted requests may have together, unless there is only one.
    let capacity: Int
    /// Requests in the order of arrival, which is that of their streams (RFC 9113, section 5.1.1). The admitted ones come
    /// first.
    private var uploads: [Upload] = []
    private var admitted = 0
    /// The bytes that admitted requests have together, at most.
    private(set) var reserved = 0

    init(capacity: Int) { self.capacity = capacity }

    var isEmpty: Bool { uploads.isEmpty }

    /// Adds a request whose content can have `size` bytes. Its stream must be above those added before.
    mutating func begin(_ stream: Int, size: Int) {
        uploads.append(Upload(stream: stream, size: size))
        // A request that was not admitted before owes nothing yet.
        _ = admit()
    }

    /// Notes that content has come.
    ///
    /// - Returns: the number of bytes that the client may send in addition; all that came unless the request waits.
    mutating func received(_ count: Int, on stream: Int) -> Int {
        guard let index = index(of: stream), index >= admitted else { return count }
        uploads[index].owed += count
        return 0
    }

    /// Whether a request waits for others to end.
    func waits(_ stream: Int) -> Bool { index(of: stream).map { $0 >= admitted } ?? false }

    /// Removes a request: it is complete, reset, refused, or its content is thrown away. One that was not added has no
    /// effect.
    ///
    /// - Returns: what its own client and those of requests that are admitted now may send in addition.
    mutating func end(_ stream: Int) -> [Credit] {
        guard let index = index(of: stream) else { return [] }
        let upload = uploads.remove(at: index)
        let own = upload.owed > 0 ? [Credit(stream: stream, count: upload.owed)] : []
        if index < admitted {
            admitted -= 1
            reserved -= upload.size
        }
        return own + admit()
    }

    /// Admits the requests that fit, and returns what their clients may send in addition.
    private mutating func admit() -> [Credit] {
        var credits: [Credit] = []
        while admitted < uploads.count,
            admitted == 0 || uploads[admitted].size <= capacity - reserved
        {
            let upload = uploads[admitted]
            if upload.owed > 0 { credits.append(Credit(stream: upload.stream, count: upload.owed)) }
            uploads[admitted].owed = 0
            reserved += upload.size
            admitted += 1
        }
        return credits
    }

    private func index(of stream: Int) -> Int? {
        var (low, high) = (0, uploads.count)
        while low < high {
            let middle = (low + high) / 2
            if uploads[middle].stream < stream { low = middle + 1 } else { high = middle }
        }
        return low < uploads.count && uploads[low].stream == stream ? low : nil
    }
}
