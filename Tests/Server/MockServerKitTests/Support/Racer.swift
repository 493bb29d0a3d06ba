import SeededRandom
import Dispatch

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A connection that sends its share of requests as fast as it can, several at a time. Confined to its thread.
final class Racer: @unchecked Sendable {
    /// The content of a response: which step took the request, and as which of its requests.
    struct Content {
        let step: Int
        let count: Int
    }

    private static let request = Array(get("/n").utf8)

    private let client: RawClient
    private let share: Int
    private var generator: SplitMix
    private var sent = 0
    private(set) var taken: [Content] = []
    /// The error, if there was one.
    private(set) var problem: String?

    private let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
    private var filled = 0

    init(_ client: RawClient, share: Int, seed: UInt64) {
        self.client = client
        self.share = share
        generator = SplitMix(seed: seed)
        taken.reserveCapacity(share)
    }

    deinit {
        memory.deallocate()
    }

    /// Runs all to their ends; each thread handles its part of them round-robin.
    static func run(_ racers: [Racer], threads: Int) {
        DispatchQueue.concurrentPerform(iterations: threads) { thread in
            var mine = racers.indices.filter { $0 % threads == thread }.map { racers[$0] }
            while !mine.isEmpty {
                for racer in mine { racer.sendSome() }
                for racer in mine { racer.readAll() }
                mine.removeAll { $0.problem != nil || $0.taken.count == $0.share }
            }
        }
    }

    private func sendSome() {
        let count = min(share - sent, Int.random(in: 1...24, using: &generator))
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count * Self.request.count)
        for _ in 0..<count { bytes += Self.request }
        do { try client.send(bytes) } catch { problem = "\(error)" }
        sent += count
    }

    private func readAll() {
        while taken.count < sent, problem == nil {
            guard let start = memory.baseAddress else { return }
            let got = recv(client.descriptor, start + filled, memory.count - filled, 0)
            guard got > 0 else {
                problem = "recv gave \(got), errno \(errno)"
                return
            }
            filled += got
            takeResponses(start)
        }
    }

    /// Takes the complete responses: a head, an empty line, and a body such as `3:1024;`.
    private func takeResponses(_ start: UnsafeMutableRawPointer) {
        var position = 0
        while position < filled {
            guard let body = endOfHead(UnsafeRawPointer(start) + position, filled - position),
                let end = memchr(body, 0x3B, filled - (body - UnsafeRawPointer(start)))
            else { break }
            guard memcmp(start + position, "HTTP/1.1 200 ", 13) == 0 else {
                problem = String(
                    decoding: UnsafeRawBufferPointer(start: start + position, count: filled - position), as: UTF8.self)
                return
            }
            var numbers = (0, 0)
            for offset in 0..<(UnsafeRawPointer(end) - body) {
                let byte = body.load(fromByteOffset: offset, as: UInt8.self)
                if byte == 0x3A {
                    numbers = (numbers.1, 0)
                } else {
                    numbers.1 = numbers.1 * 10 + Int(byte) - 0x30
                }
            }
            taken.append(Content(step: numbers.0, count: numbers.1))
            position = UnsafeRawPointer(end) - UnsafeRawPointer(start) + 1
        }
        filled -= position
        memmove(start, start + position, filled)
    }

    /// The address after the first empty line.
    private func endOfHead(_ start: UnsafeRawPointer, _ count: Int) -> UnsafeRawPointer? {
        var line = start
        let end = start + count
        while let next = memchr(line, 0x0A, end - line) {
            let behind = UnsafeRawPointer(next) + 1
            if behind - line == 2 { return behind }
            line = behind
        }
        return nil
    }
}
