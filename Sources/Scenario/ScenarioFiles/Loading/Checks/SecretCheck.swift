import ExactJSON
import Libc
import Scenarios
import TextCoding

/// Finds values of a file that look like real secrets: keys and tokens that their makers mark by a prefix, private keys
/// with a body, and signed JSON Web Tokens of a named issuer.
///
/// What is obviously made up is left out: too few different characters, or a word like `example` or `test` in it.
struct SecretCheck {
    /// A secret and what it seems to be.
    struct Secret: Sendable {
        let offset: Int
        let name: String
    }

    /// A token that begins with a prefix.
    private struct Kind {
        let prefix: [UInt8]
        let name: String
        /// The number of characters behind the prefix.
        let length: ClosedRange<Int>
        /// The characters behind it, besides letters and digits.
        let others: [UInt8]

        init(prefix: String, name: String, length: ClosedRange<Int>, others: String = "") {
            (self.prefix, self.name, self.length) = (Array(prefix.utf8), name, length)
            self.others = Array(others.utf8)
        }
    }

    private static let kinds: [Kind] = [
        Kind(prefix: "AKIA", name: "an AWS access key", length: 16...16),
        Kind(prefix: "ASIA", name: "an AWS access key", length: 16...16),
        Kind(prefix: "AIza", name: "a Google API key", length: 35...35, others: "-_"),
        Kind(prefix: "github_pat_", name: "a GitHub token", length: 60...120, others: "_"),
        Kind(prefix: "ghp_", name: "a GitHub token", length: 36...120),
        Kind(prefix: "gho_", name: "a GitHub token", length: 36...120),
        Kind(prefix: "ghu_", name: "a GitHub token", length: 36...120),
        Kind(prefix: "ghs_", name: "a GitHub token", length: 36...120),
        Kind(prefix: "ghr_", name: "a GitHub token", length: 36...120),
        Kind(prefix: "glpat-", name: "a GitLab token", length: 20...60, others: "-_"),
        Kind(prefix: "xoxb-", name: "a Slack token", length: 24...120, others: "-"),
        Kind(prefix: "xoxp-", name: "a Slack token", length: 24...120, others: "-"),
        Kind(prefix: "xoxa-", name: "a Slack token", length: 24...120, others: "-"),
        Kind(prefix: "xoxr-", name: "a Slack token", length: 24...120, others: "-"),
        Kind(prefix: "xoxs-", name: "a Slack token", length: 24...120, others: "-"),
        Kind(prefix: "sk_live_", name: "a Stripe key", length: 24...200),
        Kind(prefix: "rk_live_", name: "a Stripe key", length: 24...200),
    ]

    /// A text that a secret begins with, and a byte of it that other texts seldom have.
    private struct Beginning {
        let bytes: [UInt8]
        let rare: Int

        init(_ bytes: [UInt8]) {
            self.bytes = bytes
            rare = Array("JKzx_BS-".utf8).lazy.compactMap { bytes.firstIndex(of: $0) }.first ?? 0
        }
    }

    /// What secrets begin with, by the rare byte.
    private static let beginnings = Dictionary(
        grouping: (kinds.map(\.prefix) + ["eyJ", "-----BEGIN "].map { Array($0.utf8) }).map { Beginning($0) },
        by: { $0.bytes[$0.rare] })

    /// The secrets of a file in order.
    static func secrets(in bytes: [UInt8]) -> [Secret] {
        var found: [Secret] = []
        var end = 0
        for offset in candidates(in: bytes) where offset >= end {
            guard let (name, length) = secret(bytes[offset...]) else { continue }
            found.append(Secret(offset: offset, name: name))
            end = offset + length
        }
        return found
    }

    /// The offsets at which a secret may begin, in order. The C library finds the rare bytes of all that may.
    private static func candidates(in bytes: [UInt8]) -> [Int] {
        bytes.withUnsafeBytes { buffer in
            var offsets: [Int] = []
            guard let base = buffer.baseAddress else { return offsets }
            for (rare, beginnings) in beginnings {
                var offset = 0
                while let found = memchr(base + offset, Int32(rare), buffer.count - offset) {
                    offset = UnsafeRawPointer(found) - base + 1
                    for beginning in beginnings {
                        let start = offset - 1 - beginning.rare
                        let isThere =
                            start >= 0 && beginning.bytes.count <= buffer.count - start
                            && memcmp(base + start, beginning.bytes, beginning.bytes.count) == 0
                        if isThere, start == 0 || !isContinued(buffer[start - 1], buffer[start]) {
                            offsets.append(start)
                        }
                    }
                }
            }
            return offsets.sorted()
        }
    }

