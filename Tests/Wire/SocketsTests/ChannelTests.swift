import Dispatch
import Locking
import Testing

@testable import Sockets

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

@Suite("A channel", .timeLimit(.minutes(60)))
struct ChannelTests {
    @Test("what is sent is received and what is written arrives")
    func echo() async throws {
        let bench = try Bench()
        let client = try bench.client()
        for text in ["a", "second", "a third and longer one"] {
            try client.send(text)
            #expect(try client.receiveText(text.utf8.count) == text)
        }
        await bench.listener.stop()
    }

    @Test("everything written while one event is handled goes out by one send")
    func oneSend() async throws {
        let bench = try Bench(
            .init(received: { channel, _ in
                for piece in 0..<16 { channel.write("answer \(piece)\n".utf8) }
            }))
        let client = try bench.client()
        try client.send("go")
        let expected = (0..<16).map { "answer \($0)\n" }.joined()
        #expect(try client.receiveText(expected.utf8.count) == expected)
        #expect(await bench.onEventLoop { bench.eventLoop.sends } == 1)
        await bench.listener.stop()
    }

    @Test("everything written in one posted turn goes out by one send, without one each write has its own")
    func postedBatch() async throws {
        let bench = try Bench(.init())
        let client = try bench.client()
        let channel = await bench.channel()
        await bench.onEventLoop {
            channel.batch {
                channel.write("head ".utf8)
                channel.write("body ".utf8)
            }
        }
        #expect(await bench.onEventLoop { bench.eventLoop.sends } == 1)
        await bench.onEventLoop {
            channel.write("more ".utf8)
            channel.write("still".utf8)
        }
        #expect(await bench.onEventLoop { bench.eventLoop.sends } == 3)
        #expect(try client.receiveText(20) == "head body more still")
        await bench.listener.stop()
    }

    @Test("what is written last is sent at once, but behind what waits")
    func writtenLast() async throws {
        let bench = try Bench(.init())
        let client = try bench.client()
        let channel = await bench.channel()
        let sends = await bench.onEventLoop {
            var sends: [Int] = []
            channel.batch {
                Array("now ".utf8).withUnsafeBytes { channel.writeLast($0) }
                sends.append(bench.eventLoop.sends)
                channel.write("first ".utf8)
                Array("then".utf8).withUnsafeBytes { channel.writeLast($0) }
                sends.append(bench.eventLoop.sends)
            }
            return sends + [bench.eventLoop.sends]
        }
        #expect(sends == [1, 1, 2])
        #expect(try client.receiveText(14) == "now first then")
        await bench.listener.stop()
    }

    @Test("of what is written last, the peer that takes only a part at once gets the rest")
    func muchWrittenLast() async throws {
        let bench = try Bench(.init())
        let client = try bench.client()
        let channel = await bench.channel()
        let bytes = pseudoRandomBytes(24 << 20)
        let unsent = await bench.onEventLoop {
            bytes.withUnsafeBytes { channel.writeLast($0) }
            channel.write("end".utf8)
            return channel.unsent
        }
        #expect(unsent > 0)
        #expect(try client.receive(exactly: bytes.count) == bytes)
        #expect(try client.receiveText(3) == "end")
        await bench.listener.stop()
    }

    @Test("a closed channel still tells what the system had not taken", arguments: [24 << 20, 3])
    func unsentAtEnd(size: Int) async throws {
        let bench = try Bench(.init())
        let client = try bench.client()
        let channel = await bench.channel()
        await bench.onEventLoop { channel.write([UInt8](repeating: 0, count: size)) }
        await bench.listener.stop()
        #expect(await bench.onEventLoop { channel.unsent > 0 } == (size > 3))
        client.close()
    }

