import SeededRandom

/// A scenario file in no style at all: odd indentation, comments anywhere, values in every notation that YAML has. The
/// same seed makes the same file.
struct UntidyScenario {
    private var random: SplitMix
    private var text = ""
    /// The number of comments so far; each has its own text.
    private(set) var comments = 0
    private var names = 0
    private var anchors: [String] = []
    /// Whether a scalar behind `|` or `>` ends here, of which a comment must not become a part.
    private var followsBlock = false
    /// Whether a comment may silence warnings of its line.
    private var mayAllow = true

    init(seed: UInt64) {
        random = SplitMix(seed: seed)
    }

    /// The file's bytes.
    mutating func bytes() -> [UInt8] {
        if chance(10) { text += "%YAML 1.2\n---\(chance(2) ? comment() : "\n")" }
        if chance(8) { return listInBrackets() }
        let column = chance(6) ? pick(1...3) : 0
        loose(column, isOutside: true)
        line(column, "mockserver:\(gap())1")
        line(column, "name\(chance(5) ? " " : ""):\(gap())A scenario of seed and chance")
        for _ in 0..<pick(0...2) {
            loose(column)
            text += "\(spaces(column))x-\(name()):"
            value(depth: pick(1...4), parent: column, canOmit: true)
        }
        loose(column)
        line(column, "steps:")
        steps(parent: column, indentation: column + (chance(3) ? 0 : pick(1...5)))
        if chance(3) {
            loose(column)
            line(column, "stubs: [ {request: /a, response: 204 },\n\(spaces(column + pick(1...9)))/b ]")
        }
        loose(column)
        if chance(8) {
            text += "...\n"
            followsBlock = false
            loose(0)
        }
        var bytes = Array(text.utf8)
        if chance(5), !followsBlock { bytes.removeLast() }
        if chance(6) { bytes = bytes.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] } }
        return chance(9) ? [0xEF, 0xBB, 0xBF] + bytes : bytes
    }

    /// A file that is no scenario, but a list in brackets with properties before it.
    private mutating func listInBrackets() -> [UInt8] {
        loose(0, isOutside: true)
        text += chance(2) ? "&a0 " : chance(2) ? "!!seq " : ""
        flow(depth: 3, indentation: pick(1...5), isList: true)
        end()
        loose(0)
        return Array(text.utf8)
    }

    private mutating func steps(parent: Int, indentation: Int) {
        for _ in 0..<pick(1...4) {
            loose(indentation)
            let inner = indentation + pick(2...5)
            text += "\(spaces(indentation))-\(spaces(inner - indentation - 1))id: \(name())"
            end()
            loose(inner)
            line(inner, "request:\(gap())\(["GET /a", "\"GET /a\"", "'PUT /b/{id}'"][pick(0...2)])")
            switch pick(0...3) {
            case 0:
                loose(inner)
                line(inner, "response:\(gap())204")
            case 1:
                loose(inner)
                line(inner, "response: {status: 200,text:   hello}")
            default:
                loose(inner)
                line(inner, "response:")
                let deepest = inner + pick(1...4)
                loose(deepest)
                line(deepest, "status: 201")
                loose(deepest)
                text += "\(spaces(deepest))json:"
                value(depth: pick(0...4), parent: deepest, canOmit: false)
            }
        }
    }

    // MARK: - Values

    /// Writes a value behind a colon or a dash, to the end of its last line.
    private mutating func value(depth: Int, parent: Int, canOmit: Bool) {
        switch pick(0...(depth > 0 ? 11 : 6)) {
        case 0 where canOmit: end()
        case 1 where !anchors.isEmpty: endScalar(" *\(anchors[pick(0...anchors.count - 1)])")
        case 2: block(parent)
        case 3: longScalar(parent)
        case 0...6:
            if chance(8) {
                endFirstLine()
                loose(parent + 1)
                text += spaces(parent + pick(1...6)) + scalar()
                end()
            } else {
                endScalar("\(gap())\(property())\(scalar())")
            }
        case 7, 8:
            text += gap()
            flow(depth: depth, indentation: parent + pick(1...8))
            end()
        case 9: list(depth: depth, indentation: parent + pick(1...5))
        default: map(depth: depth, indentation: parent + pick(1...5))
        }
    }

    private mutating func endScalar(_ scalar: String) {
        text += scalar
        end()
    }

    private mutating func map(depth: Int, indentation: Int) {
        let anchor = anchor()
        if let anchor { text += " &\(anchor)" }
        endFirstLine()
        for _ in 0..<pick(1...4) {
            loose(indentation)
            text += spaces(indentation)
            let isExplicit = chance(12)
            let couldAllow = mayAllow
            // Behind a colon on a line of its own, a comment would be about nothing.
            if isExplicit { mayAllow = false }
            text += isExplicit ? "? \(name())\(chance(3) ? comment() : "\n")\(spaces(indentation)):" : "\(key()):"
            value(depth: depth - 1, parent: indentation, canOmit: true)
            mayAllow = couldAllow
        }
        if let anchor { anchors.append(anchor) }
    }

    private mutating func list(depth: Int, indentation: Int) {
        endFirstLine()
        for _ in 0..<pick(1...4) {
            loose(indentation)
            text += "\(spaces(indentation))-"
            if depth > 1, chance(4) {
                let inner = indentation + pick(2...5)
                text += spaces(inner - indentation - 1)
                if chance(2) {
                    text += "\(key()):"
                    value(depth: depth - 2, parent: inner, canOmit: true)
                    loose(inner)
                    text += "\(spaces(inner))\(key()):"
                } else {
                    text += "-"
                }
                value(depth: depth - 2, parent: inner, canOmit: true)
            } else {
                value(depth: depth - 1, parent: indentation, canOmit: true)
            }
        }
    }

    private mutating func flow(depth: Int, indentation: Int, isList: Bool? = nil) {
        let isList = isList ?? chance(2)
        text += isList ? "[" : "{"
        let count = pick(0...4)
        for index in 0..<count {
            flowGap(indentation)
            if !isList { text += "\(chance(3) ? "\"\(name())\"" : name()):\(flowSpace())" }
            if depth > 0, chance(3) {
                flow(depth: depth - 1, indentation: indentation)
            } else {
                text += scalar()
            }
            flowGap(indentation)
            if index < count - 1 || chance(5) { text += "," }
        }
        flowGap(indentation)
        text += isList ? "]" : "}"
    }

    private mutating func flowGap(_ indentation: Int) {
        switch pick(0...9) {
        case 0: text += "\n\(spaces(indentation))"
        case 1: text += "\(comment())\(spaces(indentation))"
        case 2: text += "\n\n\(spaces(indentation))#\(number())\n\(spaces(indentation))"
        case 3...5: text += " "
        default: break
        }
    }

    private mutating func flowSpace() -> String { chance(2) ? " " : "  " }

    private mutating func scalar() -> String {
        if chance(20) { return String(repeating: "w", count: pick(60...130)) }
        let scalars = [
            "plain", "two words", "-1.50", "0x", "true", "null", "~", "1e3", "a#b", "http://x/y?z=1", "'it''s'",
            "\"\\u00e9 \\\"q\\\"\"",
            "\"\"", "''", "\"# no comment\"", "'- x: {'", "ü→é", "-x", "\"{{uuid}}\"",
        ]
        return scalars[pick(0...scalars.count - 1)]
    }

    /// A scalar of several lines.
    private mutating func longScalar(_ parent: Int) {
        let lines = ["one two", "three", "four \(name())", "- five", "six"]
        let quote = ["", "'", "\""][pick(0...2)]
        var scalar = quote + lines[pick(0...2)]
        for index in 0..<pick(1...3) {
            if quote == "\"", chance(4) { scalar += [" \\", "\\ ", "\\n"][pick(0...2)] }
            scalar += chance(4) ? "  \n\n" : "\n"
            scalar += spaces(parent + pick(1...6)) + lines[pick(0...3)] + "\(index)"
        }
        endScalar("\(gap())\(property())\(scalar)\(quote)")
    }

    /// A scalar behind `|` or `>`.
    private mutating func block(_ parent: Int) {
        let depth = pick(1...4)
        let isDeep = chance(3)
        text += "\(gap())\(chance(2) ? "|" : ">")"
        let chomping = ["", "-", "+"][pick(0...2)]
        if isDeep { text += chance(2) ? "\(depth)\(chomping)" : "\(chomping)\(depth)" } else { text += chomping }
        text += chance(4) ? comment() : "\n"
        for index in 0..<pick(0...4) {
            if chance(5) { text += "\(chance(2) ? spaces(parent + depth) : "")\n" }
            let extra = (index > 0 || isDeep) && chance(3) ? spaces(pick(1...3)) : ""
            text +=
                "\(spaces(parent + depth))\(extra)\(["text", "# text", "a: b  ", "- x", "{{count}}"][pick(0...4)])\n"
        }
        if chance(4) { text += "\n\n" }
        followsBlock = true
    }

    private mutating func property() -> String {
        if chance(12) { return "!!str " }
        guard let anchor = anchor() else { return "" }
        anchors.append(anchor)
        return "&\(anchor) "
    }

    private mutating func anchor() -> String? { chance(8) ? "a\(number())" : nil }

    private mutating func key() -> String {
        switch pick(0...8) {
        case 0: "\"\(name())\""
        case 1: "'\(name())'"
        case 2: "\(name()) "
        case 3: "two words \(name())"
        default: name()
        }
    }

    // MARK: - Lines and comments

    private mutating func line(_ column: Int, _ content: String) {
        text += spaces(column) + content
        end()
    }

    /// Ends a line, perhaps with a comment.
    private mutating func end() {
        text += chance(5) ? comment() : chance(8) ? "  \n" : "\n"
        followsBlock = false
    }

    /// Ends the line of a key or a dash whose value follows below.
    private mutating func endFirstLine() { end() }

    /// Writes blank lines and comments above something in a column.
    private mutating func loose(_ column: Int, isOutside: Bool = false) {
        while chance(4) {
            if chance(2) {
                if !followsBlock { text += chance(3) ? "   \n" : "\n" }
            } else {
                let most = followsBlock ? 0 : column + 4
                text += "\(spaces(pick(0...most)))#\(chance(4) ? "" : " ")\(number())\(allowance())"
                text += chance(4) ? "  \n" : "\n"
                followsBlock = false
            }
        }
        followsBlock = false
    }

    private mutating func comment() -> String { "\(spaces(pick(1...9)))# c\(number())\(allowance())\n" }

    /// Nothing, or what makes a comment silence warnings of its line.
    private mutating func allowance() -> String { chance(5) && mayAllow ? " # mockserver: allow null-text" : "" }

    private mutating func number() -> Int {
        comments += 1
        return comments
    }

    private mutating func name() -> String {
        names += 1
        return "n\(names)"
    }

    private mutating func gap() -> String { spaces(chance(4) ? pick(2...4) : 1) }

    private func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }

    private mutating func pick(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    /// Whether something happens that happens once in `n` times.
    private mutating func chance(_ n: Int) -> Bool { pick(1...n) == 1 }
}
