import ExactJSON

/// Visits a document once and finds what several queries select, outermost values only.
///
/// The way to the current value is a stack on the heap, so the depth of a document does not matter.
struct SelectionWalk {
    /// A container on the way, and what is left to do there.
    private struct Frame {
        var children: [JSON]
        /// The children's names; empty for an array.
        let names: [String]
        /// The stages that are applied to the container.
        let stages: [Int]
        /// The index of the next child.
        var next = 0
        var isChanged = false

        init(_ value: JSON, _ stages: [Int]) {
            self.stages = stages
            children = value.children
            if case .object(let object) = value { names = object.names } else { names = [] }
        }

        /// The value with its changed children; nil if there are none.
        var changed: JSON? {
            guard isChanged else { return nil }
            return names.isEmpty ? .array(children) : .object(JSONObject(names: names, values: children))
        }

        /// Replaces the child before the next one.
        mutating func change(to value: JSON) {
            children[next - 1] = value
            isChanged = true
        }
    }

    private let set: JSONPathQuerySet
    private let root: JSON
    private var evaluation: Evaluation
    /// The containers around the current one.
    private var outer: [Frame] = []

    init(_ set: JSONPathQuerySet, _ root: JSON, steps: Int) {
        self.set = set
        self.root = root
        evaluation = Evaluation(root: root, steps: steps)
    }

    /// Replaces the selected values; returns the changed document, or nil if nothing was replaced.
    mutating func replace(_ replacement: (JSON) -> JSON?) throws(JSONPathLimitExceeded) -> JSON? {
        if set.selectsRoot { return replacement(root) }
        // A local variable, which takes half the time of the stack's last element.
        var frame = Frame(root, set.starts)
        while true {
            if let inner = try nextContainer(&frame, replacement) {
                outer.append(frame)
                frame = inner
                continue
            }
            let changed = frame.changed
            guard let container = outer.popLast() else { return changed }
            frame = container
            if let changed { frame.change(to: changed) }
        }
    }

    /// Goes on with a container's children up to one in which more may be selected; nil after the last child.
    private mutating func nextContainer(
        _ frame: inout Frame, _ replacement: (JSON) -> JSON?
    ) throws(JSONPathLimitExceeded) -> Frame? {
        while frame.next < frame.children.count {
            let index = frame.next
            frame.next += 1
            try evaluation.count()
            if try selects(index, in: frame) {
                if let new = replacement(frame.children[index]) { frame.change(to: new) }
            } else if frame.children[index].isContainer {
                let stages = try followingStages(index, in: frame)
                if !stages.isEmpty { return Frame(frame.children[index], stages) }
            }
        }
        return nil
    }

    /// Whether a query selects this child.
    private mutating func selects(_ index: Int, in frame: borrowing Frame) throws(JSONPathLimitExceeded) -> Bool {
        for stage in frame.stages where set.stages[stage].isLast {
            if try matches(stage, index, in: frame) { return true }
        }
        return false
    }

    /// The stages that are applied to this child, which is not selected.
    private mutating func followingStages(
        _ index: Int, in frame: borrowing Frame
    ) throws(JSONPathLimitExceeded) -> [Int] {
        var following: [Int] = []
        for stage in frame.stages {
            if !set.stages[stage].isLast, try matches(stage, index, in: frame), !following.contains(stage + 1) {
                following.append(stage + 1)
            }
            if set.stages[stage].isDescendant, !following.contains(stage) { following.append(stage) }
        }
        return following
    }

    /// Whether one of a stage's selectors selects this child.
    private mutating func matches(
        _ stage: Int, _ index: Int, in frame: borrowing Frame
    ) throws(JSONPathLimitExceeded) -> Bool {
        for selector in set.stages[stage].selectors where try matches(selector, index, in: frame) { return true }
        return false
    }

    private mutating func matches(
        _ selector: JSONPathQuery.Selector, _ index: Int, in frame: borrowing Frame
    ) throws(JSONPathLimitExceeded) -> Bool {
        switch selector {
        case .name(let name):
            return !frame.names.isEmpty && frame.names[index].isExactly(name)
        case .wildcard:
            return true
        case .index(let wanted):
            return frame.names.isEmpty && index == (wanted < 0 ? frame.children.count + wanted : wanted)
        case .slice(let slice):
            return frame.names.isEmpty && slice.contains(index, count: frame.children.count)
        case .filter(let expression):
            let isTrue = try evaluation.isTrue(expression, for: frame.children[index])
            if evaluation.hasUndecidedTest { throw JSONPathLimitExceeded() }
            return isTrue
        }
    }
}
