import Scenarios

/// A syntax error of YAML in words that say how to fix it, at the position that should be changed.
struct YAMLProblem {
    let message: String
    let position: Position

    /// libyaml's message for a version that it does not know.
    static let otherVersion = "found incompatible YAML document"
    static let noKey = "a key is missing before the colon; quote the value if the colon begins it"
    static let secondDocument = "a second document begins here; a file holds one, so leave it out"
    private static let quoteThisValue = "quote this value, or use block style"

    /// - Parameter open: where the innermost list or map in brackets that is still open begins.
    init(_ failure: YAMLFailure, _ file: SourceFile, open: Position?) {
        let report = Report(failure, file, open: open)
        if ForeignWords.isProgram(String(decoding: file.lineBytes(1), as: UTF8.self)) {
            (position, message) = (Position(file: file, line: 1, column: 1), ForeignWords.program)
            return
        }
        guard let row = Self.rows.first(where: { $0.problems.contains(failure.problem) && $0.applies(report) }) else {
            (position, message) = Self.other(report)
            return
        }
        (position, message) = row.explain(report)
    }

    /// What libyaml says, and what stands where it says it.
    private struct Report {
        let failure: YAMLFailure
        let mark: Position
        /// Where the construct that libyaml names as the context begins.
        let opening: Position
        let open: Position?
        let context: YAMLErrorContext

        init(_ failure: YAMLFailure, _ file: SourceFile, open: Position?) {
            self.failure = failure
            self.open = open
            mark = Position(file: file, line: failure.mark.line, column: failure.mark.column)
            opening = Position(file: file, line: failure.contextMark.line, column: failure.contextMark.column)
            context = YAMLErrorContext(mark)
        }
    }

    /// Problems of libyaml that are explained alike.
    private struct Row: Sendable {
        let problems: Set<String>
        let applies: @Sendable (Report) -> Bool
        let explain: @Sendable (Report) -> (Position, String)

        /// An explanation at the position that `location` gives, the mark unless given.
        init(
            _ problems: Set<String>, when applies: @escaping @Sendable (Report) -> Bool = { _ in true },
            at location: @escaping @Sendable (Report) -> Position = { $0.mark },
            _ message: @escaping @Sendable (Report) -> String
        ) {
            self.problems = problems
            self.applies = applies
            explain = { (location($0), message($0)) }
        }

        init(_ problems: Set<String>, explain: @escaping @Sendable (Report) -> (Position, String)) {
            self.problems = problems
            applies = { _ in true }
            self.explain = explain
        }
    }

    /// The first row that has the problem and applies explains it.
    private static let rows: [Row] = [
        Row(["did not find expected ',' or '}'"]) { brokenFlow($0.context, $0.opening, closing: "}") },
        Row(["did not find expected ',' or ']'"]) { brokenFlow($0.context, $0.opening, closing: "]") },
        Row(["did not find expected key"]) { brokenBlock($0.context, isList: false) },
        Row(["did not find expected '-' indicator"]) { brokenBlock($0.context, isList: true) },
        Row(["mapping values are not allowed in this context"]) {
            if let (line, text) = SpacingMistakes.lineWithoutSpace(before: $0.context.position) {
                return "a space belongs after the colon in line \(line): write \(text)"
            }
            return $0.context.isKeyOfLine
                ? "this line continues the value above it; \($0.context.indentation ?? "check the indentation"), or quote that value"
                : "a colon and a space can't stand inside a plain value; quote the value"
        },
        Row(["found character that cannot start any token"]) {
            $0.context.isTab
                ? tab : "a plain value can't begin with \($0.context.shown); quote it\($0.context.namedFile)"
        },
        Row([
            "found a tab character that violates indentation",
            "found a tab character where an indentation space is expected",
        ]) { _ in tab },
        Row(
            ["did not find expected alphabetic or numeric character"], when: { !$0.failure.context.isEmpty },
            at: { $0.opening }
        ) { "a plain value can't begin with \(YAMLErrorContext($0.opening).shown); quote it" },
        Row(
            ["found unexpected end of stream", "found unexpected document indicator"],
            when: { $0.failure.context.hasSuffix("quoted scalar") }, at: { $0.opening }
        ) {
            "the quote that opens here is never closed: write \(YAMLErrorContext($0.opening).shown) where the text ends"
        },
        Row(["found unknown escape character"]) {
            "\\\($0.context.next) is not an escape in double quotes; write \\\\ for a backslash, or use single quotes"
        },
        Row(["found invalid Unicode character escape code"]) { _ in
            "the escape is not a Unicode scalar; write the character itself, or \\U and 8 hexadecimal digits"
        },
        Row(["did not find expected hexdecimal number"]) { _ in
            "\\x, \\u and \\U need 2, 4 and 8 hexadecimal digits; write \\\\ for a backslash"
        },
        Row(["could not find expected ':'"], at: { $0.opening }) { _ in
            "a colon must follow this key on its line, within 1024 characters: write key: value, or quote the text"
        },
        Row(["block sequence entries are not allowed in this context"]) { _ in
            "a list can't begin here; begin it on a line of its own, or quote the value"
        },
        Row(
            ["did not find expected node content"], when: { $0.open != nil && $0.context.isAtEnd },
            at: { $0.open ?? $0.mark }
        ) { neverClosed(YAMLErrorContext($0.open ?? $0.mark).shown) },
        Row(["did not find expected node content"]) { report in
            let shown = report.context.shown
            if let open = report.open, let wanted = closing(YAMLErrorContext(open).shown), report.context.isClosing,
                wanted != shown
            {
                return
                    "the \(YAMLErrorContext(open).shown) in line \(open.line), column \(open.column) is never closed: "
                    + "write \(wanted) before \(shown)"
            }
            return "a value should stand where \(shown) stands: write '' for the empty text, or leave \(shown) out"
        },
        Row(["found unexpected ':'"]) {
            if let key = $0.context.keyWithoutSpace {
                return "a space belongs after the colon: write \(key)…"
            }
            return "a colon can't end a plain value here; \(quoteThisValue)"
        },
        Row(
            ["did not find expected comment or line break"], when: { $0.failure.context.contains("block scalar") }
        ) { _ in "after | or > the text begins on the next line; quote the value if it begins with one of them" },
        Row(["did not find expected <document start>"]) { _ in secondDocument },
        Row([otherVersion]) { _ in "the file must be YAML 1.2; leave this line out" },
        Row(["found undefined tag handle"]) { _ in "tags are not known here; quote a value that begins with !" },
    ]

