import ExactJSON

extension Mismatch {
    static let differs = "differs"
    static let isMissing = "is missing"
    static let mustNotBeThere = "must not be there"
    static let isDuplicate = "is a duplicate of "
    static let mustNotHold = "must not be so"

    /// A leaf that could not be compared, because the expected value does not exist.
    init(_ subject: RequestPart, blockedBy context: MatchContext, at position: Position) {
        let problem =
            switch context.error?.reason {
            case .unset: "can't be compared: a variable that it uses is not set yet"
            case .broken: "can't be compared: the capture of a variable that it uses found no value"
            case .invalid(let sentence): "can't be compared: \(sentence)"
            case nil: context.stop.map { "was not decided: \($0)" } ?? "can't be compared"
            }
        self.init(subject: subject, problem: problem, position: position, blocked: context.error)
    }

    /// This with `remark` added to its problem.
    func adding(_ remark: String) -> Mismatch {
        var mismatch = self
        mismatch.problem = Excerpt.visible(problem + remark)
        return mismatch
    }

    /// This with the names that are there instead of a missing one.
    func hinting(_ hint: NameHint?) -> Mismatch {
        var mismatch = self
        mismatch.hint = hint
        return mismatch
    }

    /// The most lines of an expected or received value that are listed; the others are only counted.
    static let listedLines = 100
    /// The most leaves of a body that are listed.
    static let listedLeaves = 1_000

    /// The expected and received values, each line behind the name of the compared part, for a list of several parts.
    var namedComparedValues: (expected: [ComparedValue], received: [ComparedValue]) {
        let expected = expected.isEmpty ? [ComparedValue(problem)] : expected
        // The values of a connection name it already.
        if subject == .connection { return (expected, received) }
        return (expected.map { $0.named(subject) }, received.map { $0.named(subject) })
    }
}

/// An alignment of two lists, so that an element missing in one does not make all later ones differ.
struct Alignment {
    enum Pair: Hashable {
        case both(Int, Int)
        case onlyExpected(Int)
        case onlyReceived(Int)
    }

    /// The cost of leaving an element out; a pair that differs completely costs as much as leaving both out.
    static let skip = 1000
    /// The number of pairs above which lists are paired by index.
    private static let limit = 40_000

    let pairs: [Pair]
    /// The number of received elements without a partner that are not listed.
    let omitted: Int

    /// The cheapest alignment of lists of these lengths. `cost` is 0 for a pair that matches, at most `2 * skip`, and
    /// nil once the limit of comparisons is reached: then the lists are paired by index.
    init(_ expected: Int, _ received: Int, cost: (Int, Int) -> Int?) {
        var start = 0
        while start < min(expected, received), cost(start, start) == 0 { start += 1 }
        var end = 0
        while end < min(expected, received) - start, cost(expected - 1 - end, received - 1 - end) == 0 { end += 1 }
        var pairs = (0..<start).map { Pair.both($0, $0) }
        let (rows, columns) = (expected - start - end, received - start - end)
        var omitted = 0
        if rows > 0, columns > 0, rows <= Self.limit / columns,
            let aligned = Self.align(rows, columns, cost: { cost(start + $0, start + $1) })
        {
            pairs += aligned.map { $0.shifted(by: start) }
        } else {
            let common = min(rows, columns)
            pairs += (0..<common).map { .both(start + $0, start + $0) }
            pairs += (common..<max(common, rows)).map { .onlyExpected(start + $0) }
            let rest = max(common, columns) - common
            let listed = min(rest, Mismatch.listedLeaves)
            pairs += (common..<(common + listed)).map { .onlyReceived(start + $0) }
            omitted = rest - listed
        }
        self.omitted = omitted
        pairs += (0..<end).map { .both(expected - end + $0, received - end + $0) }
        self.pairs = pairs
    }

    /// Needleman and Wunsch: each cell of the table holds the least cost of aligning the rest from that pair on.
    private static func align(_ rows: Int, _ columns: Int, cost: (Int, Int) -> Int?) -> [Pair]? {
        var costs = Array(repeating: 0, count: rows * columns)
        var table = Array(repeating: 0, count: (rows + 1) * (columns + 1))
        let width = columns + 1
        for row in stride(from: rows, through: 0, by: -1) {
            for column in stride(from: columns, through: 0, by: -1) {
                if row == rows || column == columns {
                    table[row * width + column] = (rows - row + columns - column) * skip
                    continue
                }
                guard let pair = cost(row, column) else { return nil }
                costs[row * columns + column] = pair
                let both = pair + table[(row + 1) * width + column + 1]
                let one = skip + min(table[(row + 1) * width + column], table[row * width + column + 1])
                table[row * width + column] = min(both, one)
            }
        }
        var pairs: [Pair] = []
        var (row, column) = (0, 0)
        while row < rows, column < columns {
            let least = table[row * width + column]
            if least == costs[row * columns + column] + table[(row + 1) * width + column + 1] {
                pairs.append(.both(row, column))
                (row, column) = (row + 1, column + 1)
            } else if least == skip + table[(row + 1) * width + column] {
                pairs.append(.onlyExpected(row))
                row += 1
            } else {
                pairs.append(.onlyReceived(column))
                column += 1
            }
        }
        pairs += (row..<rows).map { .onlyExpected($0) }
        pairs += (column..<columns).map { .onlyReceived($0) }
        return pairs
    }
}

extension Alignment.Pair {
    fileprivate func shifted(by start: Int) -> Self {
        switch self {
        case .both(let a, let b): .both(a + start, b + start)
        case .onlyExpected(let a): .onlyExpected(a + start)
        case .onlyReceived(let b): .onlyReceived(b + start)
        }
    }
}
