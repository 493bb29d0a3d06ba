import HTTP2
import HTTPMessage
import SeededRandom
import Testing

/// The events and the output do not depend on how the bytes of a connection are split.
@Suite struct FeedingTests {
    struct Vector: Sendable, CustomStringConvertible {
        var name: String
        var bytes: [UInt8]
        var description: String { name }

        init(_ name: String, _ frames: [RawFrame]) {
            self.name = name
            bytes = RawFrame.preface + RawFrame.settings((3, 100)).bytes + frames.flatMap(\.bytes)
        }
    }

    private static let block = RawFrame.block(RawFrame.get("/split", ("a", "b")))

    /// A head in a HEADERS frame and `count` CONTINUATION frames.
    private static func continued(_ stream: Int, _ count: Int) -> [RawFrame] {
        var frames = [RawFrame(.headers, flags: 1, stream: stream, payload: Array(block.prefix(4)))]
        let rest = Array(block.dropFirst(4))
        for index in 0..<count {
            let range = (rest.count * index / count)..<(rest.count * (index + 1) / count)
            frames.append(
                RawFrame(
                    .continuation, flags: index == count - 1 ? 4 : 0, stream: stream, payload: Array(rest[range])))
        }
        return frames
    }

    static let vectors: [Vector] =
        [
            Vector("a GET", [.headers(1, RawFrame.get())]),
            Vector(
                "a body with padding and trailers",
                [
                    .headers(1, RawFrame.post(("content-length", "4")), flags: 4),
                    RawFrame(.data, flags: 8, stream: 1, payload: [3, 97, 98, 0, 0, 0]), .data(1, ""),
                    .data(1, "cd"), .headers(1, [("t", "1")]),
                ]),
            Vector("a head in eight CONTINUATION frames", continued(1, 8) + continued(3, 8)),
            Vector("a head in nine CONTINUATION frames, which is one too many", continued(1, 9)),
            Vector(
                "empty CONTINUATION frames",
                [
                    RawFrame(.headers, flags: 1, stream: 1, payload: block), RawFrame(.continuation, stream: 1),
                    RawFrame(.continuation, stream: 1), RawFrame(.continuation, flags: 4, stream: 1),
                    .headers(3, RawFrame.get()),
                ]),
            Vector(
                "a head without a byte",
                [RawFrame(.headers, flags: 1, stream: 1), RawFrame(.continuation, flags: 4, stream: 1, payload: block)]),
            Vector("a broken header block", [RawFrame(.headers, flags: 5, stream: 1, payload: [0xFE])]),
        ]
        + MalformedTests.vectors.map { Vector($0.name, $0.frames) }
        + ConnectionErrorTests.vectors.map { vector in
            var copy = Vector(vector.name, [])
            copy.bytes += vector.bytes
            return copy
        }

    private struct Outcome: Equatable {
        var events: [HTTP2Event]
        var output: [UInt8]

        init(_ pieces: [ArraySlice<UInt8>]) {
            let peer = RawPeer(greets: false)
            for piece in pieces { peer.receiveSilently(Array(piece)) }
            peer.send()
            events = peer.events
            output = peer.output
        }
    }

    @Test("cut anywhere, and byte by byte", arguments: vectors)
    func cuts(_ vector: Vector) {
        let bytes = vector.bytes
        let whole = Outcome([bytes[...]])
        #expect(Outcome(bytes.indices.map { bytes[$0...$0] }) == whole)
        #expect(Outcome(stride(from: 0, to: bytes.count, by: 3).map { bytes[$0..<min($0 + 3, bytes.count)] }) == whole)
        guard bytes.count < 400 else { return }
        for middle in bytes.indices where Outcome([bytes[..<middle], bytes[middle...]]) != whole {
            Issue.record("another outcome cut at \(middle)")
        }
    }

    @Test("a section that is not whole is told")
    func amidSection() {
        let peer = RawPeer()
        #expect(!peer.server.isAmidSection)
        peer.receive(RawFrame(.headers, flags: 1, stream: 1, payload: Self.block))
        peer.receive(RawFrame(.continuation, stream: 1))
        #expect(peer.server.isAmidSection)
        peer.receive(RawFrame(.continuation, flags: 4, stream: 1))
        #expect(!peer.server.isAmidSection)
    }

    @Test("random bytes behind a preface end a connection or do nothing, and never more")
    func randomBytes() {
        var random = SplitMix(seed: 42)
        for _ in 0..<300 {
            let peer = RawPeer()
            peer.respondsToAll = true
            var bytes: [UInt8] = []
            for _ in 0..<20 {
                let payload = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                    UInt8.random(in: 0...255, using: &random)
                }
                bytes +=
                    RawFrame(
                        type: UInt8.random(in: 0...10, using: &random),
                        flags: UInt8.random(in: 0...255, using: &random),
                        stream: Int.random(in: 0...5, using: &random), payload: payload
                    ).bytes
            }
            bytes.append(contentsOf: (0..<30).map { _ in UInt8.random(in: 0...255, using: &random) })
            peer.receive(bytes)
            #expect(peer.server.openStreams <= 128)
        }
    }
}
