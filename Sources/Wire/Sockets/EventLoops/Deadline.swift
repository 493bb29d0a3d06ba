/// A receiver of deadlines.
package protocol DeadlineHandler: AnyObject {
    /// Called on the deadline's event loop. The deadline is off then, and may be set again.
    func deadlinePassed(_ deadline: Deadline)
}

/// An alarm on an event loop. It is confined to that event loop, except that it can be made anywhere.
///
/// Setting it to a later instant, as an idle timeout does with each request, costs one store: the event loop's timer
/// notices when it fires. A set deadline keeps its target alive.
package final class Deadline {
    /// The event loop it fires on.
    package let eventLoop: EventLoop
    /// When it fires, on the clock of `EventLoop.now`; nil while it is off.
    package var instant: Int64? { target == nil ? nil : wanted }

    private(set) var target: (any DeadlineHandler)?
    private(set) var wanted: Int64 = 0

    // For the heap: the instant it is filed under, never after `wanted`, and its index there, -1 outside.
    var filed: Int64 = 0
    var index = -1

    /// A deadline that is off.
    package init(on eventLoop: EventLoop) {
        self.eventLoop = eventLoop
    }

    /// Fires at `instant`, at once if that has passed. Replaces the earlier instant.
    package func set(at instant: Int64, for target: any DeadlineHandler) {
        eventLoop.assertCurrent()
        if self.target !== target { self.target = target }
        wanted = instant
        if index < 0 || instant < filed { eventLoop.file(self) }
    }

    /// Turns it off.
    package func cancel() {
        eventLoop.assertCurrent()
        target = nil
        if index >= 0 { eventLoop.unfile(self) }
    }

    /// Turns it off and returns its target.
    func expire() -> (any DeadlineHandler)? {
        defer { target = nil }
        return target
    }
}