    private static func secret(_ rest: ArraySlice<UInt8>) -> (name: String, length: Int)? {
        for kind in kinds where rest.first == kind.prefix.first && rest.starts(with: kind.prefix) {
            let body = rest.dropFirst(kind.prefix.count)
                .prefix { isAlphanumeric($0) || kind.others.contains($0) }
            guard kind.length.contains(body.count), isVaried(body) else { return nil }
            return (kind.name, kind.prefix.count + body.count)
        }
        if rest.starts(with: "eyJ".utf8) { return tokenLength(rest).map { ("a signed JSON Web Token", $0) } }
        if rest.starts(with: "-----BEGIN ".utf8) { return keyLength(rest).map { ("a private key", $0) } }
        return nil
    }

    /// Whether random bytes could have made it, and nobody wrote that it is made up.
    private static func isVaried(_ body: ArraySlice<UInt8>) -> Bool {
        guard Set(body).count >= 10, body.contains(where: { $0 >= 0x30 && $0 <= 0x39 }) else { return false }
        let text = String(decoding: body, as: UTF8.self).lowercased()
        return !["example", "test", "fake", "dummy", "sample", "secret", "token", "xxx", "abcdef", "12345"]
            .contains(where: text.contains)
    }

    /// The length of a JSON Web Token (RFC 7519) that is signed and names an issuer that is not an example.
    private static func tokenLength(_ rest: ArraySlice<UInt8>) -> Int? {
        let token = rest.prefix {
            isAlphanumeric($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") || $0 == 0x2E
        }
        let parts = token.split(separator: 0x2E, omittingEmptySubsequences: false)
        // The shortest signature has 32 bytes, which are 43 characters.
        guard parts.count == 3, parts[2].count >= 43, isVaried(parts[2]), let header = claims(parts[0]),
            let payload = claims(parts[1]), case .string(let algorithm)? = header["alg"], algorithm != "none",
            case .string(let issuer)? = payload["iss"]
        else { return nil }
        let examples = ["example", "localhost", "127.0.0.1", ".test", ".invalid", ".local", "mock", "test"]
        return examples.contains(where: issuer.lowercased().contains) ? nil : token.count
    }

    private static func claims(_ part: ArraySlice<UInt8>) -> JSONObject? {
        guard let bytes = Base64.decode(part, .url),
            case .object(let object)? = try? JSON(parsing: bytes)
        else { return nil }
        return object
    }

    /// The length of the first line of a private key with a body (RFC 7468).
    private static func keyLength(_ rest: ArraySlice<UInt8>) -> Int? {
        let label = rest.dropFirst(11).prefix { $0 == 0x20 || $0 >= 0x41 && $0 <= 0x5A }
        let head = 11 + label.count
        guard label.count < 40, String(decoding: label, as: UTF8.self).hasSuffix("PRIVATE KEY"),
            rest.dropFirst(head).starts(with: "-----".utf8)
        else { return nil }
        // In quotes, line breaks are written `\n`.
        var body: [UInt8] = []
        var previous: UInt8 = 0
        for byte in rest.dropFirst(head + 5) {
            let isEscape = byte == UInt8(ascii: "\\") || previous == UInt8(ascii: "\\")
            previous = byte
            if isEscape || byte <= 0x20 { continue }
            guard isAlphanumeric(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/") else { break }
            body.append(byte)
            if body.count == 64 { return isVaried(body[...]) ? head : nil }
        }
        return nil
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        byte >= 0x30 && byte <= 0x39 || (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A
    }

    /// Whether a byte belongs to the word or the line of dashes before it.
    private static func isContinued(_ before: UInt8, _ byte: UInt8) -> Bool {
        if byte == UInt8(ascii: "-") { return before == byte }
        return isAlphanumeric(before) || before == UInt8(ascii: "_")
    }
}

extension LoadingContext {
    /// Warns of secrets of a file that look real: a repository is no place for them.
    func warnOfSecrets(in file: SourceFile) {
        guard !file.isSwift else { return }
        for secret in SecretCheck.secrets(in: file.bytes) {
            warning(
                .secret,
                "this looks like \(secret.name) that is real; write one that is made up, or {{env.NAME}} and give the name "
                    + "to --allow-env", at: file.position(atByte: secret.offset))
        }
    }
}
