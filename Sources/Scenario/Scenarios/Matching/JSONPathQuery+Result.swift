import ExactJSON
import JSONPath

extension JSONPathQuery {
    /// Why a query has no result.
    static let takesTooLong = "can't be evaluated: the query takes too long on this body"

    /// The nodes in a request's body of `size` bytes; nil if the query takes too long on it.
    func nodes(in body: JSON, size: Int, within work: WorkBudget?) -> JSONPathNodes? {
        var limit = Self.steps(forSize: size)
        guard let work else { return decidedNodes(in: body, steps: &limit) }
        return work.query(limit: limit) { steps in decidedNodes(in: body, steps: &steps) }
    }

    private func decidedNodes(in body: JSON, steps: inout Int) -> JSONPathNodes? {
        guard let nodes = try? nodes(in: body, steps: &steps), !nodes.hasUndecidedTest else { return nil }
        return nodes
    }

    /// The value that its nodes make: of a singular query the only one, of any other an array of all. Nil if there are
    /// no nodes.
    func value(of nodes: JSONPathNodes) -> JSON? {
        // A nil literal would be JSON's null.
        if nodes.isEmpty { return JSON?.none }
        return isSingular ? nodes.values[0] : .array(nodes.values)
    }
}
