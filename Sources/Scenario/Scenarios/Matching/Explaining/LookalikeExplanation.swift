import ExactJSON
import TextCoding

/// Tells apart two values that print alike: by their types, or by the first code points that differ.
enum LookalikeExplanation {
    /// A note for each text; empty if the texts can be told apart as they are.
    static func notes(expected: String, received: String) -> (expected: String, received: String) {
        notes(expected, received, printAlike: Excerpt.text(expected) == Excerpt.text(received))
    }

    /// Texts can be told apart unless they look alike or print alike. An escape and the characters that write it print
    /// alike, and so do long texts that are cut before they differ.
    private static func notes(_ expected: String, _ received: String, printAlike: Bool) -> (String, String) {
        guard !expected.utf8.elementsEqual(received.utf8), printAlike || lookAlike(expected, received) else {
            return ("", "")
        }
        let common = zip(expected.unicodeScalars, received.unicodeScalars).prefix { $0 == $1 }.count
        return (note(expected, common), note(received, common))
    }

    /// Only texts that fit on a page are compared by eye.
    private static func lookAlike(_ a: String, _ b: String) -> Bool {
        max(a.utf8.count, b.utf8.count) <= Excerpt.limit && skeleton(a) == skeleton(b)
    }

    /// A note for each value.
    static func notes(expected: JSON, received: JSON) -> (expected: String, received: String) {
        switch (expected, received) {
        case (.string(let a), .string(let b)):
            return notes(a, b, printAlike: Excerpt.json(expected) == Excerpt.json(received))
        case (.string(let text), let other), (let other, .string(let text)):
            let written = JSONExcerpt(other, limit: Excerpt.limit)
            guard written.isWhole, lookAlike(text, written.text) else { return ("", "") }
            return (" (\(expected.kind.rawValue))", " (\(received.kind.rawValue))")
        default: return ("", "")
        }
    }

    private static func note(_ text: String, _ common: Int) -> String {
        guard let scalar = text.unicodeScalars.dropFirst(common).first else {
            return " (ends after \(EnglishText.count(common, "character")))"
        }
        return " (U+\(Hex.codePoint(scalar)) at character \(common + 1))"
    }

    /// The text as an eye sees it: outer space is invisible, all spaces are one, and letters of other scripts pass for
    /// Latin ones. Swift's `==` then adds canonical equivalence.
    private static func skeleton(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .spaceSeparator, .control, .lineSeparator, .paragraphSeparator: scalars.append(" ")
            case .format: break
            default: scalars.append(Self.latin[scalar] ?? halfWidth(scalar))
            }
        }
        let spaces = scalars.drop { $0 == " " }
        let end = spaces.lastIndex { $0 != " " }
        return end.map { String(spaces[...$0]) } ?? ""
    }

    private static func halfWidth(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        (0xFF01...0xFF5E).contains(scalar.value) ? Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar : scalar
    }

    private static let latin: [Unicode.Scalar: Unicode.Scalar] = {
        let pairs = zip(
            "аеорсухіјѕАВЕКМНОРСТХІЈЅΑΒΕΖΗΙΚΜΝΟΡΤΥΧονι‐‑‒–—−‘’“”".unicodeScalars,
            "aeopcyxijsABEKMHOPCTXIJSABEZHIKMNOPTYXovi------''\"\"".unicodeScalars)
        return Dictionary(pairs.map { ($0, $1) }) { first, _ in first }
    }()
}
