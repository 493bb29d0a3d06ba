import Scenarios
import ExactJSON

/// Parses the text between `{{` and `}}`.
struct ExpressionParser {
    /// The most characters that `random.string` makes.
    static let randomStringLimit = 65_536

    var reader: ScalarReader
    let text: PositionedText
    let context: TemplateContext
    let state: LoadingContext
    private let start: Int
    /// Where the operand begins.
    var firstIndex = 0

    /// A parser of the expression whose `{{` is at the cursor of `reader`.
    init(reader: ScalarReader, text: PositionedText, context: TemplateContext, state: LoadingContext) {
        self.reader = reader
        self.text = text
        self.context = context
        self.state = state
        self.start = reader.index
    }

    /// Parses an expression and moves behind its `}}`.
    mutating func expression() throws(SyntaxError) -> Expression {
        reader.index += 2
        reader.skipSpace()
        let operandStart = reader.index
        firstIndex = operandStart
        var operand = try operand()
        let operandEnd = reader.index
        var filters: [Filter] = []
        while true {
            reader.skipSpace()
            if reader.take("}}") { break }
            guard reader.take("|") else { throw fail(misplaced(behind: operand, in: operandStart..<operandEnd)) }
            reader.skipSpace()
            filters.append(try filter())
        }
        // An allowed environment variable that is not set has a value only if a default gives one.
        if case .environment(let name, _) = operand, state.environmentValue(of: name) == nil {
            let index = filters.firstIndex { if case .default = $0 { true } else { false } }
            if let index, case .default(let value) = filters[index] {
                operand = value
                filters.removeFirst(index + 1)
            } else if state.allowsEnvironment(name) {
                throw SyntaxError(
                    offset: start,
                    message:
                        "the environment variable \(name) is not set; set it, or write {{env.\(name) | default('none')}}"
                )
            }
        }
        return Expression(operand: operand, filters: filters, position: text.position(at: start))
    }

    // MARK: Operands

    private mutating func operand() throws(SyntaxError) -> Operand {
        let start = reader.index
        guard let next = reader.peek() else { throw fail(Self.noExpression) }
        if next == "'" || next == "\"" { return .literal(.string(try quoted(next))) }
        if next.isASCIIDigit || next == "-" { return .literal(.number(try number())) }
        guard next.isNameStart else {
            throw fail(misplaced(next))
        }
        let name = reader.take(while: \.isNamePart)
        switch name {
        case "true": return .literal(.bool(true))
        case "false": return .literal(.bool(false))
        case "null": return .literal(.null)
        case "count":
            try allowDraw(name, at: start)
            return .count
        case "uuid":
            try allowDraw(name, at: start)
            return .uuid
        case "random":
            try allowDraw(name, at: start)
            return try random()
        case "now": return try now()
        case "env": return try environment()
        case "server":
            guard reader.take(".url"), reader.peek()?.isMemberPart != true else {
                throw SyntaxError(offset: start, message: "server has only server.url: write {{server.url}}")
            }
            return .serverURL
        case "request":
            if let refusal = context.refusalOfRequest { throw SyntaxError(offset: start, message: refusal) }
            return .request(try requestOperand())
        default:
            if reader.isNext("(") { throw SyntaxError(offset: start, message: unknownFunction(name)) }
            if let helper = helper(name) { throw SyntaxError(offset: start, message: helper) }
            if isBlock(name) { throw SyntaxError(offset: start, message: Self.noConditions) }
            let index = try variable(name, at: start)
            let path = try path()
            // An undefined name does not stop the parser, since there may be more errors to report.
            return index.map { .variable($0, path: path) } ?? .literal(.null)
        }
    }

    private func variable(_ name: String, at start: Int) throws(SyntaxError) -> Int? {
        switch state.variables.lookUp(name, in: context.usage) {
        case .found(let index):
            state.variables.use(index)
            return index
        case .later(let reason):
            throw SyntaxError(offset: start, message: reason)
        case .unknown:
            return state.refuse(unknownVariable(name), at: text.position(at: start))
        }
    }

