/// A wait before a part of a response.
public struct Delay: Sendable {
    private enum Kind: Sendable {
        case fixed(Duration)
        case uniform(Duration, Duration)
        case lognormal(Duration, Double)
    }

    private let kind: Kind

    /// Always so long.
    public static func fixed(_ duration: Duration) -> Delay { Delay(kind: .fixed(duration)) }
    /// Always so many milliseconds.
    public static func milliseconds(_ count: Int) -> Delay { .fixed(.milliseconds(count)) }
    /// Always so many seconds.
    public static func seconds(_ count: Int) -> Delay { .fixed(.seconds(count)) }
    /// A random wait, evenly spread between the two.
    public static func uniform(from shortest: Duration, to longest: Duration) -> Delay {
        Delay(kind: .uniform(shortest, longest))
    }
    /// A random wait with a long tail.
    ///
    /// - Parameters:
    ///   - median: the wait that half of the draws exceed.
    ///   - sigma: the spread, from 0 to 10.
    public static func lognormal(median: Duration, sigma: Double) -> Delay {
        Delay(kind: .lognormal(median, sigma))
    }

    func node(at site: CallSite) -> DocumentNode {
        switch kind {
        case .fixed(let duration): .duration(duration, at: site)
        case .uniform(let shortest, let longest):
            .map(
                [
                    (
                        "uniform",
                        .map([("from", .duration(shortest, at: site)), ("to", .duration(longest, at: site))], at: site)
                    )
                ], at: site)
        case .lognormal(let median, let sigma):
            .map(
                [
                    (
                        "lognormal",
                        .map(
                            [
                                ("median", .duration(median, at: site)),
                                ("sigma", JSONValue(floatLiteral: sigma).data(at: site)),
                            ], at: site)
                    )
                ], at: site)
        }
    }
}
