/// The names and punctuation of Swift source, without comments and literals.
struct SwiftTokens {
    struct Token {
        /// A name, or a character of punctuation.
        let text: Substring
        let offset: Int
    }

    private let bytes: [UInt8]
    private var index = 0
    private(set) var all: [Token] = []

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        while index < bytes.count { take() }
    }

    private func byte(_ offset: Int) -> UInt8 { index + offset < bytes.count ? bytes[index + offset] : 0 }

    private static func isName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
            true
        default: false
        }
    }

    private mutating func take() {
        switch byte(0) {
        case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): index += 1
        case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/"):
            while index < bytes.count, byte(0) != UInt8(ascii: "\n") { index += 1 }
        case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"): skipComment()
        case UInt8(ascii: "\""): skipLiteral(pounds: 0)
        case UInt8(ascii: "#"):
            var pounds = 1
            while byte(pounds) == UInt8(ascii: "#") { pounds += 1 }
            guard byte(pounds) == UInt8(ascii: "\"") else { return add(length: 1) }
            index += pounds
            skipLiteral(pounds: pounds)
        default:
            var length = 0
            while index + length < bytes.count, Self.isName(byte(length)) { length += 1 }
            add(length: max(1, length))
        }
    }

    private mutating func add(length: Int) {
        all.append(Token(text: String(decoding: bytes[index..<index + length], as: UTF8.self)[...], offset: index))
        index += length
    }

    /// Skips a comment between `/*` and `*/`, which may have others in it.
    private mutating func skipComment() {
        var depth = 0
        while index < bytes.count {
            if byte(0) == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "*") {
                depth += 1
                index += 2
            } else if byte(0) == UInt8(ascii: "*"), byte(1) == UInt8(ascii: "/") {
                depth -= 1
                index += 2
                guard depth > 0 else { return }
            } else {
                index += 1
            }
        }
    }

    /// Skips a literal that begins with a quotation mark, after so many number signs.
    private mutating func skipLiteral(pounds: Int) {
        let isLong = byte(1) == UInt8(ascii: "\"") && byte(2) == UInt8(ascii: "\"")
        let quotes = isLong ? 3 : 1
        index += quotes
        while index < bytes.count {
            if follows(UInt8(ascii: "\""), quotes, then: pounds) {
                index += quotes + pounds
                return
            }
            guard byte(0) == UInt8(ascii: "\\"), follows(UInt8(ascii: "\\"), 1, then: pounds) else {
                // A literal of one line ends with it, whatever is wrong.
                if !isLong, byte(0) == UInt8(ascii: "\n") { return }
                index += 1
                continue
            }
            index += 1 + pounds
            if byte(0) == UInt8(ascii: "(") { skipInterpolation() } else { index += 1 }
        }
    }

    private func follows(_ first: UInt8, _ count: Int, then pounds: Int) -> Bool {
        (0..<count).allSatisfy { byte($0) == first }
            && (0..<pounds).allSatisfy { byte(count + $0) == UInt8(ascii: "#") }
    }

    /// Skips an interpolated expression with its parentheses.
    private mutating func skipInterpolation() {
        let before = all.count
        var depth = 0
        repeat {
            let count = all.count
            take()
            guard all.count > count else { continue }
            if all[count].text == "(" { depth += 1 } else if all[count].text == ")" { depth -= 1 }
        } while depth > 0 && index < bytes.count
        all.removeSubrange(before...)
    }
}
