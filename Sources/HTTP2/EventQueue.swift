/// Events in the order they happened.
struct EventQueue {
    private var events: [HTTP2Event?] = []
    private var taken = 0

    mutating func append(_ event: HTTP2Event) { events.append(event) }

    mutating func next() -> HTTP2Event? {
        guard taken < events.count else {
            events.removeAll(keepingCapacity: true)
            taken = 0
            return nil
        }
        defer { taken += 1 }
        // What an event holds is not kept until the queue is empty.
        return events[taken].take()
    }
}
