/// What keeps a response back.
///
/// ```swift
/// let step = Step(.get, "/me").times(3).hold(.untilArrivals(3)).respond(.unauthorized)
/// ```
public struct Hold: Sendable {
    private let condition: [(key: String, value: DocumentNode.Kind)]
    private var order: DocumentNode.Kind?
    private var limit: Duration?

    /// Until the step has taken so many requests.
    ///
    /// - Parameters:
    ///   - count: how many requests.
    ///   - each: whether every so many requests are a group of their own.
    public static func untilArrivals(_ count: Int, each: Bool = false) -> Hold {
        Hold(condition: [("arrivals", .number("\(count)"))] + (each ? [("each", .bool(true))] : []))
    }

    /// Until another step's first response is written.
    ///
    /// - Parameters:
    ///   - id: the other step's id.
    ///   - taken: whether it is enough that the other step has taken a request.
    public static func untilStep(_ id: String, taken: Bool = false) -> Hold {
        Hold(condition: [("step", .string(id))] + (taken ? [("taken", .bool(true))] : []))
    }

    /// Until a response of another step was delivered and then no request came for a time: the client has had that long
    /// to handle the response, and asked for nothing.
    ///
    /// - Parameters:
    ///   - id: the other step's id.
    ///   - quiet: the time without a request, in real time under every clock.
    public static func untilStep(_ id: String, quiet: Duration) -> Hold {
        let site = CallSite(file: "", line: 1, column: 1)
        return Hold(condition: [("step", .string(id)), ("quiet", DocumentNode.duration(quiet, at: site).kind)])
    }

    /// The responses leave in the order of the requests' arrival, all at once; that is so unless another is said.
    public func releasedTogether() -> Hold { released(.string("together")) }

    /// The last request's response leaves first.
    public func releasedInReverse() -> Hold { released(.string("reverse")) }

    /// The responses leave in this order of the requests' numbers, such as `[3, 1, 2]`.
    public func released(inOrder order: [Int]) -> Hold {
        let site = CallSite(file: "", line: 1, column: 1)
        return released(.list(order.map { .number($0, at: site) }))
    }

    /// After this time the responses are sent all the same, which is a failure; 5 s unless said.
    public func timeout(_ duration: Duration) -> Hold {
        var copy = self
        copy.limit = duration
        return copy
    }

    private func released(_ order: DocumentNode.Kind) -> Hold {
        var copy = self
        copy.order = order
        return copy
    }

    func node(at site: CallSite) -> DocumentNode {
        var release = order.map { DocumentNode($0, at: site) }
        if case .list(let numbers)? = order {
            release = .list(numbers.map { DocumentNode($0.kind, at: site) }, at: site)
        }
        return .map(
            [
                ("until", .map(condition.map { ($0.key, DocumentNode($0.value, at: site)) }, at: site)),
                ("release", release), ("timeout", limit.map { .duration($0, at: site) }),
            ], at: site)
    }
}
