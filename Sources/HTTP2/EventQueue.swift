/// Events in the order they happened.
///
/// Plain memory instead of an array: an event, which is large, is moved in and out and never copied.
final class EventQueue {
    private var memory = UnsafeMutablePointer<HTTP2Event>.allocate(capacity: 16)
    private var capacity = 16
    private var first = 0
    private var end = 0

    deinit {
        (memory + first).deinitialize(count: end - first)
        memory.deallocate()
    }

    func append(_ event: consuming HTTP2Event) {
        if end == capacity { makeRoom() }
        (memory + end).initialize(to: event)
        end += 1
    }

    func next() -> HTTP2Event? {
        guard first < end else { return nil }
        let event = (memory + first).move()
        first += 1
        if first == end {
            first = 0
            end = 0
        }
        return event
    }

    private func makeRoom() {
        let count = end - first
        if first > capacity / 2 {
            memory.moveInitialize(from: memory + first, count: count)
        } else {
            capacity *= 2
            let larger = UnsafeMutablePointer<HTTP2Event>.allocate(capacity: capacity)
            larger.moveInitialize(from: memory + first, count: count)
            memory.deallocate()
            memory = larger
        }
        first = 0
        end = count
    }
}
