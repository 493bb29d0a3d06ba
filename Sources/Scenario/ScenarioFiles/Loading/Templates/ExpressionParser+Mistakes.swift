import Scenarios

/// What is said of a template in another language: with calls, arithmetic, comparisons, conditions or loops.
extension ExpressionParser {
    static let noConditions =
        "a template has no conditions and no loops: write a step or a stub for each case, chosen by its request or by when"
    private static let noArithmetic =
        "a template does not calculate: write the result itself; texts are joined as {{a}}{{b}}"

    /// The characters with which operators of other languages begin.
    private static let arithmetic = "+-*/%".unicodeScalars
    private static let comparisons = "=!<>&?".unicodeScalars

    /// What is wrong with a character that no operand begins with.
    func misplaced(_ next: Unicode.Scalar) -> String {
        switch next {
        case "{": threeBraces()
        case "#", "/", "^", "!": Self.noConditions
        case "$": variableOfOthers()
        default: Self.noExpression
        }
    }

    /// The advice about `{{{name}}}`.
    private func threeBraces() -> String {
        var rest = reader
        rest.index += 1
        rest.skipSpace()
        let name = rest.take(while: \.isPathPart)
        return
            "a template has two braces: write {{\(name.isEmpty ? "name" : name)}}, and {{'{'}} for a literal brace before it"
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
            return "a name has letters, digits and _, so \"\(name)\" can't be one: write \(name.asVariableName)"
        case "?" where reader.peek(1) == "?": return noAlternative(behind: 2)
        case _ where Self.arithmetic.contains(next): return Self.noArithmetic
        case _ where Self.comparisons.contains(next): return Self.noConditions
        default: return noEnd
        }
    }

    /// The advice about `id || 1` and `id ?? 1`, with the value behind the operator, of which `count` characters are left.
    func noAlternative(behind count: Int) -> String {
        var rest = reader
        rest.index += count
        rest.skipSpace()
        let value: String
        if let quote = rest.peek(), quote == "'" || quote == "\"" {
            rest.index += 1
            let text = rest.take { $0 != quote && $0 != "}" }
            value = text.contains("'") ? "\"\(text)\"" : "'\(text)'"
        } else {
            let number = rest.take { $0.isASCIIDigit || $0 == "." }
            value = number.isEmpty || Double(number) == nil ? "'none'" : number
        }
        var written = ScalarReader(reader.scalars)
        written.index = firstIndex
        let name = written.take { $0 != "|" && $0 != "?" && $0 != "}" }.trimmed
        return
            "a fallback for a missing value is a filter: write {{\(name.isEmpty ? "name" : name) | default(\(value))}}"
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
        return "now is shifted in parentheses: write {{now(iso, \(sign)\(offset))}}"
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
            return "a filter stands after its value: write {{\(operand) | \(filter)}}"
        }
        switch name {
        case "getVar": return "\(start): write {{\(value.asVariableName)}}"
        case "file", "include", "readFile", "read", "import", "partial", "load", "bodyFile":
            return "a template reads no file: write file: \(value) in place of text"
        case "setVar": return "\(start): write set: {\(value.asVariableName): …} in \(state.ruleInWords)"
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
            return "nothing defines \"\(name)\"; write {{request.path.\(name)}} for the value of {\(name)} in the path"
        }
        if let meant = qualifiedName(name) { return meant }
        let start = "nothing defines \"\(name)\""
        let variable = state.hint(for: name, among: state.variables.definitions.map(\.name))
        guard variable.isEmpty else { return start + variable }
        if let meant = ForeignWords.templateName(meantBy: name) { return "\(start); \(meant)" }
        let near = state.variableHint(for: name)
        guard near.isEmpty else { return start + near }
        if let meant = requestPart(named: name) { return "\(start); \(meant)" }
        return "\(start); \(definition(of: name))"
    }

    /// What to write to define a name.
    private func definition(of name: String) -> String {
        if context.usage == .vars { return "write \(name): … before this in vars" }
        let isAfterCapture = context.usage == .response || context.usage == .set
        let place = isAfterCapture ? state.ruleInWords : "an earlier step"
        return "write vars: {\(name): …} at the top, or capture: {\(name): {query: \(name)}} in \(place)"
    }

    /// What to write for a part of the request without `request.`, such as `query.page`; nil for another name.
    private func requestPart(named name: String) -> String? {
        var rest = reader
        let members = rest.take(while: \.isPathPart)
        if name == "req" || name == "httpRequest" {
            let part = members.hasPrefix(".body.") ? ".json\(members.dropFirst(5))" : members
            return "it is called request: write {{request\(part.isEmpty ? ".method" : part)}}"
        }
        guard Self.requestParts.contains(name) else {
            return ForeignWords.requestPart(meantBy: name, member: member()).map {
                "\(Self.partStart): \($0)"
            }
        }
        guard name != "path" || !members.isEmpty else {
            return
                "write {{request.target}} for the path and its query, or {{request.path.id}} for the value of {id} in it"
        }
        return "\(Self.partStart): write {{request.\(name)\(members)}}"
    }

    private static let partStart = "a part of the request begins with \"request.\""

    /// The name behind the cursor, as `id` in `.id.name`; empty without one.
    func member() -> String {
        var rest = reader
        return rest.take(".") ? rest.take(while: \.isMemberPart) : ""
    }

    // MARK: - Calls and filters

    /// What is wrong with `name(…)`, where no function has that name. The cursor is at the parenthesis.
    func unknownFunction(_ name: String) -> String {
        var rest = reader
        let arguments = Self.arguments(&rest) ?? []
        if state.variables.index(of: name) != nil { return "\"\(name)\" takes no parentheses: write {{\(name)}}" }
        if context.parameters?.contains(name) == true {
            return
                "\"\(name)\" is not a function; write {{request.path.\(name)}} for the value of {\(name)} in the path"
        }
        if let filter = Self.filter(meantBy: name) {
            let start = filter == name ? "\(name) is a filter" : "\(name) is called \(filter), and is a filter"
            return "\(start): write {{\(Self.piped(filter, arguments))}}"
        }
        let start = "\"\(name)\" is not a function"
        if let part = ForeignWords.helperPart(name), let written = arguments.first {
            let member = String(written.filter { $0 != "'" && $0 != "\"" }.drop { $0 == "$" || $0 == "." })
            let isPlain = !member.isEmpty && member.unicodeScalars.allSatisfy(\.isPathPart)
            return
                "\(start); write {{request.\(part)\(isPlain ? Self.members(member[...], of: part) : "['\(member)']")}}"
        }
        if let meant = ForeignWords.templateName(meantBy: name) { return "\(start); \(meant)" }
        return "\(start); write random.int(1, 6), random.string(12) or now(http)"
    }

    /// What is wrong with `| name`, where no filter has that name. The cursor is behind the name.
    func unknownFilter(_ name: String) -> String {
        let start = "\"\(name)\" is not a filter"
        if let filter = ForeignWords.filterMeant(by: name) { return "\(start); it is called \(filter)" }
        guard VariableTable.builtIn.contains(name) || state.variables.index(of: name) != nil else {
            return start + Nearest.hintOrAll(for: name, among: Self.filterNames)
        }
        var rest = reader
        let written = name + rest.take { $0 != "|" && $0 != "}" }.trimmed
        return "\(start) but a value: write {{\(written == "random" ? "random.int(1, 6)" : written)}}"
    }

    /// The name in `env('NAME')` and `env['NAME']`, with the cursor behind `env`.
    var environmentName: String {
        var rest = reader
        _ = rest.take { "(['\" ".unicodeScalars.contains($0) }
        let name = rest.take(while: \.isNamePart)
        return name.isName ? name : "NAME"
    }

    /// The value that a filter shows how to write.
    static func exampleValue(of filter: String) -> String? {
        switch filter {
        case "default": "'none'"
        case "hmac_sha256": "'key'"
        default: nil
        }
    }

    private static func filter(meantBy name: String) -> String? {
        filterNames.contains(name) ? name : ForeignWords.filterMeant(by: name)
    }

    /// `value | filter` for a filter that is called as a function.
    ///
    /// - Parameter depth: how deep filters within it are looked for.
    private static func piped(_ filter: String, _ arguments: [String], depth: Int = 4) -> String {
        let value = arguments.first.map { asOperand($0, depth: depth) } ?? "name"
        guard let example = exampleValue(of: filter) else { return "\(value) | \(filter)" }
        return "\(value) | \(filter)(\(arguments.dropFirst().first ?? example))"
    }

    /// A value of a call as an operand: `upper(name)` is `name | upper`.
    private static func asOperand(_ written: String, depth: Int) -> String {
        guard depth > 0 else { return written }
        var reader = ScalarReader(written.scalars)
        let name = reader.take(while: \.isNamePart)
        guard let filter = filter(meantBy: name), reader.isNext("("), let values = arguments(&reader), reader.isAtEnd
        else { return written }
        return piped(filter, values, depth: depth - 1)
    }

    /// The values in the parentheses at the cursor, which moves behind them; nil if neither `)` nor `}` ends them.
    private static func arguments(_ reader: inout ScalarReader) -> [String]? {
        reader.index += 1
        var values: [String] = []
        var start = reader.index
        var depth = 0
        var quote: Unicode.Scalar?
        while let next = reader.peek() {
            if let open = quote {
                if next == open { quote = nil }
            } else if next == "'" || next == "\"" {
                quote = next
            } else if next == "}" || depth == 0 && (next == "," || next == ")") {
                let value = reader.text(start..<reader.index).trimmed
                if !value.isEmpty { values.append(value) }
                start = reader.index + 1
                if next == ")" { reader.index += 1 }
                if next != "," { return values }
            } else {
                depth += next == "(" ? 1 : next == ")" ? -1 : 0
            }
            reader.index += 1
        }
        return nil
    }
}

extension Unicode.Scalar {
    /// Whether a path of members such as `.items[0].first-name` can contain it.
    fileprivate var isPathPart: Bool { isMemberPart || self == "." || self == "[" || self == "]" }
}
