import HTTPMessage

extension RequestPattern {
    /// How far a request is from fitting, to find the rule that was probably meant: 0 if it fits. Method and path weigh most;
    /// of paths, slips of the pen are near.
    public func distance(_ view: RequestView, in outer: Scope) -> Int {
        let scope = outer.working(within: view.work)
        var total = 0
        var hasPath = false
        for condition in conditions {
            if case .path = condition.kind { hasPath = true }
            var obstacle = Obstacle()
            var parameters: [PathParameter] = []
            switch condition.judge(view, scope, &obstacle, &parameters) {
            case .holds: break
            case .undecided: total += 1
            case .fails: total += condition.weight(view, scope)
            }
        }
        // A rule for any path is no better a guess than one whose path is a few slips away.
        return hasPath || total == 0 ? total : total + 60
    }
}

extension Condition {
    fileprivate func weight(_ view: RequestView, _ scope: Scope) -> Int {
        switch kind {
        case .method: 30
        case .path(.template(let template)): min(400, 4 * template.slips(to: view, scope))
        case .path, .target, .host: 40
        case .allOf(let patterns): patterns.reduce(0) { $0 + $1.distance(view, in: scope) }
        case .anyOf(let patterns): patterns.map { $0.distance(view, in: scope) }.min() ?? 10
        case .query(let named), .headers(let named), .cookies(let named), .form(let named):
            min(8, 2 + named.entries.count)
        case .bearer, .json, .text, .protocolName, .tls, .connection, .not: 4
        }
    }
}

extension PathTemplate {
    /// The cost of making a request's path fit, segment by segment.
    fileprivate func slips(to view: RequestView, _ scope: Scope) -> Int {
        let wanted = segments.prefix(Self.compared)
        let given = Array(view.segments.prefix(Self.compared))
        var last = (0...given.count).map { $0 * Self.missing }
        for segment in wanted {
            var row = [(last.first ?? 0) + Self.missing]
            for place in given.indices {
                let pair = last[place] + Self.slips(segment, given[place], scope)
                row.append(min(pair, min(last[place + 1], row[place]) + Self.missing))
            }
            last = row
            if case .rest = segment { return max(1, last.min() ?? 1) }
        }
        return max(1, last.last ?? 1)
    }

    /// Segments of a path that are looked at.
    private static let compared = 32
    /// The cost of a segment that one side lacks.
    private static let missing = 8

    private static func slips(_ segment: Segment, _ value: ArraySlice<UInt8>, _ scope: Scope) -> Int {
        guard case .parts(let parts) = segment else { return 0 }
        var literal: [UInt8] = []
        var isOpen = false
        for part in parts {
            switch part {
            case .literal(let bytes): literal += bytes
            case .expression(let expression): literal += (try? expression.evaluate(in: scope).bytes) ?? []
            case .parameter: isOpen = true
            }
        }
        if isOpen { return value.isEmpty ? missing : literal.isEmpty ? 0 : 2 }
        if value.elementsEqual(literal) { return 0 }
        return min(missing, 1 + edits(literal, value))
    }

    /// Levenshtein's distance of at most 64 bytes, the case of letters aside.
    private static func edits(_ a: [UInt8], _ b: ArraySlice<UInt8>) -> Int {
        let (a, b) = (a.prefix(64).map(\.asciiLowercased), b.prefix(64).map(\.asciiLowercased))
        var last = Array(0...b.count)
        for (place, byte) in a.enumerated() {
            var row = [place + 1]
            for (other, candidate) in b.enumerated() {
                row.append(min(min(last[other + 1], row[other]) + 1, last[other] + (byte == candidate ? 0 : 1)))
            }
            last = row
        }
        return last.last ?? 0
    }
}
