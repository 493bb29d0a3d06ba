import Scenarios

/// What is said of a template in another language: with calls, arithmetic, comparisons, conditions or loops.
extension ExpressionParser {
    static let noConditions =
        "a template has no conditions and no loops: write a step or a stub for each case, chosen by its request or by when"
    static let noAlternative = "another value for one that is missing is a filter: write {{name | default('none')}}"
    private static let noArithmetic =
        "a template does not calculate: write the result itself; texts are joined as {{a}}{{b}}"

    /// The characters with which operators of other languages begin.
    private static let arithmetic = "+-*/%".unicodeScalars
    private static let comparisons = "=!<>&?".unicodeScalars

    /// What is wrong with a character that no operand begins with.
    func misplaced(_ next: Unicode.Scalar) -> String {
        switch next {
        case "{": "a template has two braces: write {{name}}, and {{'{'}} for a brace of the text before it"
        case "#", "/", "^": Self.noConditions
        case "$": variableOfOthers()
        default: Self.noExpression
        }
    }

    /// The advice about `$randomUUID` and `$name`, as other tools mark a variable.
    private func variableOfOthers() -> String {
        var rest = reader
        rest.index += 1
        let name = rest.take(while: \.isNamePart)
        let meant = ForeignWords.templateName(meantBy: name)
        if name.isEmpty { return Self.noExpression }
        return "a name has no $ before it: \(meant ?? "write {{\(name)}}")"
    }

    /// What is wrong with the character at the cursor, where `|` or `}}` should stand.
    func misplaced(behind operand: Operand, in range: Range<Int>) -> String {
        let written = reader.text(range)
        let noEnd =
            "\"|\" or \"}}\" should stand here: write {{\(reader.text(range.lowerBound..<reader.index).trimmed)}}"
        guard let next = reader.peek() else { return noEnd }
        switch next {
        case "(": return "\"\(written)\" takes no parentheses: write {{\(written)}}"
        case ".", "[":
            guard case .request(.part(.text)) = operand else { return noEnd }
            var rest = reader
            let members = rest.take { $0 != "}" && $0 != "|" }.trimmed
            return "\(written) is the whole body as text: write {{request.json\(members)}} for a member of its JSON"
        case "+" where isNow(operand), "-" where isNow(operand): return timeWithOffset()
        case "-" where range.upperBound == reader.index && reader.peek(1)?.isNameStart == true:
            var rest = reader
            let name = written + rest.take(while: \.isMemberPart)
            return "a name has letters, digits and _, and so is never \"\(name)\": write \(name.asVariableName)"
        case "?" where reader.peek(1) == "?": return Self.noAlternative
        case _ where Self.arithmetic.contains(next): return Self.noArithmetic
        case _ where Self.comparisons.contains(next): return Self.noConditions
        default: return noEnd
        }
    }

    static let noExpression = "an expression should stand here: write {{name}}, or {{'{{'}} for the braces themselves"

    private func isNow(_ operand: Operand) -> Bool { if case .now = operand { true } else { false } }

    /// The advice about `now + 5m`.
    private func timeWithOffset() -> String {
        var rest = reader
        let sign = rest.take("-") ? "-" : "+"
        if sign == "+" { rest.index += 1 }
        rest.skipSpace()
        let written = rest.take { $0.isMemberPart && $0 != "-" || $0 == "." }
        let offset = (try? DurationReader.read(written)) == nil ? "5m" : written
        return "a time before or after now: write {{now(iso, \(sign)\(offset))}}"
    }

    /// Whether a name that nothing defines begins a condition or a loop in other languages.
    func isBlock(_ name: String) -> Bool {
        ["if", "else", "elif", "endif", "unless", "each", "for", "endfor", "range", "end"].contains(name)
            && state.variables.index(of: name) == nil && context.parameters?.contains(name) != true
    }

    /// What to write for a helper of Handlebars, a name that is followed by values: `urlParam 'id'`. Nil for another name.
    func helper(_ name: String) -> String? {
        guard state.variables.index(of: name) == nil, context.parameters?.contains(name) != true, !isBlock(name) else {
            return nil
        }
        var rest = reader
        rest.skipSpace()
        guard rest.index > reader.index, let next = rest.peek() else { return nil }
        let isQuoted = next == "'" || next == "\""
        guard isQuoted || next.isNameStart || next.isASCIIDigit else { return nil }
        if isQuoted { rest.index += 1 }
        let value = isQuoted ? rest.take { $0 != next && $0 != "}" } : rest.take(while: \.isPathPart)
        let start = "nothing defines \"\(name)\""
        if let part = ForeignWords.helperPart(name) {
            let member = value.drop { $0 == "$" || $0 == "." }
            let isPlain = member.unicodeScalars.allSatisfy(\.isPathPart)
            let written = member.isEmpty ? "" : isPlain ? Self.members(member, of: part) : "['\(member)']"
            if isQuoted { _ = rest.take(next == "'" ? "'" : "\"") }
            return "\(start): write {{request.\(part)\(written)\(Self.standard(&rest))}}"
        }
        if name.lowercased() == "jsonpath" {
            var query = value
            if !query.hasPrefix("$") {
                _ = rest.take { $0 != "$" && $0 != "}" }
                query = rest.take { !" '\"}".unicodeScalars.contains($0) }
            }
            return "\(start): write {{request.json\(query.utf8.count > 1 ? String(query.dropFirst()) : ".id")}}"
        }
        if let meant = ForeignWords.templateName(meantBy: name) { return "\(start); \(meant)" }
        let filters = [name.lowercased(), ForeignWords.filterMeant(by: name)]
        if let filter = Self.filterNames.first(where: { filters.contains($0) }), filter != "default",
            filter != "hmac_sha256"
        {
            let operand = isQuoted ? "'\(value)'" : value
            return "a filter stands behind its value: write {{\(operand) | \(filter)}}"
        }
        switch name {
        case "getVar": return "\(start): write {{\(value.asVariableName)}}"
        case "file", "include", "readFile", "read", "import", "partial", "load", "bodyFile":
            return "a template reads no file: write file: \(value) in place of text"
        case "setVar": return "\(start): write set: {\(value.asVariableName): …} in the step"
        case "concat", "append": return "\(start): write texts side by side: {{a}}{{b}}"
        case "eq", "ne", "gt", "gte", "lt", "lte", "and", "or", "not", "contains", "includes", "matches", "switch",
            "case":
            return Self.noConditions
        case "math", "add", "subtract", "multiply", "divide", "round": return Self.noArithmetic
        default: return nil
        }
    }

