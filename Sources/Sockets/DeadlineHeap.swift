/// Deadlines by the instant they are filed under, the earliest first: a binary heap whose members know their place.
struct DeadlineHeap {
    private var members: [Deadline] = []

    var first: Deadline? { members.first }

    /// Files `deadline` under what it wants, which is not later than where it stood.
    mutating func file(_ deadline: Deadline) {
        deadline.filed = deadline.wanted
        if deadline.place < 0 {
            deadline.place = members.count
            members.append(deadline)
        }
        rise(from: deadline.place)
    }

    mutating func remove(_ deadline: Deadline) {
        let place = deadline.place
        guard place >= 0, let last = members.popLast() else { return }
        deadline.place = -1
        guard last !== deadline else { return }
        put(last, at: place)
        rise(from: place)
        sink(from: last.place)
    }

    /// Moves the first to where it wants to be now.
    mutating func refileFirst() {
        guard let first else { return }
        first.filed = first.wanted
        sink(from: 0)
    }

    private mutating func put(_ deadline: Deadline, at place: Int) {
        members[place] = deadline
        deadline.place = place
    }

    private mutating func rise(from start: Int) {
        var place = start
        let deadline = members[place]
        while place > 0 {
            let parent = (place - 1) / 2
            guard deadline.filed < members[parent].filed else { break }
            put(members[parent], at: place)
            place = parent
        }
        put(deadline, at: place)
    }

    private mutating func sink(from start: Int) {
        var place = start
        let deadline = members[place]
        while true {
            var child = place * 2 + 1
            guard child < members.count else { break }
            if child + 1 < members.count, members[child + 1].filed < members[child].filed { child += 1 }
            guard members[child].filed < deadline.filed else { break }
            put(members[child], at: place)
            place = child
        }
        put(deadline, at: place)
    }
}
