import HTTP2
import HTTPMessage
import Testing

/// Clients that cause work without making requests (RFC 9113, section 10.5). The limit is a number of frames or of
/// stored bytes, never a time.
@Suite struct FloodTests {
    private static let calm = HTTP2ErrorCode.enhanceYourCalm
    private static let ping = RawFrame(.ping, payload: .init(repeating: 0, count: 8))

    /// Feeds `frames` repeatedly, at most `most` times; returns how often that took to end the connection.
    private func flood(_ peer: RawPeer, most: Int, _ frames: (Int) -> [RawFrame]) -> Int? {
        flood(peer, most: most) { frames($0).flatMap(\.bytes) }
    }

    private func flood(_ peer: RawPeer, most: Int, _ bytes: (Int) -> [UInt8]) -> Int? {
        for round in 0..<most {
            peer.receive(bytes(round))
            if peer.server.isFinished { return round }
        }
        return nil
    }

    @Test(
        "frames without effect end the connection even if their answers are read",
        arguments: [
            RawFrame.settings(), ping, RawFrame(.priority, stream: 9, payload: [0, 0, 0, 0, 1]),
            RawFrame(.windowUpdate, payload: number32(1)), RawFrame(type: 0xFA),
        ])
    func idleFrames(frame: RawFrame) {
        let peer = RawPeer()
        let hundred = [RawFrame](repeating: frame, count: 100).flatMap(\.bytes)
        #expect(flood(peer, most: 90) { _ in hundred } == nil)
        #expect(flood(peer, most: 20) { _ in hundred } != nil)
        #expect(peer.failure == Self.calm)
        #expect(peer.goaway?.code == Self.calm.rawValue)
        #expect(peer.server.isFinished)
    }

    @Test("empty DATA frames end the connection")
    func emptyData() {
        let peer = RawPeer()
        peer.receive(.headers(1, RawFrame.post(), flags: 4))
        let hundred = [RawFrame](repeating: .data(1, ""), count: 100).flatMap(\.bytes)
        #expect(flood(peer, most: 110) { _ in hundred } != nil)
        #expect(peer.failure == Self.calm)
    }

    @Test("pings among requests are no flood")
    func pingsAmongRequests() {
        let peer = RawPeer()
        peer.respondsToAll = true
        let rounds = flood(peer, most: 3000) { round in
            [RawFrame](repeating: Self.ping, count: 10) + [.headers(round * 2 + 1, RawFrame.get())]
        }
        #expect(rounds == nil)
    }

    @Test(
        "control frames whose answers the client does not read end the connection",
        arguments: [
            RawFrame.settings(), ping,
        ])
    func unreadAcknowledgements(frame: RawFrame) {
        let peer = RawPeer()
        peer.send()
        for _ in 0..<1100 { peer.receiveSilently(frame.bytes) }
        #expect(peer.failure == Self.calm)
        peer.send()
        #expect(peer.output.count < 64 * 1024)
        #expect(peer.goaway?.code == Self.calm.rawValue)
    }

    @Test("streams that are opened only to be reset end the connection")
    func rapidReset() {
        let peer = RawPeer()
        let rounds = flood(peer, most: 2000) { round in
            [.headers(round * 2 + 1, RawFrame.get()), .reset(round * 2 + 1, 8)]
        }
        #expect(rounds == HTTP2SessionLimits.resets)
        #expect(peer.failure == Self.calm)
        #expect(peer.goaway?.code == Self.calm.rawValue)
    }

    @Test("a client that resets one request for each that it lets finish is no flood")
    func someResets() {
        let peer = RawPeer()
        let rounds = flood(peer, most: 900) { round in
            let first = round * 4 + 1
            for case .request(let stream, _, _, _) in peer.events.suffix(8) where stream == first - 2 {
                _ = try? peer.server.respond(stream, ResponseHead(status: 204), length: nil)
                peer.server.end(stream)
            }
            return [.headers(first, RawFrame.get()), .reset(first, 8), .headers(first + 2, RawFrame.get())]
        }
        #expect(rounds == nil)
    }

    @Test("requests that make the server reset them end the connection", arguments: [true, false])
    func provokedResets(isOurs: Bool) {
        let peer = RawPeer()
        let lines = isOurs ? RawFrame.get("/#") : RawFrame.get("/", ("connection", "close"))
        let rounds = flood(peer, most: 2000) { round in [.headers(round * 2 + 1, lines)] }
        #expect(rounds == HTTP2SessionLimits.resets)
        #expect(peer.failure == Self.calm)
    }

    @Test("a header section in too many CONTINUATION frames ends the connection", arguments: [0, 1])
    func continuations(size: Int) {
        let peer = RawPeer()
        peer.receive(RawFrame(.headers, stream: 1).bytes)
        let payload = Array(RawFrame.block([("a", "")]).prefix(size * 100))
        let rounds = flood(peer, most: 100) { _ in [RawFrame(.continuation, stream: 1, payload: payload)] }
        #expect(rounds != nil)
        #expect(peer.failure == Self.calm)
        #expect(peer.goaway?.code == Self.calm.rawValue)
    }

    @Test("a header section that only compression can make so large ends the connection")
    func headerBomb() {
        let peer = RawPeer()
        let value = String(repeating: "a", count: 4000)
        // A literal that enters the dynamic table, then its index many times: one byte stands for 4 kB.
        let entry: [UInt8] = [0x40] + RawFrame.string([97]) + RawFrame.string(Array(value.utf8))
        let small = RawFrame.block(RawFrame.get()) + entry + [UInt8](repeating: 0xBE, count: 10)
        peer.receive(RawFrame(.headers, flags: 5, stream: 1, payload: small))
        #expect(peer.refusal == nil)
        let large = RawFrame.block(RawFrame.get()) + [UInt8](repeating: 0xBE, count: 100)
        peer.receive(RawFrame(.headers, flags: 5, stream: 3, payload: large))
        #expect(peer.refusal?.status == 431)
        #expect(peer.failure == nil)
        let bomb = RawFrame.block(RawFrame.get()) + [UInt8](repeating: 0xBE, count: 12_000)
        peer.receive(RawFrame(.headers, flags: 5, stream: 5, payload: bomb))
        #expect(peer.failure == Self.calm)
        #expect(peer.goaway?.code == Self.calm.rawValue)
    }

    @Test("streams that wait for their end are bounded by what they may be")
    func openStreams() {
        let peer = RawPeer()
        for number in 0..<200 { peer.receive(.headers(number * 2 + 1, RawFrame.post(), flags: 4)) }
        #expect(peer.server.openStreams <= 128)
    }
}

/// Limits that users can't set, repeated here for tests.
enum HTTP2SessionLimits {
    static let resets = 500
}