    /// The members of a path as Mockoon writes them in JSON, with elements by their numbers: `.items[0].name`.
    private static func members(_ path: Substring, of part: String) -> String {
        guard part == "json" else { return ".\(path)" }
        return path.split(separator: ".").reduce(into: "") { members, name in
            members += name.allSatisfy { $0.isASCII && $0.isNumber } ? "[\(name)]" : ".\(name)"
        }
    }

    /// The filter for what a helper has behind the name: a value to use where there is none.
    private static func standard(_ reader: inout ScalarReader) -> String {
        reader.skipSpace()
        guard let next = reader.peek() else { return "" }
        if next == "'" || next == "\"" {
            reader.index += 1
            let text = reader.take { $0 != next && $0 != "}" }
            return text.contains("'") ? " | default(\"\(text)\")" : " | default('\(text)')"
        }
        let value = reader.take(while: \.isPathPart)
        return value.isEmpty ? "" : " | default(\(value))"
    }

    /// What to write for a part of a step, `login.response.json.token`, as tools have it that send requests, or for a
    /// variable behind a name for all of them, `vars.token`; nil for another name.
    private func qualifiedName(_ name: String) -> String? {
        var rest = reader
        let members = rest.take(while: \.isPathPart).split { ".[]".contains($0) }.map(String.init)
        guard let last = members.last(where: { $0.isName }) else { return nil }
        if state.stepNames[name] != nil {
            return members.first == "request"
                ? "\"\(name)\" is a step: capture the value in it, and write {{\(last)}}"
                : "\"\(name)\" is a step, and a template sees no response: name the value in vars or set, and write "
                    + "{{\(last)}} in both places"
        }
        guard ForeignWords.isSetOfVariables(name), let first = members.first, first.isName else { return nil }
        let path = reader.text(reader.index..<rest.index).drop { $0 == "." }
        return "a variable has nothing before its name: write {{\(path)}}"
    }

    func unknownVariable(_ name: String) -> String {
        if context.usage == .path {
            return
                "nothing defines \"\(name)\"; write {\(name)} to take any segment\(state.variableHint(for: name, lead: ", or did you mean"))"
        }
        if context.parameters?.contains(name) == true {
            return "nothing defines \"\(name)\"; write {{request.path.\(name)}} for what the path's {\(name)} took"
        }
        if let meant = qualifiedName(name) { return meant }
        let start = "nothing defines \"\(name)\""
        let variable = state.hint(for: name, among: state.variables.definitions.map(\.name))
        guard variable.isEmpty else { return start + variable }
        if let meant = ForeignWords.templateName(meantBy: name) { return "\(start); \(meant)" }
        let near = state.variableHint(for: name)
        guard near.isEmpty else { return start + near }
        if let meant = requestPart(named: name) { return "\(start); \(meant)" }
        return "\(start); add it to vars\(context.usage == .vars ? " before this" : ", or capture it")"
    }

    /// What to write for a part of the request without `request.`, such as `query.page`; nil for another name.
    private func requestPart(named name: String) -> String? {
        if name == "req" || name == "httpRequest" { return "it is called request: write {{request.method}}" }
        var rest = reader
        let members = rest.take(while: \.isPathPart)
        guard Self.requestParts.contains(name) else {
            return ForeignWords.requestPart(meantBy: name, member: member()).map {
                "a part of the request stands behind request: \($0)"
            }
        }
        guard name != "path" || !members.isEmpty else { return nil }
        return "a part of the request stands behind request: write {{request.\(name)\(members)}}"
    }

    /// The name behind the cursor, as `id` in `.id.name`; empty without one.
    func member() -> String {
        var rest = reader
        return rest.take(".") ? rest.take(while: \.isMemberPart) : ""
    }

    func unknownFunction(_ name: String) -> String {
        "\"\(name)\" is not a function; write random.int(1, 6), random.string(12) or now(http)"
    }
}

extension Unicode.Scalar {
    /// Whether a path of members such as `.items[0].first-name` can contain it.
    fileprivate var isPathPart: Bool { isMemberPart || self == "." || self == "[" || self == "]" }
}
