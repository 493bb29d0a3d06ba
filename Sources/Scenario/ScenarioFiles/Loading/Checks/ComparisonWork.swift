/// The work that is left for comparing the requests of a scenario's rules with each other.
///
/// Thousands of rules can have requests alike, or requests that only a comparison tells apart, and so the square of their
/// number to compare. Without the work, rules count as different.
final class ComparisonWork {
    /// Enough for a hundred thousand rules that are each compared with five others.
    static let limit = 500_000

    private var left: Int

    init(limit: Int = ComparisonWork.limit) { left = limit }

    /// Whether more was needed than there was.
    var isExhausted: Bool { left < 0 }

    /// Takes some of it; false if there is not as much.
    func spend(_ amount: Int) -> Bool {
        left = left < 0 ? left : left - amount
        return left >= 0
    }
}
