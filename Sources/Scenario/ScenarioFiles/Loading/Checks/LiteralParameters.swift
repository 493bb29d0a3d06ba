import Scenarios

/// Warns of `{id}` in a string that is sent or compared where `{{request.path.id}}` or the variable `{{id}}` was meant.
enum LiteralParameters {
    /// Checks `characters`, a part of `text` outside expressions that begins at `offset`.
    static func check(
        _ characters: String, at offset: Int, of text: PositionedText, context: TemplateContext, state: LoadingContext
    ) {
        guard let use = context.useOfText, !text.isWholeFile else { return }
        let parameters = context.usage == .request ? [] : context.parameters ?? []
        // In a program, braces have a meaning of their own.
        let canBeVariable = !text.scalars.contains("\n")
        var reader = ScalarReader(characters.scalars)
        var previous: Unicode.Scalar?
        while let next = reader.peek() {
            let start = reader.index
            reader.index += 1
            defer { previous = next }
            guard next == "{" else { continue }
            let name = reader.take(while: \.isNamePart)
            if reader.isNext("}"), parameters.contains(name) {
                state.warning(
                    .literalBraces,
                    "{\(name)} is \(use) as it stands; write {{request.path.\(name)}} for the value of {\(name)} in the path",
                    at: text.position(at: offset + start))
            } else if canBeVariable, previous != "$", reader.isNext("}"), state.variables.index(of: name) != nil {
                state.warning(
                    .literalBraces, "{\(name)} is \(use) as it stands; for the variable write {{\(name)}}",
                    at: text.position(at: offset + start))
            }
        }
    }
}

extension TemplateContext {
    /// What happens to text outside expressions; nil if braces have their own meaning in it.
    fileprivate var useOfText: String? {
        switch usage {
        case .response, .set: "sent"
        case .assertion, .request, .when, .expectation: "compared"
        case .unmatched: "sent"
        case .vars, .basePath, .path: nil
        }
    }
}
