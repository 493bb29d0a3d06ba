import Scenarios

/// Warns of `{id}` in a string that is sent or compared where `{{request.path.id}}` was meant.
enum LiteralParameters {
    /// Looks at characters of `text` outside expressions, `offset` others before them.
    static func check(
        _ characters: String, at offset: Int, of text: PositionedText, context: TemplateContext, state: LoadingContext
    ) {
        guard let use = context.useOfText, let parameters = context.parameters, !parameters.isEmpty else { return }
        var reader = ScalarReader(characters.scalars)
        while let next = reader.peek() {
            let start = reader.index
            reader.index += 1
            guard next == "{" else { continue }
            let name = reader.take(while: \.isNamePart)
            if reader.isNext("}"), parameters.contains(name) {
                state.warning(
                    "{\(name)} is \(use) as it stands; {{request.path.\(name)}} is what the path's {\(name)} took",
                    at: text.position(at: offset + start))
            }
        }
    }
}

extension TemplateContext {
    /// What is done with the text outside expressions; nil where braces have a meaning of their own.
    fileprivate var useOfText: String? {
        switch usage {
        case .response, .set: "sent"
        case .assertion: "compared"
        case .vars, .basePath, .path, .request, .when, .unmatched, .expectation: nil
        }
    }
}
