extension Expression {
    /// Every operand, including those of filters.
    private var operands: [Operand] { [operand] + filters.compactMap(\.argument) }

    /// The variables that it reads, by their index in `Scenario.variables`.
    package var variables: [Int] {
        operands.compactMap { if case .variable(let variable, _) = $0 { variable } else { nil } }
    }

    /// Whether it reads the body of the request.
    package var readsBody: Bool {
        operands.contains { operand in
            switch operand {
            case .request(.part(let part)): part.isInBody
            case .request(.json): true
            default: false
            }
        }
    }

    /// Whether its value depends on the time.
    package var usesNow: Bool {
        operands.contains { if case .now = $0 { true } else { false } }
    }
}

extension Template {
    /// The variables that it reads, in order, without duplicates.
    package var variables: [Int] { distinct(expressions.flatMap(\.variables)) }

    /// Whether its value depends on the time, so that a delayed response must be rendered again.
    package var usesNow: Bool { expressions.contains(where: \.usesNow) }
}

extension JSONTemplate {
    /// Its templates, including member names.
    package var templates: [Template] {
        switch self {
        case .constant: []
        case .string(let template): [template]
        case .array(let elements): elements.flatMap(\.templates)
        case .object(let members): members.flatMap { [$0.name] + $0.value.templates }
        }
    }

    /// The variables that it reads, in order, without duplicates.
    package var variables: [Int] { distinct(templates.flatMap(\.variables)) }

    /// Whether its value depends on the time.
    package var usesNow: Bool { templates.contains(where: \.usesNow) }
}

extension ResponseTemplate {
    /// The templates in it, in order.
    package var templates: [Template] { Self.templates(status, reason, headers: headers, body: body, delivery) }

    static func templates(
        _ status: Status, _ reason: Template?, headers: [Header], body: Body, _ delivery: ResponseDelivery?
    ) -> [Template] {
        var templates: [Template] = []
        if case .template(let status) = status { templates.append(status) }
        if let reason { templates.append(reason) }
        for header in headers { templates += header.values }
        switch body {
        case .json(let json): templates += json.templates
        case .text(let text): templates.append(text)
        case .templatedFile(let text, _): templates.append(text)
        case .base64(let text): templates.append(text)
        case .chunks(let chunks): templates += chunks.flatMap(\.content.templates)
        case .events(let events, _, _): templates += events.flatMap(\.templates)
        case .raw(let content, _): templates += content.templates
        case .none, .file, .bytes: break
        }
        guard let delivery else { return templates }
        for header in delivery.trailers + delivery.informational.flatMap(\.headers) { templates += header.values }
        return templates
    }

    /// The variables that it reads, in order, without duplicates.
    package var variables: [Int] { distinct(templates.flatMap(\.variables)) }
}

/// The numbers without duplicates, in order of their first occurrence.
func distinct(_ numbers: [Int]) -> [Int] {
    var seen: Set<Int> = []
    return numbers.filter { seen.insert($0).inserted }
}