    private func allowDraw(_ name: String, at start: Int) throws(SyntaxError) {
        if let refusal = context.refusal(ofDraw: name) { throw SyntaxError(offset: start, message: refusal) }
    }

    private mutating func random() throws(SyntaxError) -> Operand {
        if reader.take(".int(") {
            let low = try integer()
            try comma("random.int(1, 6)")
            let high = try integer()
            let end = reader.index
            try closing()
            guard low <= high else {
                throw SyntaxError(
                    offset: end, message: "random.int takes the lower number first: write random.int(\(high), \(low))")
            }
            return .randomInt(low...high)
        }
        if reader.take(".string(") {
            reader.skipSpace()
            let start = reader.index
            let length = try integer()
            guard (1...Self.randomStringLimit).contains(length) else {
                throw SyntaxError(
                    offset: start,
                    message: "random.string makes 1 to \(Self.randomStringLimit) characters: write random.string(12)")
            }
            try closing()
            return .randomString(length: length)
        }
        throw fail("random has two forms: write {{random.int(1, 6)}} or {{random.string(12)}}")
    }

    private mutating func now() throws(SyntaxError) -> Operand {
        guard reader.take("(") else { return .now(.iso, offset: .zero) }
        reader.skipSpace()
        if reader.isNext(")") { throw fail("now without parentheses is the time: write {{now}}, or {{now(iso, +5m)}}") }
        var format = Operand.NowFormat.iso
        if reader.peek()?.isNameStart == true {
            let start = reader.index
            let name = reader.take(while: \.isNamePart)
            guard let known = Operand.NowFormat(rawValue: name) else {
                throw SyntaxError(
                    offset: start, message: "\"\(name)\" is not a form of now; write http, iso, unix or unix_ms")
            }
            format = known
            reader.skipSpace()
            if reader.take(")") { return .now(format, offset: .zero) }
            try comma("now(\(name), +5m)")
            reader.skipSpace()
        }
        let offset = try signedDuration()
        try closing()
        return .now(format, offset: offset)
    }

    private mutating func signedDuration() throws(SyntaxError) -> Duration {
        let start = reader.index
        let isNegative = reader.isNext("-")
        guard reader.take("+") || reader.take("-") else {
            throw fail("an offset should stand here: write +5m or -1h")
        }
        let text = reader.take { $0.isMemberPart && $0 != "-" || $0 == "." }
        do {
            let duration = try DurationReader.read(text)
            return isNegative ? .zero - duration : duration
        } catch {
            throw SyntaxError(offset: start, message: error.message(for: text))
        }
    }

    private mutating func environment() throws(SyntaxError) -> Operand {
        let start = reader.index
        guard reader.take("."), reader.peek()?.isNameStart == true else {
            throw fail("env needs a name: write {{env.\(environmentName)}}")
        }
        let name = reader.take(while: \.isNamePart)
        guard state.allowsEnvironment(name) else {
            throw SyntaxError(
                offset: max(0, start - 3), message: "env.\(name) may not be read; allow it with --allow-env \(name)")
        }
        return .environment(name, value: state.environmentValue(of: name) ?? "")
    }

    /// The parts of a request that a template can use.
    static let requestParts = [
        "method", "host", "target", "path", "query", "headers", "cookies", "form", "json", "body",
    ]

    private static let bodyParts = ["form", "json", "body"]

