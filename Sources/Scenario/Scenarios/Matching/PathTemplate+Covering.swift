import ExactJSON

extension PathTemplate {
    /// Whether it takes every path that `other` takes, at the same point of a run. True only if that is certain.
    package func covers(_ other: PathTemplate) -> Bool {
        // Identical expressions have equal values at the same point.
        if text.isExactly(other.text) { return true }
        var narrower = other.segments[...]
        for segment in segments {
            guard let next = narrower.popFirst() else { return false }
            switch (segment, next) {
            case (.rest, _): return true
            case (.parts, .rest): return false
            case (.parts(let wide), .parts(let narrow)):
                guard Self.covers(wide, narrow) else { return false }
            }
        }
        return narrower.isEmpty
    }

    /// The bytes of a literal segment; nil if the segment has other parts.
    package static func literal(_ parts: [Part]) -> [UInt8]? {
        switch parts.first {
        case nil: []
        case .literal(let bytes)? where parts.count == 1: bytes
        default: nil
        }
    }

    private static func covers(_ wide: [Part], _ narrow: [Part]) -> Bool {
        if wide.contains(where: \.isExpression) { return false }
        if narrow.contains(where: \.isExpression) {
            // The value of an expression is unknown and may be empty.
            return wide.count == 1 && wide.allSatisfy(\.isParameter) && !narrow.allSatisfy(\.isExpression)
        }
        // A byte that no text contains replaces each parameter. A parameter of `wide` takes it as it takes any other
        // text, and nothing else can.
        var hardest: [UInt8] = []
        for part in narrow {
            if case .literal(let bytes) = part { hardest += bytes } else { hardest.append(0xFF) }
        }
        return takes(hardest, wide)
    }
}

extension PathTemplate.Part {
    fileprivate var isParameter: Bool { if case .parameter = self { true } else { false } }
    fileprivate var isExpression: Bool { if case .expression = self { true } else { false } }
}
