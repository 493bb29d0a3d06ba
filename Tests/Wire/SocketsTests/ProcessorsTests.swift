#if os(Linux)
import CPlatform
import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#else
import Musl
#endif

/// The processors of a thread are set only for that thread, so each test has its own.
@Suite("The processors that may be used", .timeLimit(.minutes(60)))
struct ProcessorsTests {
    @Test("are those that the kernel says the thread may run on")
    func counted() async throws {
        let (allowed, counted) = await onThread { (try? allowedProcessors(), Int(cplatform_processors())) }
        #expect(try #require(allowed).count == counted)
    }

    @Test("are one where the thread is pinned to one")
    func pinned() async throws {
        let processor = try #require(try allowedProcessors().last)
        let (status, counted) = await onThread { (pin(to: processor), cplatform_processors()) }
        #expect(status == 0)
        #expect(counted == 1)
    }
}

/// Runs `body` on a new thread.
private func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
        Thread { continuation.resume(returning: body()) }.start()
    }
}

/// The numbers of the processors on which the calling thread may run, from the kernel's text: `0-3,8`.
private func allowedProcessors() throws -> [Int] {
    let status = try String(contentsOfFile: "/proc/thread-self/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed_list:") })
    return line.dropFirst("Cpus_allowed_list:".count).trimmingCharacters(in: .whitespaces).split(separator: ",")
        .flatMap { range in
            let ends = range.split(separator: "-").compactMap { Int($0) }
            return Array((ends.first ?? 0)...(ends.last ?? 0))
        }
}

/// Pins the calling thread to one processor; returns -1 on failure. Swift can't import the call, since the C library
/// declares it only with _GNU_SOURCE.
private func pin(to processor: Int) -> Int32 {
    typealias Call = @convention(c) (pid_t, Int, UnsafeRawPointer) -> Int32
    guard let address = dlsym(nil, "sched_setaffinity") else { return -1 }
    var set = [UInt8](repeating: 0, count: 8_192)
    set[processor / 8] |= 1 << (processor % 8)
    return unsafeBitCast(address, to: Call.self)(0, set.count, set)
}
#endif
