package import HTTPMessage

/// A request that has begun and is not whole.
package struct BegunRequest: Hashable, Comparable, Sendable {
    /// The index of its connection in its run.
    package let connection: Int
    /// Its stream in HTTP/2; 0 in HTTP/1.1, and as long as no stream is known.
    package let stream: Int
    /// What is known of it, for people. It does not tell one request from another.
    package let part: Part?

    /// The part of a request that has come.
    package struct Part: Sendable {
        /// The method, once the head has come.
        package let method: ArraySlice<UInt8>?
        /// The head, as far as it has come. Its fields say what is to be redacted in its target.
        package let head: PartialHead

        package init(method: ArraySlice<UInt8>?, head: PartialHead) {
            (self.method, self.head) = (method, head)
        }
    }

    package init(onConnection connection: Int, stream: Int, part: Part? = nil) {
        self.connection = connection
        self.stream = stream
        self.part = part
    }

    /// Whether more is known of it than of the same request before.
    package func hasMore(than former: BegunRequest) -> Bool {
        guard let part else { return false }
        guard let known = former.part else { return true }
        return part.head.fields.count > known.head.fields.count || part.method != nil && known.method == nil
    }

    package static func == (one: BegunRequest, other: BegunRequest) -> Bool {
        (one.connection, one.stream) == (other.connection, other.stream)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(connection)
        hasher.combine(stream)
    }

    package static func < (one: BegunRequest, other: BegunRequest) -> Bool {
        (one.connection, one.stream) < (other.connection, other.stream)
    }
}
