/// Warns of `{id}` in a string that is sent where `{{request.path.id}}` was meant.
enum LiteralParameters {
    static func check(_ text: SourceText, context: TemplateContext, state: LoadState) {
        guard context.isEvaluated, let parameters = context.parameters, !parameters.isEmpty else { return }
        var reader = ScalarReader(text.scalars)
        while !reader.isAtEnd {
            if reader.isNext("{{") {
                reader.skipExpression()
            } else if reader.peek() == "{" {
                let start = reader.index
                reader.index += 1
                let name = reader.take(while: \.isNamePart)
                if reader.isNext("}"), parameters.contains(name) {
                    state.warning(
                        "{\(name)} is sent as it stands; {{request.path.\(name)}} is what the path's {\(name)} took",
                        at: text.position(at: start))
                }
            } else {
                reader.index += 1
            }
        }
    }

    /// The same of every string in a JSON value.
    static func check(in node: Node, context: TemplateContext, state: LoadState) {
        for item in node.items ?? [] { check(in: item, context: context, state: state) }
        for entry in node.entries ?? [] { check(in: entry.value, context: context, state: state) }
        if let text = node.sourceText {
            check(text, context: context, state: state)
        }
    }
}
