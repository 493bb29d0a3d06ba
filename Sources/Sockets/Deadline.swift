/// What is told when a deadline has passed.
public protocol DeadlineTarget: AnyObject {
    /// Called on the deadline's lane. The deadline is off then, and may be set again.
    func deadlinePassed(_ deadline: Deadline)
}

/// An alarm on a lane. Confined to that lane: made anywhere, set and cancelled only there.
///
/// Setting it later than it stands, which is what an idle time-out does with each request, costs one store: the
/// lane's timer finds out when it looks. While it is set it keeps its target alive; otherwise it does not.
public final class Deadline {
    /// The lane it fires on.
    public let lane: Lane
    /// When it fires, on the clock of `Lane.now`; nil while it is off.
    public var instant: Int64? { target == nil ? nil : wanted }

    private(set) var target: (any DeadlineTarget)?
    private(set) var wanted: Int64 = 0

    // The heap's: the instant it is filed under, never after `wanted`, and its place, -1 outside.
    var filed: Int64 = 0
    var place = -1

    /// A deadline that is off.
    public init(on lane: Lane) {
        self.lane = lane
    }

    /// Fires at `instant` instead of whenever it stood, at once if that has passed.
    public func set(at instant: Int64, for target: any DeadlineTarget) {
        lane.assertCurrent()
        if self.target !== target { self.target = target }
        wanted = instant
        if place < 0 || instant < filed { lane.file(self) }
    }

    /// Turns it off.
    public func cancel() {
        lane.assertCurrent()
        target = nil
        if place >= 0 { lane.unfile(self) }
    }

    /// Turns it off, and gives whom to tell.
    func expire() -> (any DeadlineTarget)? {
        defer { target = nil }
        return target
    }
}
