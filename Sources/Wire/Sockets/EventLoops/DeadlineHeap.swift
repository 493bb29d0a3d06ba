/// Deadlines ordered by the instant they are filed under: a binary min-heap whose members know their index.
struct DeadlineHeap {
    private var members: [Deadline] = []

    var first: Deadline? { members.first }

    /// Files `deadline` under its wanted instant, which is not later than its earlier one.
    mutating func file(_ deadline: Deadline) {
        deadline.filed = deadline.wanted
        if deadline.index < 0 {
            deadline.index = members.count
            members.append(deadline)
        }
        rise(from: deadline.index)
    }

    mutating func remove(_ deadline: Deadline) {
        let index = deadline.index
        guard index >= 0, let last = members.popLast() else { return }
        deadline.index = -1
        guard last !== deadline else { return }
        put(last, at: index)
        rise(from: index)
        sink(from: last.index)
    }

    /// Moves the first deadline to the position for its wanted instant.
    mutating func refileFirst() {
        guard let first else { return }
        first.filed = first.wanted
        sink(from: 0)
    }

    private mutating func put(_ deadline: Deadline, at index: Int) {
        members[index] = deadline
        deadline.index = index
    }

    private mutating func rise(from start: Int) {
        var index = start
        let deadline = members[index]
        while index > 0 {
            let parent = (index - 1) / 2
            guard deadline.filed < members[parent].filed else { break }
            put(members[parent], at: index)
            index = parent
        }
        put(deadline, at: index)
    }

    private mutating func sink(from start: Int) {
        var index = start
        let deadline = members[index]
        while true {
            var child = index * 2 + 1
            guard child < members.count else { break }
            if child + 1 < members.count, members[child + 1].filed < members[child].filed { child += 1 }
            guard members[child].filed < deadline.filed else { break }
            put(members[child], at: index)
            index = child
        }
        put(deadline, at: index)
    }
}
