/// The groups of a regular expression: their numbers and names, and whether backreferences to them mean the same to
/// PCRE2.
struct ECMAScriptGroups {
    /// A group in parentheses of any kind.
    struct Group {
        let parent: Int?
        let isAssertion: Bool
        /// The number of a capturing group, from 1.
        let number: Int?
        var hasAlternatives = false
        var isOptional = false
        var isRepeated = false
    }

    private var groups: [Group] = []
    private var openGroups: [Int] = []
    private var opened = 0
    private var names: [(name: String, number: Int)] = []
    private var backreferences: [(number: Int, offset: Int)] = []
    /// The number of all capturing groups, counted beforehand: a backreference may precede its group.
    private(set) var captureCount = 0

    subscript(group: Int) -> Group { groups[group] }

    var isOpen: Bool { !openGroups.isEmpty }

    func number(named name: String) -> Int? {
        names.first { $0.name.unicodeScalars.elementsEqual(name.unicodeScalars) }?.number
    }

    /// Numbers the capturing groups of `source` and finds their names.
    mutating func count(in source: [Unicode.Scalar]) throws(ECMAScriptRegexError) {
        var offset = 0
        var isInClass = false
        while offset < source.count {
            switch source[offset] {
            case "\\": offset += 1
            case "[": isInClass = true
            case "]": isInClass = false
            case "(" where !isInClass:
                try countGroup(in: source, behind: offset + 1)
            default: break
            }
            offset += 1
        }
    }

    private mutating func countGroup(in source: [Unicode.Scalar], behind offset: Int) throws(ECMAScriptRegexError) {
        guard offset < source.count, source[offset] == "?" else {
            captureCount += 1
            return
        }
        guard offset + 2 < source.count, source[offset + 1] == "<", source[offset + 2] != "=", source[offset + 2] != "!"
        else { return }
        captureCount += 1
        var reader = ECMAScriptRegexTranslator(source, offset: offset + 2)
        let name = try reader.readGroupName(offset - 1)
        if number(named: name) != nil {
            throw ECMAScriptRegexError("two groups have the name \(name)", at: offset - 1)
        }
        names.append((name, captureCount))
    }

    mutating func open(isAssertion: Bool, isCapturing: Bool) {
        if isCapturing { opened += 1 }
        openGroups.append(groups.count)
        let parent = openGroups.dropLast().last
        groups.append(Group(parent: parent, isAssertion: isAssertion, number: isCapturing ? opened : nil))
    }

    mutating func alternate() {
        if let group = openGroups.last { groups[group].hasAlternatives = true }
    }

    /// Closes the innermost group; nil if none is open.
    mutating func close() -> Int? { openGroups.popLast() }

    mutating func quantify(_ group: Int, isOptional: Bool, isRepeated: Bool) {
        groups[group].isOptional = isOptional
        groups[group].isRepeated = isRepeated
    }

    mutating func addBackreference(_ number: Int, at offset: Int) {
        backreferences.append((number, offset))
    }

    /// In ECMA-262 each iteration of a repeated group forgets the captures inside it; in PCRE2 they stay. That differs
    /// where an iteration may skip the group.
    func checkBackreferences() throws(ECMAScriptRegexError) {
        for reference in backreferences {
            guard let group = groups.firstIndex(where: { $0.number == reference.number }) else { continue }
            var isSkippable = groups[group].isOptional
            var ancestor = groups[group].parent
            while let current = ancestor {
                if groups[current].hasAlternatives { isSkippable = true }
                if groups[current].isRepeated && isSkippable {
                    throw ECMAScriptRegexError(
                        "a backreference to a group that a repetition may skip is not supported", at: reference.offset)
                }
                if groups[current].isOptional { isSkippable = true }
                ancestor = groups[current].parent
            }
        }
    }
}
