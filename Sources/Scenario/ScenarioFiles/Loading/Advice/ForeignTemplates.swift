import Scenarios

/// Warns of templates and variables of other tools in a text, where they are text: `${name}`, `{% if a %}`, `<%= name %>`,
/// `$PORT`.
struct ForeignTemplates {
    private let text: PositionedText
    private let context: TemplateContext
    private let state: LoadingContext
    /// Whether `${name}` is JavaScript, which has it between backticks.
    private lazy var isJavaScript = text.scalars.contains("`")
    /// Whether the text can be a program that a shell runs: one of several lines.
    private lazy var isProgram = text.scalars.contains("\n")

    init(_ text: PositionedText, context: TemplateContext, state: LoadingContext) {
        self.text = text
        self.context = context
        self.state = state
    }

    /// Whether a text can hold one; most hold neither of these bytes.
    private static func canStand(in text: String) -> Bool {
        text.utf8.contains { $0 == UInt8(ascii: "$") || $0 == UInt8(ascii: "%") }
    }

    /// Checks a text without expressions.
    static func check(_ node: Node, context: TemplateContext, state: LoadingContext) {
        guard context.isEvaluated, let text = node.scalar?.text, canStand(in: text) else { return }
        var templates = ForeignTemplates(PositionedText(node), context: context, state: state)
        templates.check(text, at: 0)
    }

    /// Checks `characters`, a part of the text outside expressions that begins at `offset`. The first one found is told.
    mutating func check(_ characters: String, at offset: Int) {
        guard Self.canStand(in: characters), !text.isWholeFile else { return }
        var reader = ScalarReader(characters.scalars)
        var previous: Unicode.Scalar?
        while let next = reader.peek() {
            if next == "$" || next == "{" || next == "<", previous != "\\",
                let problem = problem(at: reader, behind: previous)
            {
                state.warning(.foreignTemplate, problem, at: text.position(at: offset + reader.index))
                return
            }
            previous = next
            reader.index += 1
        }
    }

    /// What is wrong with what the reader stands before; nil for most.
    private mutating func problem(at reader: ScalarReader, behind previous: Unicode.Scalar?) -> String? {
        if reader.isNext("${") {
            guard previous != "$", let problem = inBraces(reader) else { return nil }
            return isJavaScript || text.scalars.starts(with: "#!".unicodeScalars) ? nil : problem
        }
        if reader.isNext("{%") { return Self.block(reader, until: "%}") }
        if reader.isNext("<%") { return Self.block(reader, until: "%>") }
        guard reader.isNext("$"), previous.map({ $0.isNamePart || $0 == "$" }) != true,
            let problem = Self.variable(reader)
        else { return nil }
        return isProgram ? nil : problem
    }

    // MARK: - Forms

    /// `${name}`, and what shells have behind a name: `${NAME:-value}`.
    private func inBraces(_ reader: ScalarReader) -> String? {
        var reader = reader
        let start = reader.index
        reader.index += 2
        reader.skipSpace()
        guard reader.peek()?.isNameStart == true else { return nil }
        let name = reader.take(while: \.isPathPart)
        let hasDefault = reader.take(":-")
        let standard = hasDefault ? reader.take { !"}$'\n".unicodeScalars.contains($0) } : ""
        reader.skipSpace()
        guard reader.take("}"), reader.index - start <= Self.longest else { return nil }
        let written = reader.text(start..<reader.index)
        if context.usage == .path || context.usage == .basePath {
            return "\(written) is a $ and a parameter here; write {\(name)} for a parameter, {{\(name)}} for a variable"
        }
        let filter = hasDefault ? " | default('\(standard)')" : ""
        guard state.variables.index(of: name) == nil, Self.isEnvironment(name) else {
            return "\(written) is text here; for a template write {{\(name)\(filter)}}"
        }
        return Self.environment(written, name, filter)
    }

    /// `$NAME`, in capitals, as environment variables are called.
    private static func variable(_ reader: ScalarReader) -> String? {
        var reader = reader
        reader.index += 1
        let name = reader.take(while: \.isNamePart)
        return isEnvironment(name) ? environment("$\(name)", name, "") : nil
    }

    /// `{% if a %}`, `<%= name %>` and `<% if a %>`.
    private static func block(_ reader: ScalarReader, until end: String) -> String? {
        let near = ScalarReader(Array(reader.scalars[reader.index...].prefix(longest)))
        guard let close = near.find(end), close > 2 else { return nil }
        let written = near.text(0..<(close + 2))
        let name = near.text(2..<close).drop { $0 == "=" }.split(separator: " ")
        if written.hasPrefix("<%="), name.count == 1, let name = name.first,
            name.unicodeScalars.allSatisfy(\.isPathPart)
        {
            return "\(written) is text here; for a template write {{\(name)}}"
        }
        return "\(written) is text here, and \(ExpressionParser.noConditions)"
    }

    /// The most characters of what is found.
    private static let longest = 80

    private static func environment(_ written: String, _ name: String, _ filter: String) -> String {
        "\(written) is text here; for an environment variable write {{env.\(name)\(filter)}}, and give --allow-env "
            + name
    }

    /// Whether a name is written like that of an environment variable: in capitals, of two characters or more.
    private static func isEnvironment(_ name: String) -> Bool {
        guard name.utf8.count > 1, let first = name.utf8.first, first >= 0x41 && first <= 0x5A else { return false }
        return name.utf8.allSatisfy {
            $0 >= 0x41 && $0 <= 0x5A || $0 >= 0x30 && $0 <= 0x39 || $0 == UInt8(ascii: "_")
        }
    }
}

extension Unicode.Scalar {
    /// Whether a path of names such as `user.first-name` can contain it.
    fileprivate var isPathPart: Bool { isMemberPart || self == "." }
}
