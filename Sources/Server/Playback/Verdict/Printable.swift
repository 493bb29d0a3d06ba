import HTTPMessage
import Scenarios
import TextCoding

/// Makes bytes and names safe to print: no byte from a peer can move a terminal's cursor or break a report's lines.
package enum Printable {
    /// The whole text in one line: control characters and bidirectional marks are escaped.
    package static func line(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
        return text.unicodeScalars.reduce(into: "") { line, scalar in
            line += scalar.isPrintable ? String(scalar) : scalar.escaped(asASCII: true)
        }
    }

    /// Text of at most 300 scalars: invalid UTF-8 is repaired, control characters and bidirectional marks are escaped.
    ///
    /// `size` is the number of all bytes if `bytes` are only the first of them.
    package static func text(_ bytes: some Collection<UInt8>, of size: Int? = nil) -> String {
        let limit = 300
        var text = ""
        var length = 0
        for scalar in String(decoding: bytes.prefix(4 * limit + 4), as: UTF8.self).unicodeScalars {
            length += 1
            if length > limit { return text + "… (\(size ?? bytes.count) bytes)" }
            text += scalar.isPrintable ? String(scalar) : scalar.escaped(asASCII: true)
        }
        return text
    }

    package static func text(_ string: String) -> String { text(Array(string.utf8)) }

    /// The name in double quotes.
    static func quoted(_ name: String) -> String { "\"\(text(name))\"" }

    /// `step "refresh"`, `step 3`
    static func step(_ id: String) -> String { RuleNoun.step.text(id, quoted: quoted(id)) }

    /// `stub "images"`, `stub 3`
    static func stub(_ id: String) -> String { RuleNoun.stub.text(id, quoted: quoted(id)) }

    /// `"refresh"`, `step 3`: for a context that says whether it is a step or a stub.
    package static func rule(_ id: String) -> String {
        RuleNoun.step.isDefault(id) || RuleNoun.stub.isDefault(id) ? id : quoted(id)
    }

    /// The number of terminal columns of a character: 0 for combining characters, 2 for wide characters of East Asian
    /// scripts and for most emoji (according to Unicode's East Asian Width, by blocks).
    static func width(_ scalar: Unicode.Scalar) -> Int {
        if scalar.isASCII { return 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
            0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
            0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
            return 2
        default: return 1
        }
    }

    package static func width(_ text: String) -> Int { text.unicodeScalars.reduce(0) { $0 + width($1) } }
}

/// Times in the format of failures.
package enum TimeText {
    /// `0.4 ms`, `12.0 ms`, `1.25 s`.
    ///
    /// - Parameter precision: the number of decimal places beyond that.
    package static func text(_ duration: Duration, precision: Int = 0) -> String {
        let nanoseconds = max(0, duration.wholeNanoseconds)
        return nanoseconds < 1_000_000_000
            ? decimal(nanoseconds, unit: 1_000_000, places: min(1 + precision, 6)) + " ms"
            : decimal(nanoseconds, unit: 1_000_000_000, places: min(2 + precision, 9)) + " s"
    }

    /// `5m`, `90s`, `250ms`: a time as an option states it.
    package static func stated(_ duration: Duration) -> String {
        let milliseconds = max(0, duration.wholeNanoseconds) / 1_000_000
        if milliseconds % 60_000 == 0, milliseconds > 0 { return "\(milliseconds / 60_000)m" }
        return milliseconds % 1_000 == 0 ? "\(milliseconds / 1_000)s" : "\(milliseconds)ms"
    }

    /// The fewest decimal places, beyond the usual ones, with which two different durations have different texts.
    static func precision(telling duration: Duration, from other: Duration) -> Int {
        (0..<7).first { text(duration, precision: $0) != text(other, precision: $0) } ?? 0
    }

    private static func decimal(_ value: Int64, unit: Int64, places: Int) -> String {
        var scale: Int64 = 1
        for _ in 0..<places { scale *= 10 }
        let step = unit / scale
        let rounded = value / step + (value % step >= step / 2 && value < Int64.max - step ? 1 : 0)
        let fraction = String(rounded % scale)
        return "\(rounded / scale)." + String(repeating: "0", count: places - fraction.count) + fraction
    }
}
