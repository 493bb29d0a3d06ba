/// Events in the order in which they happened.
///
/// Plain memory instead of an array: an event, which is large, is moved in and out and never copied.
final class EventQueue {
    struct Storage {
        var memory = UnsafeMutablePointer<HTTP2Event>.allocate(capacity: 16)
        var capacity = 16
        var first = 0
        var end = 0
    }

    // Behind a pointer, so that accesses are not checked for exclusivity.
    let storage: UnsafeMutablePointer<Storage>

    init() {
        storage = .allocate(capacity: 1)
        storage.initialize(to: Storage())
    }

    deinit {
        let (memory, first, end) = (storage.pointee.memory, storage.pointee.first, storage.pointee.end)
        (memory + first).deinitialize(count: end - first)
        memory.deallocate()
        storage.deallocate()
    }

    func append(_ event: consuming HTTP2Event) {
        if storage.pointee.end == storage.pointee.capacity { makeRoom() }
        (storage.pointee.memory + storage.pointee.end).initialize(to: event)
        storage.pointee.end += 1
    }
    func next() -> HTTP2Event? {
        let first = storage.pointee.first
        guard first < storage.pointee.end else { return nil }
        if first + 1 == storage.pointee.end {
            storage.pointee.first = 0
            storage.pointee.end = 0
        } else {
            storage.pointee.first = first + 1
        }
        return (storage.pointee.memory + first).move()
    }

    private func makeRoom() {
        let former = storage.pointee
        let count = former.end - former.first
        if former.first > former.capacity / 2 {
            former.memory.moveInitialize(from: former.memory + former.first, count: count)
        } else {
            storage.pointee.capacity = 2 * former.capacity
            storage.pointee.memory = .allocate(capacity: 2 * former.capacity)
            storage.pointee.memory.moveInitialize(from: former.memory + former.first, count: count)
            former.memory.deallocate()
        }
        storage.pointee.first = 0
        storage.pointee.end = count
    }
}
