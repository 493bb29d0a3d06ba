#if canImport(Combine) || Combine
import APIClientCombine
import Dispatch
import Foundation
import Testing

@Suite("An asynchronous operation as a publisher", .timeLimit(.minutes(60))) struct TaskPublisherTests {
    private struct Broken: Error {}

    @Test("gives its value, then finishes")
    func value() async {
        let publication = await published(by: TaskPublisher(on: ImmediateScheduler.shared) { 7 })
        #expect(publication.values == [7])
        #expect(publication.hasFinished)
    }

    @Test("gives its error")
    func error() async {
        let failing = TaskPublisher<Int, _>(on: ImmediateScheduler.shared) { throw Broken() }
        let publication = await published(by: failing)
        #expect(publication.values.isEmpty)
        #expect(publication.error is Broken)
    }

    @Test("runs anew for each subscription")
    func cold() async {
        let (runs, run) = AsyncStream<Void>.makeStream()
        let publisher = TaskPublisher(on: ImmediateScheduler.shared) { run.yield() }
        #expect(await published(by: publisher).hasFinished)
        #expect(await published(by: publisher).hasFinished)
        run.finish()
        #expect(await runs.reduce(0) { count, _ in count + 1 } == 2)
    }

    /// The demand that a task was started for.
    @TaskLocal private static var demand = ""

    @Test("runs when a value is demanded, and once")
    func demand() async {
        let (runs, run) = AsyncStream<String>.makeStream()
        let (probe, scheduler) = (Probe<Void>(), RecordingScheduler())
        TaskPublisher(on: scheduler) { run.yield(Self.demand) }.subscribe(probe)
        let demands: [(String, Subscribers.Demand)] = [
            ("none", .none), ("one", .max(1)), ("another", .max(1)), ("unlimited", .unlimited),
        ]
        for (name, demand) in demands { Self.$demand.withValue(name) { probe.subscription?.request(demand) } }
        #expect(await scheduler.scheduled.next() != nil)
        await scheduler.open()
        Self.$demand.withValue("after the end") { probe.subscription?.request(.max(1)) }
        run.finish()
        #expect(await runs.reduce(into: []) { $0.append($1) } == ["one"])
        #expect(probe.values.count == 1)
        #expect(probe.completions.count == 1)
    }

    @Test("gives value and completion on the scheduler")
    func scheduler() async {
        let (probe, scheduler) = (Probe<Int>(), RecordingScheduler())
        TaskPublisher(on: scheduler) { 7 }.subscribe(probe)
        probe.subscription?.request(.unlimited)
        #expect(await scheduler.scheduled.next() != nil)
        #expect(probe.values.isEmpty)
        #expect(probe.completions.isEmpty)
        await scheduler.open()
        #expect(probe.values == [7])
        #expect(probe.completions.count == 1)
    }

    @Test("is cancelled with the subscription")
    func cancelled() async {
        let (began, begin) = AsyncStream<Void>.makeStream()
        let (cancelled, cancellation) = AsyncStream<Void>.makeStream()
        let endless = TaskPublisher<Int, _>(on: ImmediateScheduler.shared) {
            await withTaskCancellationHandler {
                begin.yield()
                for await _ in AsyncStream<Never>.makeStream().stream {}
            } onCancel: {
                cancellation.yield()
            }
            throw CancellationError()
        }
        let subscription = endless.sink(
            receiveCompletion: { _ in Issue.record("it was cancelled") }, receiveValue: { _ in })
        #expect(await began.next() != nil)
        subscription.cancel()
        #expect(await cancelled.next() != nil)
    }

    @Test("gives nothing after that, even if it was scheduled", arguments: [true, false])
    func nothingAfterCancellation(isFailing: Bool) async {
        let (probe, scheduler) = (Probe<Int>(), RecordingScheduler())
        TaskPublisher<Int, _>(on: scheduler) { if isFailing { throw Broken() } else { 7 } }.subscribe(probe)
        probe.subscription?.request(.unlimited)
        #expect(await scheduler.scheduled.next() != nil)
        probe.subscription?.cancel()
        await scheduler.open()
        #expect(probe.values.isEmpty)
        #expect(probe.completions.isEmpty)
    }

    @Test("gives no completion to a subscriber that cancels when it gets the value")
    func cancelledByTheSubscriber() async {
        let (probe, scheduler) = (Probe<Int>(), RecordingScheduler())
        probe.react = { $0.cancel() }
        TaskPublisher(on: scheduler) { 7 }.subscribe(probe)
        probe.subscription?.request(.unlimited)
        #expect(await scheduler.scheduled.next() != nil)
        await scheduler.open()
        #expect(probe.values == [7])
        #expect(probe.completions.isEmpty)
    }

    @Test("does not run for a subscription that is cancelled before its demand")
    func cancelledBeforeDemand() async {
        let (runs, run) = AsyncStream<Void>.makeStream()
        let probe = Probe<Void>()
        TaskPublisher(on: ImmediateScheduler.shared) { run.yield() }.subscribe(probe)
        probe.subscription?.cancel()
        probe.subscription?.request(.unlimited)
        run.finish()
        #expect(await runs.next() == nil)
    }

    @Test("holds its subscriber to its end, or its cancellation", arguments: [true, false])
    func released(isCancelled: Bool) async {
        let scheduler = RecordingScheduler()
        var probe: Probe<Int>? = Probe()
        weak let released = probe
        TaskPublisher(on: scheduler) { 7 }.subscribe(probe ?? Probe())
        let subscription = probe?.subscription
        probe = nil
        #expect(released != nil)
        subscription?.request(.unlimited)
        #expect(await scheduler.scheduled.next() != nil)
        if isCancelled { subscription?.cancel() }
        await scheduler.open()
        #expect(released == nil)
        subscription?.cancel()
    }
}
#endif
