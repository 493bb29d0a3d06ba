/// Numbers in the text format of Prometheus, version 0.0.4.
struct MetricsText {
    enum Kind: String {
        case counter, gauge, histogram
    }

    private(set) var text = ""

    /// Adds a metric.
    ///
    /// - Parameters:
    ///   - help: a sentence without line breaks and backslashes.
    ///   - samples: the labels of each number as they are written between the braces, or none.
    mutating func add(_ name: String, _ kind: Kind, _ help: String, _ samples: [(labels: String, value: some Numeric)])
    {
        begin(name, kind, help)
        for (labels, value) in samples { sample(name, labels, "\(value)") }
    }

    /// Adds a histogram of durations.
    ///
    /// - Parameters:
    ///   - bounds: the upper bounds of the buckets but the last, in nanoseconds.
    ///   - buckets: how many durations each has, without those of the buckets before.
    ///   - sum: of all durations, in nanoseconds.
    mutating func addHistogram(_ name: String, _ help: String, bounds: [Int64], buckets: [UInt64], sum: UInt64) {
        begin(name, .histogram, help)
        var count: UInt64 = 0
        for (index, number) in buckets.enumerated() {
            count += number
            let bound = index < bounds.count ? Self.seconds(UInt64(bounds[index])) : "+Inf"
            sample("\(name)_bucket", "le=\"\(bound)\"", "\(count)")
        }
        sample("\(name)_sum", "", Self.seconds(sum))
        sample("\(name)_count", "", "\(count)")
    }

    private mutating func begin(_ name: String, _ kind: Kind, _ help: String) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
    }

    private mutating func sample(_ name: String, _ labels: String, _ value: String) {
        text += "\(name)\(labels.isEmpty ? "" : "{\(labels)}") \(value)\n"
    }

    /// Nanoseconds in seconds, exactly: `0.00025`, `2.5`, `10`.
    static func seconds(_ nanoseconds: UInt64) -> String {
        let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        guard rest > 0 else { return "\(whole)" }
        let digits = String(1_000_000_000 + rest).dropFirst()
        let end = digits.lastIndex { $0 != "0" } ?? digits.startIndex
        return "\(whole).\(digits[...end])"
    }
}
