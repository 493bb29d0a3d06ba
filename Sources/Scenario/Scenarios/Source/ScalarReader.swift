/// A cursor over the Unicode scalars of a text. The grammar of templates, paths and queries uses scalars, as columns
/// do, so that a combining mark behind a brace does not hide the brace.
@usableFromInline package struct ScalarReader {
    @usableFromInline package let scalars: [Unicode.Scalar]
    @usableFromInline package var index: Int

    @inlinable package init(_ scalars: [Unicode.Scalar], at index: Int = 0) {
        self.scalars = scalars
        self.index = index
    }

    @inlinable package var isAtEnd: Bool { index >= scalars.count }

    /// The next scalar, or the one `distance` after it.
    @inlinable package func peek(_ distance: Int = 0) -> Unicode.Scalar? {
        let wanted = index + distance
        return wanted < scalars.count ? scalars[wanted] : nil
    }

    /// Whether `text` comes next.
    package func isNext(_ text: String) -> Bool {
        var next = index
        for scalar in text.unicodeScalars {
            guard next < scalars.count, scalars[next] == scalar else { return false }
            next += 1
        }
        return true
    }

    /// Moves behind `text` if it comes next.
    package mutating func take(_ text: String) -> Bool {
        guard isNext(text) else { return false }
        index += text.unicodeScalars.count
        return true
    }

    /// Moves behind the scalars that satisfy a condition and returns them.
    package mutating func take(while condition: (Unicode.Scalar) -> Bool) -> String {
        let start = index
        while let next = peek(), condition(next) { index += 1 }
        return text(start..<index)
    }

    @inlinable package mutating func skipSpace() {
        while let next = peek(), next == " " || next == "\t" || next == "\n" || next == "\r" { index += 1 }
    }

    package func text(_ range: Range<Int>) -> String {
        // Several times as fast as through a view of scalars.
        let part = scalars[range]
        if part.allSatisfy(\.isASCII) {
            return String(unsafeUninitializedCapacity: part.count) { buffer in
                for (index, scalar) in part.enumerated() { buffer[index] = UInt8(truncatingIfNeeded: scalar.value) }
                return part.count
            }
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(part.count)
        for scalar in part { bytes.append(scalar) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The index of the next occurrence of `text`, from the cursor on.
    package func find(_ text: String) -> Int? {
        var probe = self
        while !probe.isAtEnd {
            if probe.isNext(text) { return probe.index }
            probe.index += 1
        }
        return nil
    }
}

extension [UInt8] {
    /// Adds a scalar in UTF-8.
    package mutating func append(_ scalar: Unicode.Scalar) {
        if scalar.isASCII {
            append(UInt8(scalar.value))
        } else if let encoded = UTF8.encode(scalar) {
            append(contentsOf: encoded)
        }
    }
}

extension Unicode.Scalar {
    /// Whether this is white space; for ASCII without a look-up in Unicode's tables.
    @inlinable package var isWhitespace: Bool {
        isASCII ? self == " " || value >= 0x09 && value <= 0x0D : properties.isWhitespace
    }
    @inlinable package var isASCIIDigit: Bool { self >= "0" && self <= "9" }
    @inlinable package var isASCIILetter: Bool { (self >= "a" && self <= "z") || (self >= "A" && self <= "Z") }
    /// Whether a name can begin with it.
    @inlinable package var isNameStart: Bool { isASCIILetter || self == "_" }
    /// Whether a name can contain it.
    @inlinable package var isNamePart: Bool { isNameStart || isASCIIDigit }
    /// Whether a member or field behind a dot can contain it: header names have hyphens.
    @inlinable package var isMemberPart: Bool { isNamePart || self == "-" }
    /// A character of a token (RFC 9110, section 5.6.2).
    package var isTokenPart: Bool { isNamePart || "!#$%&'*+-.^`|~".unicodeScalars.contains(self) }
}

extension String {
    /// The scalars; ASCII needs no decoding.
    package var scalars: [Unicode.Scalar] {
        var text = self
        return text.withUTF8 { bytes in
            bytes.allSatisfy { $0 < 0x80 } ? bytes.map { Unicode.Scalar($0) } : Array(unicodeScalars)
        }
    }

    /// Whether this is a name of the format: `[A-Za-z_][A-Za-z0-9_]*`.
    package var isName: Bool {
        guard let first = unicodeScalars.first, first.isNameStart else { return false }
        return unicodeScalars.allSatisfy(\.isNamePart)
    }

    /// Whether this is a token (RFC 9110, section 5.6.2), like header names and methods.
    package var isToken: Bool { !isEmpty && unicodeScalars.allSatisfy(\.isTokenPart) }
}
