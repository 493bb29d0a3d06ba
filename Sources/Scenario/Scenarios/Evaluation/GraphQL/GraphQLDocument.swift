import TextCoding

/// The text of a GraphQL document.
package struct GraphQLDocument: Sendable {
    let source: [UInt8]

    package init(_ source: [UInt8]) {
        self.source = source
    }

    /// How two documents compare.
    enum Comparison {
        case same
        /// The first tokens that differ; nil at the end of a document.
        case differs(expected: GraphQLToken?, received: GraphQLToken?)
        /// The received document breaks before any difference.
        case invalid(GraphQLError)
        /// The expected document breaks before any difference.
        case invalidExpected(GraphQLError)
    }

    /// Compares this document, which is expected, with a received one, token by token.
    func compare(_ received: GraphQLDocument) -> Comparison {
        var (a, b) = (GraphQLLexer(source), GraphQLLexer(received.source))
        while true {
            let expected: GraphQLToken?
            do throws(GraphQLError) { expected = try a.next() } catch { return .invalidExpected(error) }
            let given: GraphQLToken?
            do throws(GraphQLError) { given = try b.next() } catch { return .invalid(error) }
            switch (expected, given) {
            case (nil, nil): return .same
            case (let expected?, let given?) where expected.isSame(as: given): continue
            default: return .differs(expected: expected, received: given)
            }
        }
    }

    /// The first error; nil for a text that consists of tokens and closes each bracket that it opens.
    package var problem: (reason: String, offset: Int)? {
        var lexer = GraphQLLexer(source)
        var open: [(bracket: UInt8, offset: Int)] = []
        do throws(GraphQLError) {
            while let token = try lexer.next() {
                guard token.kind == .punctuator, token.value.count == 1 else { continue }
                let character = String(decoding: token.value, as: UTF8.self)
                switch character {
                case "{", "(", "[": open.append((token.value[0], token.range.lowerBound))
                case "}", ")", "]":
                    let opening: UInt8 =
                        character == "}" ? UInt8(ascii: "{") : character == ")" ? UInt8(ascii: "(") : UInt8(ascii: "[")
                    guard open.popLast()?.bracket == opening else {
                        return ("this \(character) closes nothing; leave it out", token.range.lowerBound)
                    }
                default: break
                }
            }
            return open.last.map {
                let opening = String(decoding: [$0.bracket], as: UTF8.self)
                let closing = ["{": "}", "[": "]"][opening] ?? ")"
                return ("the \(opening) that opens here is never closed; write \(closing) where it ends", $0.offset)
            }
        } catch {
            return (error.reason, error.offset)
        }
    }

    /// Whether it has no token, or begins with something that is not one.
    package var isEmpty: Bool {
        var lexer = GraphQLLexer(source)
        return (try? lexer.next()) == nil
    }

    /// The names of its operations in order, nil for one without a name; nil if the text is not an executable document.
    var operationNames: [String?]? {
        var lexer = GraphQLLexer(source)
        var names: [String?] = []
        do throws(GraphQLError) {
            while var token = try lexer.next() {
                let isFragment = token.kind == .name && token.value == Array("fragment".utf8)
                if token.kind == .name {
                    let isOperation = ["query", "mutation", "subscription"].contains { token.value == Array($0.utf8) }
                    guard isOperation || isFragment, let following = try lexer.next() else { return nil }
                    if isOperation {
                        names.append(following.kind == .name ? String(decoding: following.value, as: UTF8.self) : nil)
                    }
                    token = following
                } else {
                    guard token.isPunctuator("{") else { return nil }
                    names.append(nil)
                }
                guard try Self.skipDefinition(from: token, &lexer) else { return nil }
            }
            return names
        } catch {
            return nil
        }
    }

    /// Reads up to the brace that closes the definition's selection set; false if there is none. Braces in parentheses
    /// are values.
    private static func skipDefinition(
        from first: GraphQLToken, _ lexer: inout GraphQLLexer
    ) throws(GraphQLError) -> Bool {
        var token: GraphQLToken? = first
        var (braces, parentheses) = (0, 0)
        while let read = token {
            if read.isPunctuator("(") { parentheses += 1 }
            if read.isPunctuator(")") { parentheses -= 1 }
            if parentheses == 0, read.isPunctuator("{") { braces += 1 }
            if parentheses == 0, read.isPunctuator("}") {
                braces -= 1
                if braces <= 0 { return braces == 0 }
            }
            token = try lexer.next()
        }
        return false
    }

    /// `line 2, column 5` for an offset in bytes; a column counts Unicode scalars.
    func place(of offset: Int) -> String {
        let before = source[..<min(offset, source.count)]
        let lines = before.count { $0 == 0x0A } + 1
        let line = before.lastIndex(of: 0x0A).map { before[($0 + 1)...] } ?? before
        return "line \(lines), column \(UTF8Text.scalarCount(line) + 1)"
    }
}
