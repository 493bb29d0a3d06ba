import Scenarios

/// The text that replaces a redacted value.
enum RedactedText {
    /// Values of headers that are redacted by default are shown whole in a difference up to this many characters.
    /// Values up to this length are not searched for in other text.
    static let shortest = RedactedValues.shortest - 1
    /// The fewest characters by which the beginning of a value is found, in text that cuts it.
    static let shortestBeginning = 9
    /// The most characters of a redacted value that a difference shows.
    private static let shown = 4

    /// `Bearer abcd… (40 characters, differs from the 10th on)`, for a difference: shows at most a quarter of the secret, and
    /// at most four characters.
    static func excerpt(scheme: Substring = "", of secret: Substring, count: Int, differsAt offset: Int? = nil)
        -> String
    {
        let start = secret.unicodeScalars.prefix(min(shown, secret.unicodeScalars.count / 4))
        let remark = offset.map { ", differs from the \(EnglishText.ordinal($0 + 1)) on" } ?? ""
        return
            "\(scheme)\(String(String.UnicodeScalarView(start)))… (\(EnglishText.count(count, "character"))\(remark))"
    }
}
