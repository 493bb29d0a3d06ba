import Scenarios

/// Warns of a regular expression between slashes, as JavaScript, Perl and Ruby write it: `/[0-9]+/i`. Here the slashes are
/// compared, too.
enum RegularExpressionSlashes {
    /// Checks the text of a regular expression.
    ///
    /// - Parameter isPath: whether it is for a path, which begins with a slash, and may end with one.
    static func check(_ node: Node, isPath: Bool, state: LoadingContext) {
        guard let text = node.text, text.utf8.first == UInt8(ascii: "/"), let (content, flags) = parts(text) else {
            return
        }
        let hasAnchor = content.hasPrefix("^") || content.hasSuffix("$") && !content.hasSuffix("\\$")
        guard !isPath || hasAnchor || content.contains("\\/") else { return }
        let meant = inlineFlags(flags) + withoutAnchors(content).replacing("\\/", with: "/")
        state.warning(
            .regexSlashes,
            "the slashes are part of the regular expression here: write \(meant.asFlowScalar), which has to match the whole "
                + "value", at: node.position)
    }

    /// The regular expression for the whole value that is meant by a text like `/ab+c/i`; nil for a text that can be meant
    /// as it stands, like `/users/`.
    static func expression(in text: String) -> String? {
        guard let (content, flags) = parts(text), !text.contains("{{"), !content.contains("://"),
            [".*", ".+", "\\d", "\\w", "\\.", "[", "^", "$", "+", "|", "("].contains(where: { content.contains($0) })
        else { return nil }
        let isFromStart = content.hasPrefix("^")
        let isToEnd = content.hasSuffix("$") && !content.hasSuffix("\\$")
        let source = withoutAnchors(content).replacing("\\/", with: "/")
        return inlineFlags(flags) + (isFromStart || source.hasPrefix(".*") ? "" : ".*") + source
            + (isToEnd || source.hasSuffix(".*") ? "" : ".*")
    }

    /// What stands between the slashes, and the letters behind the last one; nil if there is another slash between them.
    private static func parts(_ text: String) -> (content: String, flags: String)? {
        let bytes = Array(text.utf8.dropFirst())
        guard let end = bytes.lastIndex(of: UInt8(ascii: "/")), end > 0, bytes.count - end <= 4,
            bytes[(end + 1)...].allSatisfy("gimsuy".utf8.contains)
        else { return nil }
        var isEscaped = false
        for byte in bytes[..<end] {
            if byte == UInt8(ascii: "/"), !isEscaped { return nil }
            isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        }
        guard !isEscaped else { return nil }
        return (String(decoding: bytes[..<end], as: UTF8.self), String(decoding: bytes[(end + 1)...], as: UTF8.self))
    }

    /// `(?i)`; without the flags that change nothing where the whole value is compared.
    private static func inlineFlags(_ flags: String) -> String {
        let kept = flags.filter { "ims".contains($0) }
        return kept.isEmpty ? "" : "(?\(kept))"
    }

    private static func withoutAnchors(_ content: String) -> String {
        let rest = content.hasPrefix("^") ? content.dropFirst() : content[...]
        return String(rest.hasSuffix("$") && !rest.hasSuffix("\\$") ? rest.dropLast() : rest)
    }
}