    @Test("accepted sockets send without delay, do not block and do not outlive an exec")
    func options() async throws {
        let bench = try Bench(.init())
        let client = try bench.client()
        let descriptor = await bench.channel().descriptor
        var noDelay: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        getsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &noDelay, &size)
        #expect(noDelay != 0)
        #expect(fcntl(descriptor, F_GETFL) & O_NONBLOCK != 0)
        #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
        client.close()
        await bench.listener.stop()
    }

    @Test("a peer that sends and does not read stops being read, and loses nothing")
    func backPressure() async throws {
        let most = Locked(0)
        let bench = try Bench(
            .init(received: { channel, bytes in
                channel.write(bytes)
                let unsent = channel.unsent
                most.withLock { $0 = max($0, unsent) }
            }), noting: true)
        let client = try bench.client()
        let channel = await bench.channel()
        let bytes = pseudoRandomBytes(24 << 20)

        var sent = 0
        while sent < bytes.count {
            let count = try client.sendNow(Array(bytes[sent..<min(sent + 65_536, bytes.count)]))
            sent += count
            if count == 0, await bench.onEventLoop({ channel.unsent }) > Channel.highMark {
                // One pass later nothing has moved: both directions are full.
                if try client.sendNow([bytes[sent]]) == 0 { break }
                sent += 1
            }
        }
        #expect(sent < bytes.count)
        // Up to the mark, plus the bytes that one pass reads.
        #expect(most.withLock { $0 } <= Channel.highMark + 4 * EventLoop.readSize)

        let rest = Array(bytes[sent...])
        DispatchQueue.global().async {
            try? client.send(rest)
            client.finishSending()
        }
        #expect(try client.receive(exactly: bytes.count) == bytes)
        #expect(most.withLock { $0 } <= Channel.highMark + 4 * EventLoop.readSize)
        await bench.listener.stop()
    }

    @Test("a body streamed as the channel drains arrives whole, with little of it in memory")
    func streaming() async throws {
        let body = pseudoRandomBytes(12 << 20)
        let next = Locked(0)
        let most = Locked(0)
        @Sendable func more(_ channel: Channel) {
            guard channel.unsent <= Channel.lowMark else { return }
            let start = next.withLock { $0 }
            guard start < body.count else { return channel.closeLingering() }
            let piece = body[start..<min(start + 65_536, body.count)]
            next.withLock { $0 = piece.endIndex }
            channel.write(piece)
            let unsent = channel.unsent
            most.withLock { $0 = max($0, unsent) }
        }
        let bench = try Bench(.init(received: { channel, _ in more(channel) }, drained: { more($0) }))
        let client = try bench.client(receiveBuffer: 16_384)
        try client.send("go")
        #expect(try client.receiveToEnd() == body)
        #expect(most.withLock { $0 } <= Channel.lowMark + 65_536)
        client.close()
        await bench.journal.wait(for: .closed(.done))
        #expect(bench.journal.happenings.contains(.drained(unsent: 0)))
        await bench.listener.stop()
    }

    @Test("a handler is told before its bytes are handed over, and again if the system does not take all")
    func handingOver() async throws {
        let told = Locked<[String]>([])
        let size = 12 << 20
        let bench = try Bench(
            .init(
                received: { channel, _ in channel.write([UInt8](repeating: 1, count: size)) },
                sending: { channel in told.withLock { $0.append(channel.unsent == size ? "sending all" : "sending") } },
                notSent: { channel in
                    let isNotAll = channel.unsent > 0
                    told.withLock { $0.append(isNotAll ? "not sent" : "wrong") }
                }))
        let client = try bench.client(receiveBuffer: 16_384)
        try client.send("go")
        _ = try client.receiveText(1)
        var left = size - 1
        while left > 0 { left -= try client.receiveText(min(left, 1 << 20)).utf8.count }
        // The last handover is complete.
        await bench.journal.wait(for: .drained(unsent: 0))
        let all = told.withLock { $0 }
        #expect(all.prefix(2) == ["sending all", "not sent"] && all.last == "sending" && !all.contains("wrong"))
        #expect(zip(all, all.dropFirst()).allSatisfy { $0.hasPrefix("sending") != $1.hasPrefix("sending") })
        client.close()
        await bench.listener.stop()
    }

    @Test("a handler is told that the rest of an earlier pass is sent, even if no event was waited for")
    func sendingTheRest() async throws {
        let size = 12 << 20
        let bench = try Bench(
            .init(received: { channel, _ in channel.write([UInt8](repeating: 1, count: size)) }))
        let client = try bench.client(receiveBuffer: 16_384)
        try client.send("go")
        await bench.journal.wait(bytes: 2)
        let channel = await bench.channel()
        let isTold = await bench.onEventLoop {
            Result {
                var received = 0
                while channel.unsent > 0 {
                    received += try client.receive(exactly: size - channel.unsent - received).count
                    channel.sendNow()
                }
                return received > 0 && bench.journal.happenings.contains(.drained(unsent: 0))
            }
        }
        #expect(try isTold.get())
        client.close()
        await bench.listener.stop()
    }

    @Test("a peer that has half-closed gets its answer")
    func halfClose() async throws {
        let bench = try Bench(
            .init(ended: { channel in
                channel.write("bye".utf8)
                channel.closeLingering()
            }))
        let client = try bench.client()
        try client.send("request")
        client.finishSending()
        #expect(String(decoding: try client.receiveToEnd(), as: UTF8.self) == "bye")
        await bench.journal.wait(for: .closed(.done))
        #expect(bench.journal.happenings.receivedBytes == Array("request".utf8))
        await bench.listener.stop()
    }

    @Test("a peer that resets while it waits for an answer is gone; what it sent was received")
    func resetByPeer() async throws {
        let bench = try Bench(.init())
        let client = try bench.client()
        try client.send("request")
        await bench.journal.wait(bytes: 7)
        client.reset()
        await bench.journal.wait(for: .closed(.gone))
        #expect(bench.journal.happenings == [.opened, .received(Array("request".utf8)), .closed(.gone)])
        await bench.listener.stop()
    }

    @Test("bytes that a reset follows at once are received first")
    func lastBytes() async throws {
        let bench = try Bench(.init())
        let client = try bench.client()
        // Both arrive before the event loop checks.
        let blocked = DispatchSemaphore(value: 0)
        bench.eventLoop.async { blocked.wait() }
        try client.send("request")
        client.reset()
        blocked.signal()
        await bench.journal.wait(for: .closed(.gone))
        #expect(bench.journal.happenings == [.opened, .received(Array("request".utf8)), .closed(.gone)])
        await bench.listener.stop()
    }

    @Test("a lingering close loses nothing while the peer is still sending")
    func lingering() async throws {
        let bench = try Bench(
            .init(received: { channel, _ in
                channel.write("too large".utf8)
                channel.closeLingering()
            }))
        let client = try bench.client()
        try client.send([UInt8](repeating: 1, count: 8 << 20))
        #expect(String(decoding: try client.receiveToEnd(), as: UTF8.self) == "too large")
        client.close()
        await bench.journal.wait(for: .closed(.done))
        await bench.listener.stop()
    }

    @Test("a close at once does break off a peer that is still sending")
    func abrupt() async throws {
        let bench = try Bench(
            .init(received: { channel, _ in
                channel.write("too large".utf8)
                channel.close()
            }))
        let client = try bench.client()
        #expect(throws: ClientError.self) {
            try client.send([UInt8](repeating: 1, count: 8 << 20))
            _ = try client.receiveToEnd()
        }
        await bench.journal.wait(for: .closed(.done))
        await bench.listener.stop()
    }

    @Test("close sends FIN, after what was written")
    func close() async throws {
        let bench = try Bench(
            .init(received: { channel, _ in
                channel.write("part".utf8)
                channel.close()
                channel.write("never".utf8)
            }))
        let client = try bench.client()
        try client.send("go")
        #expect(String(decoding: try client.receiveToEnd(), as: UTF8.self) == "part")
        await bench.journal.wait(for: .closed(.done))
        await bench.listener.stop()
    }

    @Test("reset sends RST")
    func reset() async throws {
        let bench = try Bench(.init(received: { channel, _ in channel.reset() }))
        let client = try bench.client()
        try client.send("go")
        #expect(throws: ClientError(call: "recv", errno: ECONNRESET)) { try client.receive() }
        await bench.journal.wait(for: .closed(.done))
        await bench.listener.stop()
    }

    @Test(
        "a paused channel receives nothing, notices that its peer leaves, and goes on where it stopped",
        .enabled(if: Poller.noticesEndWhilePaused))
    func paused() async throws {
        let bench = try Bench(.init(received: { channel, _ in channel.pauseReading() }))
        let client = try bench.client()
        let channel = await bench.channel()
        try client.send("one")
        await bench.journal.wait(bytes: 3)
        try client.send("two")
        client.finishSending()
        await bench.journal.wait(for: .leaving)
        #expect(bench.journal.happenings.receivedBytes == Array("one".utf8))
        await bench.onEventLoop {
            channel.resumeReading()
        }
        await bench.journal.wait(bytes: 6)
        await bench.onEventLoop { channel.resumeReading() }
        await bench.journal.wait(for: .ended)
        #expect(bench.journal.happenings.receivedBytes == Array("onetwo".utf8))
        #expect(bench.journal.happenings.last == .ended)
        await bench.listener.stop()
    }

    @Test(
        "a paused channel notices a reset, and receives what came before it",
        .enabled(if: Poller.noticesEndWhilePaused))
    func resetWhilePaused() async throws {
        let bench = try Bench(.init(received: { channel, _ in channel.pauseReading() }))
        let client = try bench.client()
        try client.send("one")
        await bench.journal.wait(bytes: 3)
        try client.send("two")
        client.reset()
        await bench.journal.wait(for: .closed(.gone))
        #expect(bench.journal.happenings.receivedBytes == Array("onetwo".utf8))
        await bench.listener.stop()
    }

    @Test("a paused channel receives what came before its listener stops")
    func stopWhilePaused() async throws {
        let bench = try Bench(.init(received: { channel, _ in channel.pauseReading() }))
        let client = try bench.client()
        try client.send("one")
        await bench.journal.wait(bytes: 3)
        try client.send("two")
        await bench.listener.stop()
        #expect(bench.journal.happenings.receivedBytes == Array("onetwo".utf8))
        #expect(bench.journal.happenings.last == .closed(.stopped))
        client.close()
    }

    @Test("a channel that notices a reset by sending receives what came before it", arguments: [false, true])
    func resetBeforeSending(sendsNow: Bool) async throws {
        let bench = try Bench(.init())
        let client = try bench.client()
        let channel = await bench.channel()
        try client.send("one")
        await bench.journal.wait(bytes: 3)
        await bench.onEventLoop {
            // Both arrive before the event loop checks: a busy system may deliver them after `reset` has returned.
            try? client.send("two")
            client.reset()
            var hangUp = pollfd(fd: channel.descriptor, events: 0, revents: 0)
            while poll(&hangUp, 1, -1) < 0 {}
            channel.batch {
                channel.write("response".utf8)
                if sendsNow { channel.sendNow() }
                channel.write("more".utf8)
            }
        }
        await bench.journal.wait(for: .closed(.gone))
        #expect(bench.journal.happenings.receivedBytes == Array("onetwo".utf8))
        #expect(channel.unsent == 12)
        await bench.listener.stop()
    }

    @Test("a deadline fires once, and again when set again")
    func deadline() async throws {
        let rounds = Locked(0)
        let bench = try Bench(
            .init(
                opened: { $0.setDeadline(at: EventLoop.now + 1_000_000) },
                deadline: { channel in
                    let round = rounds.withLock { rounds in
                        rounds += 1
                        return rounds
                    }
                    if round == 1 { channel.setDeadline(at: EventLoop.now + 1_000_000) } else { channel.close() }
                }))
        let client = try bench.client()
        #expect(try client.receiveToEnd() == [])
        await bench.journal.wait(for: .closed(.done))
        #expect(bench.journal.happenings == [.opened, .deadline, .deadline, .closed(.done)])
        await bench.listener.stop()
    }

    @Test("a reset lets the peer read everything that was written before it")
    func resetAfterWrite() async throws {
        let bytes = [UInt8](repeating: 7, count: 1_000_000)
        let bench = try Bench(
            .init(received: { channel, _ in
                channel.write(bytes)
                channel.reset()
                channel.write("late".utf8)
            }))
        let client = try bench.client()
        try client.send("go")
        // Without a suspension: on a busy machine that could last longer than the channel waits for its peer.
        var received = 0
        var failure: Int32?
        while failure == nil {
            do { received += try client.receive().count } catch let error as ClientError { failure = error.errno }
        }
        #expect(received == bytes.count && failure == ECONNRESET)
        let channel = await bench.channel()
        await bench.onEventLoop { #expect(!channel.isOpen) }
        await bench.listener.stop()
    }

    @Test("a closed channel ignores every call")
    func afterClose() async throws {
        let bench = try Bench(.init(opened: { $0.close() }))
        let client = try bench.client()
        let channel = await bench.channel()
        #expect(try client.receiveToEnd() == [])
        await bench.onEventLoop {
            channel.write("late".utf8)
            channel.pauseReading()
            channel.resumeReading()
            channel.setDeadline(at: EventLoop.now)
            channel.closeLingering()
            channel.close()
            channel.reset()
        }
        #expect(bench.journal.happenings == [.opened, .closed(.done)])
        await bench.listener.stop()
    }

    @Test("peers that come, talk, leave and reset at once on all event loops do not disturb each other")
    func stress() async throws {
        let listener = try Listener(on: .loopback()) { Probe($0, .echo, nil) }
        let failures = Locked<[String]>([])
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                DispatchQueue.concurrentPerform(iterations: 16) { worker in
                    do {
                        for round in 0..<12 {
                            let client = try Client(listener.address)
                            for call in 0..<10 {
                                let text = "worker \(worker), round \(round), call \(call)"
                                try client.send(text)
                                let response = try client.receiveText(text.utf8.count)
                                if response != text { failures.withLock { $0.append("\(text): \(response)") } }
                            }
                            if round % 3 == 0 { client.reset() } else { client.close() }
                        }
                    } catch {
                        failures.withLock { $0.append("\(error)") }
                    }
                }
                continuation.resume()
            }
        }
        #expect(failures.withLock { $0 } == [])
        await listener.stop()
    }
}
