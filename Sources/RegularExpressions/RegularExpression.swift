/// A regular expression in PCRE2's syntax whose work is bounded.
///
/// Text is UTF-8 and `.` is a Unicode scalar, but `\d`, `\w`, `\s` and `\b` stay ASCII: a scenario's `\d+` should not take
/// Arabic digits that no `Int` reads. One that wants more says `\p{Nd}`, or begins with `(*UCP)`. `$` is the very
/// end of the text, `\C` is refused, `^`, `$` and `.` know LF as the only line break.
///
///     let regex = try RegularExpression(#"Bearer (.+)"#)
///     if case .matched(let groups) = regex.wholeMatch("Bearer abc") { … }
package struct RegularExpression: Sendable {
    /// What a match came to.
    package enum Outcome: Hashable, Sendable {
        /// The ranges of the whole match and then of each group, as byte offsets from the text's start; nil for a group
        /// that took no part.
        case matched(groups: [Range<Int>?])
        case notMatched
        /// The regular expression needs more steps or memory on this text than the match may use.
        case limitExceeded
        /// The text is not UTF-8.
        case invalidUTF8

        /// Whether the text matched.
        package var isMatch: Bool {
            if case .matched = self { true } else { false }
        }
    }

    /// How many steps a match may take where nobody says. A step is one item of the expression tried at one offset, and
    /// 64 bytes read; most take less than 0.1 µs.
    package static let stepLimit = 40_000

    /// The regular expression as it was written.
    package let source: String
    private let code: CompiledRegularExpression

    /// Compiles `source`.
    ///
    /// - Throws: what is wrong with it, and where.
    package init(_ source: String) throws(RegularExpressionError) {
        self.source = source
        code = try CompiledRegularExpression(source)
    }

    /// How many capturing groups the expression has.
    package var groupCount: Int { code.groupCount }

    /// Whether the whole text, from its first to its last byte, matches.
    package func wholeMatch(_ bytes: some Collection<UInt8>) -> Outcome {
        var steps = Self.stepLimit
        return match(bytes, wholly: true, &steps)
    }

    /// Whether the whole text matches, within some steps.
    ///
    /// - Parameter steps: how many the match may take; those that it took are taken off, all where it was not decided.
    package func wholeMatch(_ bytes: some Collection<UInt8>, steps: inout Int) -> Outcome {
        match(bytes, wholly: true, &steps)
    }

    /// Whether the whole text matches.
    package func wholeMatch(_ text: String) -> Outcome { wholeMatch(text.utf8) }

    /// The first range of the text that matches.
    package func firstMatch(_ bytes: some Collection<UInt8>) -> Outcome {
        var steps = Self.stepLimit
        return match(bytes, wholly: false, &steps)
    }

    /// The first range of the text that matches.
    package func firstMatch(_ text: String) -> Outcome { firstMatch(text.utf8) }

    private func match(_ bytes: some Collection<UInt8>, wholly: Bool, _ steps: inout Int) -> Outcome {
        let outcome = bytes.withContiguousStorageIfAvailable { code.match($0, wholly: wholly, steps: &steps) }
        return outcome ?? Array(bytes).withUnsafeBufferPointer { code.match($0, wholly: wholly, steps: &steps) }
    }

    /// A source that matches `text` and nothing else.
    package static func escape(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            // An ASCII character that is neither a letter nor a digit means itself behind a backslash, and only such may
            // bear one. The slash never needs one, and paths are read by people.
            let isWord = scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
            if scalar.isASCII && scalar.value >= 0x20 && !isWord && scalar != "_" && scalar != "/" {
                escaped.unicodeScalars.append("\\")
            }
            escaped.unicodeScalars.append(scalar)
        }
        return escaped
    }
}

extension RegularExpression: Hashable {
    /// Whether both have the same source.
    package static func == (a: RegularExpression, b: RegularExpression) -> Bool {
        a.source.utf8.elementsEqual(b.source.utf8)
    }

    /// Hashes the source.
    package func hash(into hasher: inout Hasher) {
        for byte in source.utf8 { hasher.combine(byte) }
    }
}
