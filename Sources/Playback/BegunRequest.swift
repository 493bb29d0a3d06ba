/// A request that has begun and is not whole.
package struct BegunRequest: Hashable, Comparable, Sendable {
    /// The index of its connection in its run.
    package let connection: Int
    /// Its stream in HTTP/2; 0 in HTTP/1.1, and as long as no stream is known.
    package let stream: Int

    package init(onConnection connection: Int, stream: Int) {
        self.connection = connection
        self.stream = stream
    }

    package static func < (one: BegunRequest, other: BegunRequest) -> Bool {
        (one.connection, one.stream) < (other.connection, other.stream)
    }
}
