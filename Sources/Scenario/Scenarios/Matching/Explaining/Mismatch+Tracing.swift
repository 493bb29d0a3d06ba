import ExactJSON

// Finding out where a value is from. Values are compared as they are shown, so the text of one is its identity.
extension Mismatch {
    /// The received value, if that is one which is shown whole, and nothing more is known than that it is wrong.
    package var soleReceived: String? {
        guard isPlain || problem == Self.mustNotBeThere, received.count == 1, received[0].isWhole else { return nil }
        return received[0].value
    }

    /// The expected value, if that is one which is shown whole.
    package var soleExpected: ComparedValue? {
        guard isPlain || problem == Self.isMissing, expected.count == 1, expected[0].isWhole else { return nil }
        return expected[0]
    }

    /// Whether the part is the same in a request as the text of a value here.
    package func isSame(_ text: String, in view: RequestView) -> Bool {
        guard case .json(let path) = subject else {
            let lines = ValueMatcher.lines(of: view.values(of: subject))
            return lines.count == 1 && lines[0].isWhole && lines[0].value == text
        }
        guard let body = view.json.value, let value = body.value(at: path) else { return false }
        let line = ComparedValue(received: value)
        return line.isWhole && line.value == text
    }

    /// The text of a value without the quotes that a string has in JSON.
    package func bare(_ text: String) -> String {
        guard case .json = subject, text.count > 1, text.hasPrefix("\""), text.hasSuffix("\"") else { return text }
        return String(text.dropFirst().dropLast())
    }

    /// Whether the part is not there, and nothing more is known.
    package var saysMissing: Bool { problem == Self.isMissing }

    /// Whether the part is an element that is in its array twice.
    package var saysDuplicate: Bool { problem.hasPrefix(Self.isDuplicate) }

    /// Whether the part is in the body.
    package var isInBody: Bool { subject.isInBody }
}

extension Mismatch.ComparedValue {
    fileprivate var isWhole: Bool { length == nil && label.isEmpty && subject == nil }
}

extension JSON {
    /// The most values that are visited to find one.
    private static let visited = 2_000

    /// The value at a normalized path.
    fileprivate func value(at path: String) -> JSON? {
        var left = Self.visited
        return value(at: path, [], &left)
    }

    private func value(at path: String, _ steps: [Operand.PathStep], _ left: inout Int) -> JSON? {
        let own = NormalizedPath(steps).rooted
        if own == path { return self }
        left -= 1
        guard left > 0, path.hasPrefix(own) else { return nil }
        switch self {
        case .array(let elements):
            for (index, element) in elements.enumerated() where left > 0 {
                if let found = element.value(at: path, steps + [.element(index)], &left) { return found }
            }
        case .object(let object):
            for (name, value) in zip(object.names, object.values) where left > 0 {
                if let found = value.value(at: path, steps + [.member(name)], &left) { return found }
            }
        case .null, .bool, .number, .string: break
        }
        return nil
    }
}
