/// Decides whose content may go on beyond the window of a new stream: that of the first request always, so that it can
/// become whole, and that of later ones in the order of arrival, as long as what they were let send fits.
///
/// A request reaches the script whole. If all windows were opened alike, several halves could fill the memory and wait for
/// one another; so the first request has memory of its own, and the next one has it after that. The credit of others is
/// kept until there is room.
struct UploadWindows: ~Copyable {
    /// A stream, and the number of bytes that its client may send in addition.
    struct Credit: Hashable {
        let stream: Int
        let count: Int
    }

    private struct Upload {
        let stream: Int
        /// The bytes that its client was let send beyond the window of a new stream.
        var granted = 0
        /// The bytes that came and that its client may not replace by others yet.
        var owed = 0
    }

    /// The most bytes that the clients of all requests but the first may be let send together, beyond the windows of new
    /// streams.
    let capacity: Int
    /// Requests in the order of arrival, which is that of their streams (RFC 9113, section 5.1.1).
    private var uploads: [Upload] = []
    /// The bytes granted to all but the first.
    private(set) var granted = 0
    /// The number of requests that are owed something.
    private var waiting = 0

    init(capacity: Int) { self.capacity = capacity }

    var isEmpty: Bool { uploads.isEmpty }

    /// Adds a request, whose stream must be above those added before.
    mutating func begin(_ stream: Int) { uploads.append(Upload(stream: stream)) }

    /// Notes that content has come.
    ///
    /// - Returns: the number of bytes that the client may send in addition; all for a request that was not added.
    mutating func received(_ count: Int, on stream: Int) -> Int {
        guard let index = index(of: stream), index > 0 else { return count }
        if waiting == 0, granted + count <= capacity {
            uploads[index].granted += count
            granted += count
            return count
        }
        if uploads[index].owed == 0, count > 0 { waiting += 1 }
        uploads[index].owed += count
        return 0
    }

    /// Whether a request waits for others to end.
    func waits(_ stream: Int) -> Bool { index(of: stream).map { uploads[$0].owed > 0 } ?? false }

    /// Removes a request: it is complete, reset, refused, or its content is thrown away. One that was not added has no
    /// effect.
    ///
    /// - Returns: what its own client and those of other requests may send in addition.
    mutating func end(_ stream: Int) -> [Credit] {
        guard let index = index(of: stream) else { return [] }
        let upload = uploads.remove(at: index)
        var credits: [Credit] = []
        if upload.owed > 0 {
            waiting -= 1
            credits.append(Credit(stream: stream, count: upload.owed))
        }
        if index > 0 {
            granted -= upload.granted
        } else if !uploads.isEmpty {
            granted -= uploads[0].granted
            uploads[0].granted = 0
        }
        settle(&credits)
        return credits
    }

    /// Grants what is owed, in the order of arrival, as far as it fits.
    private mutating func settle(_ credits: inout [Credit]) {
        var index = 0
        while waiting > 0, index < uploads.count {
            let owed = uploads[index].owed
            if owed > 0 {
                if index > 0 {
                    guard granted + owed <= capacity else { return }
                    uploads[index].granted += owed
                    granted += owed
                }
                uploads[index].owed = 0
                waiting -= 1
                credits.append(Credit(stream: uploads[index].stream, count: owed))
            }
            index += 1
        }
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