    private mutating func requestOperand() throws(SyntaxError) -> Operand.RequestOperand {
        guard reader.take(".") else { throw fail("request needs a part: write {{request.method}} or another part") }
        let start = reader.index
        let part = reader.take(while: \.isMemberPart)
        if Self.bodyParts.contains(part), let refusal = context.refusal(ofBodyPart: "request.\(part)") {
            throw SyntaxError(offset: start, message: refusal)
        }
        switch part {
        case "method": return .part(.method)
        case "host": return .part(.host)
        case "target": return .part(.target)
        case "body": return .part(state.reading(.text))
        case "path":
            let nameStart = reader.index + 1
            let name = try memberName(of: part, example: "id")
            try usePathParameter(name, at: nameStart)
            return .part(.pathParameter(name))
        case "query": return try named(.query, part, example: "page")
        case "headers": return try named(.header, part, example: "accept")
        case "cookies": return try named(.cookie, part, example: "session")
        case "form": return try named(.form, part, example: "name")
        case "json":
            state.needs.formUnion(RequestPart.json("$").needs)
            return .json(try path())
        default:
            let meant = ForeignWords.requestPart(meantBy: part, member: member()).map { "; \($0)" }
            let hint = meant ?? Nearest.hintOrAll(for: part, among: Self.requestParts)
            throw SyntaxError(offset: start, message: "a request has no \"\(part)\"\(hint)")
        }
    }

    private mutating func named(
        _ part: NamedPart, _ key: String, example: String
    ) throws(SyntaxError) -> Operand.RequestOperand {
        state.needs.formUnion(part.needs)
        return .part(part(try memberName(of: key, example: example)))
    }

    private func usePathParameter(_ name: String, at start: Int) throws(SyntaxError) {
        switch context.usage {
        case .path, .basePath:
            throw SyntaxError(
                offset: start,
                message: "a path can't use what it takes itself: write {\(name)} in it to take a segment as \"\(name)\""
            )
        case .unmatched:
            throw SyntaxError(
                offset: start,
                message: "no step took an unmatched request, so its path has no parameters; write {{request.target}}")
        default: break
        }
        guard let parameters = context.parameters else {
            state.pendingParameters.append((name, text.position(at: start)))
            return
        }
        guard parameters.contains(name) else {
            throw SyntaxError(
                offset: start, message: state.missingParameter(name, among: parameters, of: context.rule))
        }
    }

    private mutating func memberName(of part: String, example: String) throws(SyntaxError) -> String {
        if reader.take(".") {
            let name = reader.take(while: \.isMemberPart)
            if !name.isEmpty { return name }
        } else if reader.take("[") {
            reader.skipSpace()
            if let quote = reader.peek(), quote == "'" || quote == "\"" {
                let name = try quoted(quote)
                reader.skipSpace()
                if reader.take("]") { return name }
                throw fail("a ] is missing here: write it")
            }
        }
        let whole = part == "path" ? ", or {{request.target}} for all of it" : ""
        throw fail("request.\(part) needs a name: write {{request.\(part).\(example)}}\(whole)")
    }

