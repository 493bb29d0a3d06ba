import Locking

/// The memory of rendered responses that clients have not taken yet, in all runs of one server.
///
/// A few bytes of a scenario may render to megabytes, and a client may ask for many responses and take none of them.
/// Without a bound, that would end the process.
package final class ResponseMemory: Sendable {
    /// The memory that one response holds, until this is released.
    package final class Held: Sendable {
        /// In bytes.
        package let size: Int
        private let memory: ResponseMemory

        fileprivate init(_ size: Int, of memory: ResponseMemory) {
            self.size = size
            self.memory = memory
        }

        deinit { memory.held.withLock { $0 -= size } }
    }

    /// The most bytes that all responses hold together.
    package static let limit = 256 << 20
    /// The largest response that is not counted, in bytes. A stream that can't send holds as much of a file.
    package static let uncounted = 16 << 10

    private let limit: Int
    private let held = Locked(0)

    /// - Parameter limit: the most bytes that all responses hold together.
    package init(limit: Int = ResponseMemory.limit) { self.limit = limit }

    /// The bytes that responses hold now.
    package var size: Int { held.withLock { $0 } }

    /// The bytes that one more response may hold.
    var room: Int { limit - size }

    /// Holds memory for one response of `size` bytes.
    ///
    /// - Returns: nil if there is no room for it.
    func hold(_ size: Int) -> Held? {
        let hasRoom = held.withLock { held in
            guard held + size <= limit else { return false }
            held += size
            return true
        }
        return hasRoom ? Held(size, of: self) : nil
    }

    /// The sentence about a response for which there is no room.
    var noRoom: String {
        "the responses that clients have not taken yet are larger than \(limit >> 20) MiB together with this one"
    }
}