    /// The explanation of any other problem: in libyaml's words, but for tags and directives.
    private static func other(_ report: Report) -> (Position, String) {
        let (problem, context) = (report.failure.problem, report.failure.context)
        for construct in ["tag", "directive"] where context.hasSuffix("a \(construct)") {
            let shown = YAMLErrorContext(report.opening).shown
            return (
                report.opening,
                "this is not a \(construct) of YAML (\(problem)); quote a value that begins with \(shown)"
            )
        }
        return (report.mark, context.isEmpty ? problem : "\(problem) \(context)")
    }

    /// The bracket that closes one.
    private static func closing(_ open: String) -> String? { ["{": "}", "[": "]"][open] }

    private static func neverClosed(_ open: String) -> String {
        "the \(open) that opens here is never closed: write \(closing(open) ?? "its end") where it ends"
    }

    private static let tab = "a tab can't indent a line; use spaces"

    /// The error where `{…}` or `[…]` should continue or end.
    private static func brokenFlow(
        _ context: YAMLErrorContext, _ opening: Position, closing: String
    ) -> (Position, String) {
        if context.isInsideValue {
            return (context.position, context.quotedValue.map { "quote this value: \($0)" } ?? quoteThisValue)
        }
        if context.followsQuote { return (context.position, unquotedRest(context)) }
        if let map = context.mapWithoutBraces {
            return (context.position, "a map has braces here: write \(map); or quote the value if it is text")
        }
        let open = closing == "}" ? "{" : "["
        if context.isAtEnd { return (opening, neverClosed(open)) }
        if opening.line == context.position.line {
            return (context.position, "a comma or \(closing) should stand here: write one, or \(quoteThisValue)")
        }
        let from = "the \(open) of line \(opening.line), column \(opening.column) is still open"
        return (context.position, "a comma or \(closing) should stand before this: \(from); write one of them")
    }

    /// The error where a map or list in block style should continue or end.
    private static func brokenBlock(_ context: YAMLErrorContext, isList: Bool) -> String {
        if context.isColon { return noKey }
        if context.isClosing { return "this \(context.shown) closes nothing; quote the value if it is text" }
        if context.isInsideValue || context.followsCollection {
            return context.quotedValue.map { "quote this value: \($0)" } ?? quoteThisValue
        }
        if context.followsQuote { return unquotedRest(context) }
        if context.isListItem {
            return "a list item can't stand among the keys of a map; \(context.indentation ?? "check the indentation")"
        }
        let wanted = isList ? "list item" : "key"
        return "this line does not continue any \(wanted) above it; \(context.indentation ?? "check the indentation")"
    }

    private static func unquotedRest(_ context: YAMLErrorContext) -> String {
        context.valueWithInnerQuotes.map {
            "the value ended at its closing quote; write \($0.escape) for a quote within: \($0.value)"
        }
            ?? "the value ended at its closing quote; put all of it in quotes"
    }
}