    private mutating func path() throws(SyntaxError) -> [Operand.PathStep] {
        var steps: [Operand.PathStep] = []
        while true {
            if reader.take(".") {
                let name = reader.take(while: \.isMemberPart)
                guard !name.isEmpty else {
                    throw fail("a member's name is missing here: write it, or leave the dot out")
                }
                if name.utf8.count < 3, name.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) {
                    state.warning(
                        .foreignValue,
                        ".\(name) is a member whose name is \"\(name)\"; for an element of an array write [\(name)] in its place",
                        at: text.position(at: reader.index - name.unicodeScalars.count - 1))
                }
                steps.append(.member(name))
            } else if reader.take("[") {
                reader.skipSpace()
                if let quote = reader.peek(), quote == "'" || quote == "\"" {
                    steps.append(.member(try quoted(quote)))
                } else {
                    let start = reader.index
                    let index = try integer("[0], or ['name'] for a member")
                    guard index >= 0 else {
                        throw SyntaxError(
                            offset: start, message: "an element's index is a whole number, from 0: write [0]")
                    }
                    steps.append(.element(index))
                }
                reader.skipSpace()
                guard reader.take("]") else { throw fail("a ] is missing here: write it") }
            } else {
                return steps
            }
        }
    }

    // MARK: Filters

    /// The names that may stand behind `|` in a template.
    static let filterNames = [
        "json", "url", "base64", "base64url", "base64_decode", "sha256", "hmac_sha256", "hex", "number", "string",
        "trim",
        "upper", "lower", "default",
    ]

    private mutating func filter() throws(SyntaxError) -> Filter {
        let start = reader.index
        let name = reader.take(while: \.isNamePart)
        guard Self.filterNames.contains(name) else {
            if name.isEmpty {
                throw fail(
                    reader.isNext("|")
                        ? noAlternative(behind: 1)
                        : "a filter should stand here: write \(writtenBefore) | upper}}, or leave the | out")
            }
            throw SyntaxError(offset: start, message: unknownFilter(name))
        }
        let plain = Self.plainFilters[name]
        guard (plain == nil) == reader.isNext("(") else {
            throw Self.exampleValue(of: name).map { fail("\(name) takes a value: write \(name)(\($0))") }
                ?? fail("\(name) takes no value: write \(name) without parentheses")
        }
        if let plain { return plain }
        reader.index += 1
        reader.skipSpace()
        let value = try operand()
        try closing()
        return name == "default" ? .default(value) : .hmacSHA256(key: value)
    }

    /// The filters that take no value.
    private static let plainFilters: [String: Filter] = [
        "json": .json, "url": .url, "base64": .base64, "base64url": .base64url, "base64_decode": .base64Decode,
        "sha256": .sha256, "hex": .hex, "number": .number, "string": .string, "trim": .trim, "upper": .upper,
        "lower": .lower,
    ]

    // MARK: Literals

    private mutating func quoted(_ quote: Unicode.Scalar) throws(SyntaxError) -> String {
        let start = reader.index
        reader.index += 1
        var value = String.UnicodeScalarView()
        while let next = reader.peek() {
            reader.index += 1
            if next == quote { return String(value) }
            if next == "\\", let escaped = reader.peek(), escaped == quote || escaped == "\\" {
                reader.index += 1
                value.append(escaped)
            } else {
                value.append(next)
            }
        }
        throw SyntaxError(offset: start, message: "this quote has no closing one: write \(quote) where the text ends")
    }

    private mutating func number() throws(SyntaxError) -> JSONNumber {
        let start = reader.index
        let lexeme = reader.take { $0.isASCIIDigit || ".eE+-".unicodeScalars.contains($0) }
        guard let number = JSONNumber(lexeme: lexeme) else {
            throw SyntaxError(offset: start, message: "\"\(lexeme)\" is not a number; quote it for a text: '\(lexeme)'")
        }
        return number
    }

    private mutating func integer(_ example: String = "1") throws(SyntaxError) -> Int {
        reader.skipSpace()
        let start = reader.index
        let digits = reader.take { $0.isASCIIDigit || $0 == "-" }
        guard let value = Int(digits) else {
            throw SyntaxError(offset: start, message: "a whole number should stand here: write \(example)")
        }
        return value
    }

    private mutating func comma(_ list: String) throws(SyntaxError) {
        reader.skipSpace()
        guard reader.take(",") else { throw fail("a comma should stand here: write \(list)") }
    }

    private mutating func closing() throws(SyntaxError) {
        reader.skipSpace()
        guard reader.take(")") else { throw fail("a closing ) should stand here: write it") }
    }

    /// The expression before the cursor, without a `|` at its end.
    private var writtenBefore: String {
        var text = reader.text(firstIndex..<reader.index).trimmed
        if text.hasSuffix("|") { text = String(text.dropLast()).trimmed }
        return "{{" + text
    }

    func fail(_ message: String) -> SyntaxError {
        guard reader.isAtEnd else { return SyntaxError(offset: reader.index, message: message) }
        return SyntaxError(
            offset: start,
            message: "\"{{\" has no \"}}\" after it; write {{'{{'}} where the braces themselves are meant")
    }
}
