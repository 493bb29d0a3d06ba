import ExactJSON

/// Which element fulfils which wanted one when the order does not count: as many pairs as can be (Kuhn's algorithm), since
/// one that fits two wanted elements must not be spent on the easier of them.
struct Pairing {
    /// The wanted elements without a partner.
    private(set) var missing: [Int] = []
    /// The elements without a partner.
    private(set) var others: [Int] = []
    /// Why a pair could not be judged, if one could not.
    private(set) var obstacle = Obstacle()

    var isComplete: Bool { missing.isEmpty && others.isEmpty }

    init(_ matchers: [JSONMatcher], _ elements: [JSON], exact: Bool, _ scope: Scope) {
        var fits: [[Int]] = []
        for matcher in matchers {
            var fitting: [Int] = []
            for (place, element) in elements.enumerated()
            where matcher.judge(element, exact: exact, scope, &obstacle) == .holds {
                fitting.append(place)
            }
            fits.append(fitting)
        }
        var partners: [Int?] = Array(repeating: nil, count: elements.count)
        for wanted in matchers.indices where !Self.pair(wanted, fits, &partners) { missing.append(wanted) }
        others = partners.indices.filter { partners[$0] == nil }
    }

    /// Finds a partner for `wanted` along an augmenting path, breadth first: the path may be as long as the list.
    private static func pair(_ wanted: Int, _ fits: [[Int]], _ partners: inout [Int?]) -> Bool {
        var cameFrom: [Int?] = Array(repeating: nil, count: partners.count)
        var isSeen = Array(repeating: false, count: partners.count)
        var own: [Int: Int] = [:]
        var queue = [wanted]
        var next = 0
        while next < queue.count {
            let current = queue[next]
            next += 1
            for element in fits[current] where !isSeen[element] {
                isSeen[element] = true
                cameFrom[element] = current
                if let other = partners[element] {
                    own[other] = element
                    queue.append(other)
                    continue
                }
                var free = element
                while let taker = cameFrom[free] {
                    partners[free] = taker
                    guard let before = own[taker] else { break }
                    free = before
                }
                return true
            }
        }
        return false
    }
}
