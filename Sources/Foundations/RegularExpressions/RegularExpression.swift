/// A regular expression in PCRE2's syntax with limited work.
///
/// Text is UTF-8 and `.` is a Unicode scalar, but `\d`, `\w`, `\s` and `\b` are ASCII: a scenario's `\d+` should not
/// match Arabic digits, which no `Int` reads. For more, write `\p{Nd}` or begin with `(*UCP)`. `$` is the very end of
/// the text, `\C` is rejected, and `^`, `$` and `.` know only LF as a line break.
///
///     let regex = try RegularExpression(#"Bearer (.+)"#)
///     if case .matched(let groups) = regex.wholeMatch("Bearer abc") { … }
package struct RegularExpression: Sendable {
    /// The result of a match.
    package enum Outcome: Hashable, Sendable {
        /// The ranges of the whole match and then of each group, as byte offsets from the text's start; nil for a group
        /// that did not participate.
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

    /// The default limit for the steps of a match. A step is one item of the expression tried at one offset, and up to
    /// 64 bytes read; most take less than 0.1 µs.
    package static let stepLimit = 40_000

    /// The regular expression as written.
    package let source: String
    private let code: CompiledRegularExpression

    /// Compiles `source`.
    ///
    /// - Throws: the error in the source, with its offset.
    package init(_ source: String) throws(RegularExpressionError) {
        self.source = source
        code = try CompiledRegularExpression(source)
    }

    /// The number of capturing groups.
    package var groupCount: Int { code.groupCount }

    /// Matches the whole text, from its first to its last byte.
    package func wholeMatch(_ bytes: some Collection<UInt8>) -> Outcome {
        var steps = Self.stepLimit
        return match(bytes, wholly: true, &steps)
    }

    /// Matches the whole text with a limited number of steps.
    ///
    /// - Parameter steps: the most steps that the match may take; reduced by those taken, to 0 if it was not decided.
    package func wholeMatch(_ bytes: some Collection<UInt8>, steps: inout Int) -> Outcome {
        match(bytes, wholly: true, &steps)
    }

    /// Matches the whole text.
    package func wholeMatch(_ text: String) -> Outcome { wholeMatch(text.utf8) }

    /// Finds the first match in the text.
    package func firstMatch(_ bytes: some Collection<UInt8>) -> Outcome {
        var steps = Self.stepLimit
        return match(bytes, wholly: false, &steps)
    }

    /// Finds the first match in the text with a limited number of steps.
    ///
    /// - Parameter steps: the most steps that the match may take; reduced by those taken, to 0 if it was not decided.
    package func firstMatch(_ bytes: some Collection<UInt8>, steps: inout Int) -> Outcome {
        match(bytes, wholly: false, &steps)
    }

    /// Finds the first match in the text.
    package func firstMatch(_ text: String) -> Outcome { firstMatch(text.utf8) }

    private func match(_ bytes: some Collection<UInt8>, wholly: Bool, _ steps: inout Int) -> Outcome {
        let outcome = bytes.withContiguousStorageIfAvailable { code.match($0, wholly: wholly, steps: &steps) }
        return outcome ?? Array(bytes).withUnsafeBufferPointer { code.match($0, wholly: wholly, steps: &steps) }
    }

    /// The source of one code point, in square brackets and outside; that of a surrogate is only for translators.
    package static func escape(codePoint: UInt32) -> String {
        switch codePoint {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: Unicode.Scalar(codePoint).map(String.init) ?? ""
        default: "\\x{" + String(codePoint, radix: 16) + "}"
        }
    }

    /// A source that matches exactly `text`.
    package static func escape(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            // A backslash makes an ASCII character literal that is neither a letter nor a digit; other characters must
            // not be escaped. The slash never needs it, and people read paths.
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
