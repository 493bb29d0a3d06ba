/// What stands in place of a masked value.
enum Masked {
    /// Up to so many characters a value of a header that is masked by default is shown whole in a difference, and a value
    /// is not looked for where nobody named it.
    static let shortest = 8
    /// At most so many characters of a masked value a difference shows.
    private static let shown = 4

    /// `(masked, 29 bytes)`: says nothing but the size.
    static func text(size: Int) -> String { "(masked, \(size) bytes)" }

    static func bytes(size: Int) -> [UInt8] { Array(text(size: size).utf8) }

    /// `Bearer abcd… (40 characters, first differs at 9)`, for a difference: at most a quarter of the secret, and at most
    /// four characters.
    static func excerpt(scheme: Substring = "", of secret: Substring, count: Int, differsAt offset: Int? = nil)
        -> String
    {
        let start = secret.unicodeScalars.prefix(min(shown, secret.unicodeScalars.count / 4))
        let remark = offset.map { ", first differs at \($0)" } ?? ""
        return "\(scheme)\(String(String.UnicodeScalarView(start)))… (\(TimeText.count(count, "character"))\(remark))"
    }
}
