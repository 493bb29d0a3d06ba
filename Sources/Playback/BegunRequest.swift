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
        package let method: [UInt8]?
        /// The target's beginning.
        package let target: [UInt8]
        /// What a header says of the body's length.
        package let bodyLength: [UInt8]?

        /// The most bytes of each that are kept.
        private static let limit = 256

        package init(
            method: ArraySlice<UInt8>?, target: some Sequence<UInt8>, bodyLength: ArraySlice<UInt8>? = nil
        ) {
            self.method = method.map { Array($0.prefix(Self.limit)) }
            self.target = Array(target.prefix(Self.limit))
            self.bodyLength = bodyLength.map { Array($0.prefix(20)) }
        }
    }

    package init(onConnection connection: Int, stream: Int, part: Part? = nil) {
        self.connection = connection
        self.stream = stream
        self.part = part
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
