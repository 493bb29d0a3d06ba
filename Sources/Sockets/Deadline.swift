/// What is told when a deadline has passed.
package protocol DeadlineHandler: AnyObject {
    /// Called on the deadline's event loop. The deadline is off then, and may be set again.
    func deadlinePassed(_ deadline: Deadline)
}

/// An alarm on an event loop. Confined to that event loop: made anywhere, set and cancelled only there.
///
/// Setting it later than it stands, which is what an idle time-out does with each request, costs one store: the
/// event loop's timer finds out when it looks. While it is set it keeps its target alive; otherwise it does not.
package final class Deadline {
    /// The event loop it fires on.
    package let eventLoop: EventLoop
    /// When it fires, on the clock of `EventLoop.now`; nil while it is off.
    package var instant: Int64? { target == nil ? nil : wanted }

    private(set) var target: (any DeadlineHandler)?
    private(set) var wanted: Int64 = 0

    // The heap's: the instant it is filed under, never after `wanted`, and its index there, -1 outside.
    var filed: Int64 = 0
    var index = -1

    /// A deadline that is off.
    package init(on eventLoop: EventLoop) {
        self.eventLoop = eventLoop
    }

    /// Fires at `instant` instead of whenever it stood, at once if that has passed.
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

    /// Turns it off, and gives whom to tell.
    func expire() -> (any DeadlineHandler)? {
        defer { target = nil }
        return target
    }
}
