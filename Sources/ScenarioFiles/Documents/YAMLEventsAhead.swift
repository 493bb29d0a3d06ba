import Dispatch
import Locking

/// Returns libyaml's events of a large file, which a queue reads ahead while the caller makes nodes of those before.
///
/// libyaml takes a third of the time in which a scenario is loaded; so a second processor takes it over. The queue is
/// a private one, which gets a thread of its own even when all threads of the global queues wait here.
struct YAMLEventsAhead: ~Copyable, YAMLEventSource {
    private let pipe = Pipe()
    /// The events that were taken out of the pipe, the next one last.
    private var events: [YAMLEvent] = []
    private var failure: YAMLFailure?

    /// Nil if the file is too small.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= Document.sizeForQueues else { return nil }
        let pipe = pipe
        DispatchQueue(label: "mockserver.yaml", qos: .userInitiated).async { pipe.fill(from: bytes) }
    }

    deinit { pipe.cancel() }

    mutating func next() throws(YAMLFailure) -> YAMLEvent {
        while true {
            if let event = events.popLast() { return event }
            if let failure { throw failure }
            pipe.exchange(&events, &failure)
        }
    }
}

extension YAMLEventsAhead {
    /// Some events, and why there are none after them.
    private struct Batch: Sendable {
        var events: [YAMLEvent] = []
        var failure: YAMLFailure?
    }

    /// The batches between the queue and the caller, at most `limit` of them.
    private final class Pipe: Sendable {
        private static let batchSize = 2048
        private static let limit = 8

        private struct State {
            var batches: [Batch] = []
            /// Empty arrays with room for a batch.
            var spare: [[YAMLEvent]] = []
            var isCanceled = false
        }

        private let state = Locked(State())
        /// Counts the batches in `state`.
        private let filled = DispatchSemaphore(value: 0)
        /// Counts the batches that there is room for. It begins at 0, since Dispatch refuses to free a semaphore that is
        /// below its first value.
        private let room = DispatchSemaphore(value: 0)

        init() {
            for _ in 0..<Self.limit { room.signal() }
        }

        /// Reads the whole file, unless the caller cancels.
        func fill(from bytes: [UInt8]) {
            bytes.withUnsafeBufferPointer { bytes in
                guard var source = YAMLEvents(bytes) else {
                    append(Batch(failure: .noMemory))
                    return
                }
                var isAtEnd = false
                while !isAtEnd {
                    var batch = Batch(events: state.withLock { $0.spare.popLast() } ?? [])
                    batch.events.reserveCapacity(Self.batchSize)
                    do throws(YAMLFailure) {
                        while !isAtEnd, batch.events.count < Self.batchSize {
                            let event = try source.next()
                            isAtEnd = event.kind == .streamEnd
                            batch.events.append(event)
                        }
                    } catch {
                        batch.failure = error
                        isAtEnd = true
                    }
                    if !append(batch) { return }
                }
            }
        }

        /// Adds a batch as soon as there is room; returns false if the caller has gone.
        @discardableResult
        private func append(_ batch: Batch) -> Bool {
            room.wait()
            let isCanceled = state.withLock { state in
                state.batches.append(batch)
                return state.isCanceled
            }
            filled.signal()
            return !isCanceled
        }

        /// Takes the next batch, which there is unless the last one had the stream's end or a failure. The array is
        /// empty, and its memory is used again.
        func exchange(_ events: inout [YAMLEvent], _ failure: inout YAMLFailure?) {
            filled.wait()
            defer { room.signal() }
            state.withLock { state in
                state.spare.append(events)
                let batch = state.batches.removeFirst()
                events = batch.events
                failure = batch.failure
            }
            // The queue has more to do than the caller, so this is the caller's.
            events.reverse()
        }

        func cancel() {
            state.withLock { $0.isCanceled = true }
            room.signal()
        }
    }
}
