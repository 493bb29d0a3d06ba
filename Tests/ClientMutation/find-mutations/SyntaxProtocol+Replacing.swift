import SwiftSyntax

extension SyntaxProtocol {
    var start: Int { positionAfterSkippingLeadingTrivia.utf8Offset }
    var end: Int { endPositionBeforeTrailingTrivia.utf8Offset }

    /// The text of the node with one of its parts in other words.
    func replacing(_ part: some SyntaxProtocol, by other: String) -> String {
        let bytes = Array(trimmedDescription.utf8)
        let changed = bytes[..<(part.start - start)] + Array(other.utf8) + bytes[(part.end - start)...]
        return String(decoding: changed, as: UTF8.self)
    }

    /// The text of the node with two of its parts in other words.
    func replacing(
        _ first: some SyntaxProtocol, by one: some SyntaxProtocol, and second: some SyntaxProtocol,
        by other: some SyntaxProtocol
    ) -> String {
        let bytes = Array(trimmedDescription.utf8)
        let changed =
            bytes[..<(first.start - start)] + Array(one.trimmedDescription.utf8)
            + bytes[(first.end - start)..<(second.start - start)] + Array(other.trimmedDescription.utf8)
            + bytes[(second.end - start)...]
        return String(decoding: changed, as: UTF8.self)
    }
}
