import Scenarios

/// A syntax error of YAML in words that say how to fix it, at the position that should be changed.
struct YAMLProblem {
    let message: String
    let position: Position

    /// libyaml's message for a version that it does not know.
    static let otherVersion = "found incompatible YAML document"
    static let noKey = "a key is missing before the colon"
    static let secondDocument = "a second document begins here; a file holds one"
    private static let quoteThisValue = "quote this value, or use block style"

    /// - Parameter open: where the innermost list or map in brackets that is still open begins.
    init(_ failure: YAMLFailure, _ file: SourceFile, open: Position?) {
        let mark = Position(file: file, line: failure.mark.line, column: failure.mark.column)
        let opening = Position(file: file, line: failure.contextMark.line, column: failure.contextMark.column)
        let context = YAMLErrorContext(mark)
        switch failure.problem {
        case "did not find expected ',' or '}'", "did not find expected ',' or ']'":
            let closing = failure.problem.hasSuffix("'}'") ? "}" : "]"
            (position, message) = Self.brokenFlow(context, opening, closing)
        case "did not find expected key", "did not find expected '-' indicator":
            position = mark
            message = Self.brokenBlock(context, isList: failure.problem.hasSuffix("indicator"))
        case "mapping values are not allowed in this context":
            position = mark
            message =
                context.isKeyOfLine
                ? "this line continues the value above it; check the indentation, or quote that value"
                : "a colon and a space can't stand inside a plain value; quote the value"
        case "found character that cannot start any token":
            position = mark
            message = context.isTab ? Self.tab : "a plain value can't begin with \(context.shown); quote it"
        case "found a tab character that violates indentation",
            "found a tab character where an indentation space is expected":
            position = mark
            message = Self.tab
        case "did not find expected alphabetic or numeric character" where !failure.context.isEmpty:
            position = opening
            message = "a plain value can't begin with \(YAMLErrorContext(opening).shown); quote it"
        case "found unexpected end of stream" where failure.context.hasSuffix("quoted scalar"),
            "found unexpected document indicator" where failure.context.hasSuffix("quoted scalar"):
            position = opening
            message = "the quote that opens here is never closed"
        case "found unknown escape character":
            position = mark
            let escape = "\\" + context.next
            message = "\(escape) is not an escape in double quotes; write \\\\ for a backslash, or use single quotes"
        case "found invalid Unicode character escape code":
            position = mark
            message = "the escape is not a Unicode scalar; write the character itself, or \\U and 8 hexadecimal digits"
        case "did not find expected hexdecimal number":
            position = mark
            message = "\\x, \\u and \\U need 2, 4 and 8 hexadecimal digits"
        case "could not find expected ':'":
            position = opening
            message = "a colon must follow this key on its line, within 1024 characters"
        case "block sequence entries are not allowed in this context":
            position = mark
            message = "a list can't begin here; begin it on a line of its own, or quote the value"
        case "did not find expected node content" where open != nil && context.isAtEnd:
            position = open ?? mark
            message = "the \(YAMLErrorContext(position).shown) that opens here is never closed"
        case "did not find expected node content":
            position = mark
            message = "a value should stand where \(context.shown) stands"
        case "found unexpected ':'":
            position = mark
            message = "a colon can't end a plain value here; \(Self.quoteThisValue)"
        case "did not find expected comment or line break" where failure.context.contains("block scalar"):
            position = mark
            message = "behind | or > the text begins on the next line; quote the value if it begins with one of them"
        case "did not find expected <document start>":
            position = mark
            message = Self.secondDocument
        case Self.otherVersion:
            position = mark
            message = "the file must be YAML 1.2"
        case "found undefined tag handle":
            position = mark
            message = "tags are not known here; quote a value that begins with !"
        case let problem where failure.context.hasSuffix("a tag") || failure.context.hasSuffix("a directive"):
            position = opening
            let what = failure.context.hasSuffix("a tag") ? "tag" : "directive"
            message =
                "this is not a \(what) of YAML (\(problem)); quote a value that begins with \(YAMLErrorContext(opening).shown)"
        default:
            position = mark
            message = failure.context.isEmpty ? failure.problem : "\(failure.problem) \(failure.context)"
        }
    }

    private static let tab = "a tab can't indent a line; use spaces"

    /// The error where `{…}` or `[…]` should continue or end.
    private static func brokenFlow(
        _ context: YAMLErrorContext, _ opening: Position, _ closing: String
    ) -> (Position, String) {
        if context.isInsideValue { return (context.position, quoteThisValue) }
        if context.followsQuote { return (context.position, unquotedRest) }
        let open = closing == "}" ? "{" : "["
        if context.isAtEnd { return (opening, "the \(open) that opens here is never closed") }
        if opening.line == context.position.line {
            return (context.position, "a comma or \(closing) should stand here; or \(quoteThisValue)")
        }
        let from = "the \(open) of line \(opening.line), column \(opening.column) is still open"
        return (context.position, "a comma or \(closing) should stand before this: \(from)")
    }

    /// The error where a map or list in block style should continue or end.
    private static func brokenBlock(_ context: YAMLErrorContext, isList: Bool) -> String {
        if context.isColon { return noKey }
        if context.isClosing { return "this \(context.shown) closes nothing; quote the value if it is text" }
        if context.isInsideValue || context.followsCollection { return quoteThisValue }
        if context.followsQuote { return unquotedRest }
        if context.isListItem { return "a list item can't stand among the keys of a map; check the indentation" }
        let wanted = isList ? "list item" : "key"
        return "this line does not continue any \(wanted) above it; check the indentation"
    }

    private static let unquotedRest = "the value ended at its closing quote; put all of it in quotes"
}
