/// A set of characters: a class in square brackets, or an escape that stands for several.
struct ECMAScriptClass {
    /// One element of a class.
    enum Element {
        /// A code point, possibly a surrogate without its other half, which no text contains.
        case codePoint(UInt32)
        case set(ScalarSet)
        /// `\p{…}` or `\P{…}` as PCRE2 writes it.
        case property(String)
    }

    private var set = ScalarSet()
    private var properties = ""
    var isInverted = false

    mutating func insert(_ element: Element) {
        switch element {
        case .codePoint(let value): set.insert(value...value)
        case .set(let other): set.formUnion(other)
        case .property(let text): properties += text
        }
    }

    mutating func insert(_ range: ClosedRange<UInt32>) {
        set.insert(range)
    }

    /// The class as PCRE2 writes it; a single character stands without brackets.
    var source: String {
        if properties.isEmpty {
            let content = (isInverted ? set.inverted : set).source
            if content.isEmpty { return ECMAScriptRegexTranslator.nothing }
            if !isInverted, set.ranges.count == 1, let range = set.ranges.first, range.count == 1 { return content }
            return "[" + content + "]"
        }
        return (isInverted ? "[^" : "[") + set.source + properties + "]"
    }
}
