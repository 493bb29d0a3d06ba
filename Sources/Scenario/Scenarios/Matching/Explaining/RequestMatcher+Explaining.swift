import ExactJSON
import HTTPMessage
import TextCoding

extension RequestMatcher {
    /// The reasons why a request does not match, a leaf each, in the order of the request matcher; empty exactly if
    /// `match` matches.
    package func mismatches(_ view: RequestView, in outer: EvaluationContext) -> [Mismatch] {
        // The explanation has its own limit of work, which the branches of a combination share.
        let scope = outer.working(within: outer.work ?? WorkBudget(steps: WorkBudget.steps(forSize: view.bodySize)))
        guard scope.request == nil else { return conditions.flatMap { $0.explain(view, scope) } }
        var context = MatchContext()
        var parameters: [PathParameter] = []
        let result = match(view, in: scope, context: &context, &parameters)
        if result == .matches || context.isOpenByRedaction(result) { return [] }
        let seeing = scope.seeing(view, parameters)
        return conditions.flatMap { $0.explain(view, seeing) }
    }
}

extension Condition {
    func explain(_ view: RequestView, _ scope: EvaluationContext) -> [Mismatch] {
        leaves(view, scope).remarking(charsetOf: view)
    }

    private func leaves(_ view: RequestView, _ scope: EvaluationContext) -> [Mismatch] {
        var context = MatchContext()
        var parameters: [PathParameter] = []
        let result = match(view, in: scope, context: &context, &parameters)
        if result == .matches || context.isOpenByRedaction(result) { return [] }
        let head = view.request.head
        switch kind {
        case .method(let methods):
            return [
                leaf(
                    .method, methods.map { Mismatch.ComparedValue($0) },
                    received: [Mismatch.ComparedValue(Excerpt.text(head.method))])
            ]
        case .path(.template(let template)):
            if result == .undetermined { return [Mismatch(.path, blockedBy: context, at: template.position)] }
            // A path with escapes is compared with one that is written alike.
            let isEncoded = head.path.contains(UInt8(ascii: "%"))
            let expected = template.comparedValue(in: scope, encoded: isEncoded)
            let received = Mismatch.ComparedValue(received: head.path)
            let notes = LookalikeExplanation.notes(expected: expected.text, received: received.text)
            let form =
                template.remarkAboutSlash(view, in: scope) ?? template.remarkAboutEncoding(view, in: scope)
                ?? template.remarkAboutJoining(view, in: scope) ?? template.remarkAboutForm(view, in: scope)
            var mismatch = Mismatch(
                subject: .path, problem: Mismatch.differs + (form ?? template.remarkAboutBase(view, in: scope)),
                expected: [expected.noting(notes.expected)], received: [received.noting(notes.received)],
                position: template.position)
            mismatch.isOfForm = form != nil
            return [mismatch]
        case .path(.value(let matcher, let base)):
            if let path = view.path(behind: base) {
                return matcher.explain(ValueList(path), .plain, subject: .path, in: scope)
            }
            return [
                Mismatch(
                    subject: .path, problem: "differs: it does not begin with base_path \(base)",
                    expected: [Mismatch.ComparedValue(base + "/…")],
                    received: [Mismatch.ComparedValue(Excerpt.text(head.path))], position: matcher.position)
            ]
        case .value(.bearer, let matcher): return explain(bearer: matcher, view, scope)
        case .value(let part, let matcher):
            if part == .text, let sentence = view.textProblem { return [unreadable(part, sentence)] }
            return matcher.explain(view.values(of: part), part.style, subject: part, in: scope)
        case .values(let matchers): return matchers.flatMap { explain($0, view, scope) }
        case .bytes(let matcher):
            return [matcher.mismatch(view.request.body, at: position, in: scope)].compactMap { $0 }
        case .multipart(let matcher): return matcher.mismatches(view, at: position, in: scope)
        case .graphQL(let matcher): return matcher.mismatches(view, at: position, in: scope)
        case .named(let part, let named):
            if part.isInBody, let sentence = view.body.problem ?? view.body.bytes.flatMap(DecodedBody.undeclaredCoding)
            {
                return [unreadable(named.entries.first.map { part($0.name) } ?? .body, sentence)]
            }
            var mismatches = named.explain(view, part, in: scope, at: position)
            if part == .form, let type = view.foreignFormType, let first = mismatches.first {
                mismatches[0] = first.adding(", and \(type)")
            }
            return mismatches
        case .json(let matcher, let exact):
            return explain(view) { JSONExplanation.mismatches(matcher, $0, exact: exact, in: scope) }
        case .jsonSchema(let matcher): return explain(view) { matcher.mismatches($0, size: view.bodySize, in: scope) }
        case .jsonPath(let matcher):
            return explain(view) { matcher.mismatches($0, in: scope, size: view.bodySize) }
        case .applicationProtocol(let name):
            return [
                leaf(
                    .applicationProtocol, [Mismatch.ComparedValue(name.rawValue)],
                    received: [Mismatch.ComparedValue(head.version.rawValue)])
            ]
        case .tls(let matchers): return matchers.flatMap { $0.explain(view, scope) }
        case .connection(let matcher): return [matcher.mismatch(view, scope)]
        case .allOf(let requestMatchers): return requestMatchers.flatMap { $0.mismatches(view, in: scope) }
        case .anyOf(let requestMatchers):
            let isBlocked = result == .undetermined
            return [explain(anyOf: requestMatchers, view, in: scope, isBlocked ? context : MatchContext())]
        case .not(let requestMatcher):
            if result == .undetermined { return [Mismatch(.combination("not"), blockedBy: context, at: position)] }
            return [
                Mismatch(
                    subject: .combination("not"), problem: "must not match, but does",
                    received: requestMatcher.facts(view),
                    position: requestMatcher.position)
            ]
        }
    }

    /// The mismatches of the body's value, or why it has none.
    private func explain(_ view: RequestView, _ explain: (JSON) -> [Mismatch]) -> [Mismatch] {
        switch view.json {
        case .value(let value):
            var mismatches = explain(value)
            if let first = mismatches.first, first.subject != .json("$") || first.problem == Mismatch.differs,
                ClientMistake.holdsContainer(value)
            {
                mismatches[0] = first.explained(by: "the body is a string that holds JSON, so it was encoded twice")
            }
            return mismatches
        case .invalid(let sentence, _):
            if let bytes = view.body.bytes, !bytes.isEmpty {
                let remark =
                    view.encodingRemark(on: bytes, isJSON: true) ?? ClientMistake.inSyntax(ofJSON: bytes)
                return [unreadable(.json("$"), sentence).explained(by: remark)]
            }
            if view.body.bytes == nil { return [unreadable(.json("$"), sentence)] }
            return [Mismatch(subject: .json("$"), problem: "is missing: the body is empty", position: position)]
        case .notRead: return [Mismatch(subject: .json("$"), problem: "was not read", position: position)]
        }
    }

    private func unreadable(_ subject: RequestPart, _ sentence: String) -> Mismatch {
        Mismatch(subject: subject, problem: "can't be read: \(sentence)", position: position)
    }

    private func leaf(
        _ subject: RequestPart, _ expected: [Mismatch.ComparedValue], received: [Mismatch.ComparedValue]
    ) -> Mismatch {
        Mismatch(
            subject: subject, problem: Mismatch.differs, expected: expected, received: received, position: position)
    }

    /// The mismatches of a token; if the credentials have another scheme, the first mismatch shows them.
    private func explain(bearer matcher: ValueMatcher, _ view: RequestView, _ scope: EvaluationContext) -> [Mismatch] {
        let mismatches = matcher.explain(view.values(of: .bearer), .plain, subject: .bearer, in: scope)
        guard view.bearer == nil, let first = mismatches.first, first.problem == Mismatch.isMissing,
            let credentials = view.request.head.fields.first(named: "Authorization")
        else { return mismatches }
        let mistake = ClientMistake.authorization(credentials, wanting: "Bearer")
        let reason = mistake.map { "in Authorization \($0)" } ?? "Authorization is not a Bearer token"
        let other = Mismatch(
            subject: .bearer, problem: "is missing: \(reason)", expected: first.expected,
            received: [Mismatch.ComparedValue(received: credentials)], position: first.position)
        return [other] + mismatches.dropFirst()
    }

    /// The mismatches of one of several values; if the credentials are not those of `basic`, the first one shows them.
    private func explain(_ matcher: PartValueMatcher, _ view: RequestView, _ scope: EvaluationContext) -> [Mismatch] {
        let (part, values) = (matcher.part, view.values(of: matcher.part))
        if scope.isRecorded, view.hides(part) { return [] }
        let mismatches = matcher.matcher.explain(values, part.style, subject: part, in: scope)
        guard part == .basicUser || part == .basicPassword, view.basic == nil, let first = mismatches.first,
            first.problem == Mismatch.isMissing,
            let credentials = view.request.head.fields.first(named: "Authorization")
        else { return mismatches }
        let reason =
            BasicCredentials.isBasic(credentials)
            ? "the credentials are not the base64 text of user:password" : "Authorization is not Basic credentials"
        let other = Mismatch(
            subject: part, problem: "is missing: \(reason)", expected: first.expected,
            received: [Mismatch.ComparedValue(received: credentials).of(.header("Authorization"))],
            position: first.position)
        return [other] + mismatches.dropFirst()
    }

    private func explain(
        anyOf requestMatchers: [RequestMatcher], _ view: RequestView, in scope: EvaluationContext,
        _ context: MatchContext
    ) -> Mismatch {
        let branches = requestMatchers.map { $0.mismatches(view, in: scope) }
        guard let nearest = branches.indices.min(by: { branches[$0].count < branches[$1].count }) else {
            return Mismatch(subject: .combination("any_of"), problem: "has no branch", position: position)
        }
        return Mismatch(
            subject: .combination("any_of"),
            problem:
                "none of its \(branches.count) branches matches, the nearest is the \(EnglishText.ordinal(nearest + 1))",
            expected: branches[nearest].flatMap(\.namedComparedValues.expected),
            received: branches[nearest].flatMap(\.namedComparedValues.received), position: position,
            blocked: context.error)
    }
}

extension NamedMatchers {
    fileprivate func explain(
        _ view: RequestView, _ part: NamedPart, in scope: EvaluationContext, at position: Position
    ) -> [Mismatch] {
        var mismatches: [Mismatch] = []
        var hints = 0
        for entry in entries {
            let value = part(entry.name)
            var explained = entry.matcher.explain(view.values(of: value), value.style, subject: value, in: scope)
            if let first = explained.first, first.problem == Mismatch.isMissing, hints < Self.mostHints {
                hints += 1
                let near = NameHint(missing: entry.name, among: unexpectedNames(view, part))
                explained[0] = first.hinting(near ?? (part == .cookie ? NameHint(only: otherCookies(view)) : nil))
            }
            mismatches += explained
        }
        guard exact else { return mismatches }
        let others = others(view, part)
        for (name, values) in others.prefix(Mismatch.listedLeaves) {
            mismatches.append(
                Mismatch(
                    subject: part(Excerpt.text(name)), problem: Mismatch.mustNotBeThere,
                    received: ValueMatcher.lines(of: values), position: position))
        }
        if others.count > Mismatch.listedLeaves {
            mismatches[mismatches.count - 1].leaves += others.count - Mismatch.listedLeaves
        }
        return mismatches
    }

    /// The most missing names of a request for which others are looked at.
    private static let mostHints = 20

    /// The names of the cookies with a value that no entry expects.
    private func otherCookies(_ view: RequestView) -> [String] {
        view.cookies.filter { !$0.value.isEmpty && !isWanted($0) }.map { String(decoding: $0.name, as: UTF8.self) }
    }

    /// The names in the request that no entry expects, in order.
    private func unexpectedNames(_ view: RequestView, _ part: NamedPart) -> [String] {
        guard part == .header else {
            return view.pairs(part).filter { !isWanted($0) }.map { String(decoding: $0.name, as: UTF8.self) }
        }
        let fields = view.request.head.fields
        return fields.lines.indices.map { String(decoding: fields.name(at: $0), as: UTF8.self) }.filter { name in
            !entries.contains { Array($0.name.utf8).equalsIgnoringASCIICase(name) }
        }
    }
}

extension RequestView {
    /// Why the body is not text; nil if it is.
    fileprivate var textProblem: String? {
        switch body {
        case .unreadable(let problem): problem
        case .bytes(let bytes):
            UTF8Text.firstInvalid(in: bytes).map {
                DecodedBody.undeclaredCoding(of: bytes)
                    ?? "the body is not UTF-8 at offset \($0)" + (encodingRemark(on: bytes).map { ": \($0)" } ?? "")
            }
        }
    }

    /// Why the body is not declared as a form, as a clause; nil if it is, or if it is empty and has no content type.
    fileprivate var foreignFormType: String? {
        guard let type = request.head.fields.first(named: "Content-Type") else {
            return request.body.isEmpty ? nil : "no Content-Type says that the body is a form"
        }
        let wanted = Array("application/x-www-form-urlencoded".utf8)
        if TextComparison.mediaType.matches(type, wanted) { return nil }
        return "the Content-Type is \(Excerpt.text(type))"
    }
}

extension RequestMatcher {
    /// The values of the request that the request matcher compared and that match.
    fileprivate func facts(_ view: RequestView) -> [Mismatch.ComparedValue] {
        conditions.flatMap { condition -> [Mismatch.ComparedValue] in
            func lines(_ part: RequestPart) -> [Mismatch.ComparedValue] {
                ValueMatcher.lines(of: view.values(of: part)).map { $0.named(part) }
            }
            switch condition.kind {
            case .method: return [Mismatch.ComparedValue("method " + Excerpt.text(view.request.head.method))]
            case .path: return [Mismatch.ComparedValue("path " + Excerpt.text(view.request.head.path))]
            case .value(let part, _): return lines(part)
            case .values(let matchers): return matchers.flatMap { lines($0.part) }
            case .bytes: return lines(.body)
            case .multipart: return [Mismatch.ComparedValue("its parts: " + (view.multipart.partNames ?? "none"))]
            case .graphQL: return GraphQLMatcher.facts(view)
            case .named(let part, let named):
                return named.entries.flatMap { entry -> [Mismatch.ComparedValue] in
                    let value = part(entry.name)
                    let found = lines(value)
                    return found.isEmpty ? [Mismatch.ComparedValue(value.description + " is absent")] : found
                }
            case .json, .jsonPath, .jsonSchema:
                guard let value = view.json.value else { return [] }
                return [Mismatch.ComparedValue(received: value).behind("json ").of(.json("$"))]
            case .applicationProtocol: return [Mismatch.ComparedValue("protocol " + view.request.head.version.rawValue)]
            case .tls(let matchers): return matchers.flatMap { $0.comparedValues(view) }
            case .connection: return [view.request.connection.comparedValue]
            case .allOf(let requestMatchers), .anyOf(let requestMatchers):
                return requestMatchers.flatMap { $0.facts(view) }
            case .not: return []
            }
        }
    }
}

extension PathTemplate {
    /// The path as the scenario writes it, with the values of its variables; nil if it has none, or if it reads one without
    /// a value, one that must not be shown, or anything else.
    package func filledText(in scope: EvaluationContext, hiding hidden: Set<Int>) -> String? {
        let expressions = segments.flatMap { segment -> [Expression] in
            guard case .parts(let parts) = segment else { return [] }
            return parts.compactMap { if case .expression(let expression) = $0 { expression } else { nil } }
        }
        let isKnown = expressions.allSatisfy { expression in
            guard case .variable(let variable, _) = expression.operand, !hidden.contains(variable) else { return false }
            return expression.filters.isEmpty && (try? expression.text(in: scope)) != nil
        }
        return expressions.isEmpty || !isKnown ? nil : comparedValue(in: scope).text
    }

    /// The expected path: as the scenario writes it, with the values of its expressions.
    ///
    /// - Parameter encoded: whether it is written with the escapes that a client sends.
    func comparedValue(in scope: EvaluationContext, encoded: Bool = false) -> Mismatch.ComparedValue {
        var variables: [Int] = []
        var path = ""
        for segment in segments {
            path += "/"
            switch segment {
            case .rest(let name): path += "{+\(name)}"
            case .parts(let parts):
                for part in parts {
                    switch part {
                    case .literal(let bytes): path += encoded ? Self.encoded(bytes) : Self.written(bytes)
                    case .parameter(let name): path += "{\(name)}"
                    case .expression(let expression):
                        variables += expression.variables
                        // All escapes, since that is how the values of redacted variables are looked for.
                        path +=
                            (try? expression.text(in: scope)).map {
                                encoded ? Percent.encode($0) : Self.written($0.utf8)
                            } ?? "{{…}}"
                    }
                }
            }
        }
        let isMade = encoded || !segments.allSatisfy(\.isStated)
        return Mismatch.ComparedValue(isMade ? path : Excerpt.text(text), variables: distinct(variables))
    }

    /// What to write if the value of an expression is several segments of the path, as words behind `differs`; nil if
    /// it is not. A value fills a part of one segment, so a slash in it is expected as `%2F`.
    fileprivate func remarkAboutSlash(_ view: RequestView, in scope: EvaluationContext) -> String? {
        var given = view.segments
        var hasSlash = false
        for segment in segments {
            guard case .parts(let parts) = segment else { return nil }
            var wanted: [UInt8] = []
            for part in parts {
                switch part {
                case .literal(let bytes): wanted += bytes
                case .parameter: return nil
                case .expression(let expression):
                    guard let value = try? expression.evaluate(in: scope).bytes else { return nil }
                    wanted += value
                }
            }
            for piece in wanted.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
                guard let value = given.next(), value.elementsEqual(piece) else { return nil }
            }
            hasSlash = hasSlash || wanted.contains(UInt8(ascii: "/"))
        }
        guard hasSlash, given.next() == nil else { return nil }
        let path = text.dropFirst(base?.text.count ?? 0)
        return ": a / in the value of an expression is expected as %2F; for a value of several segments write "
            + "path: {equals: \"\(path)\"}"
    }

    /// That the path is encoded twice, as words behind `differs`; nil if it is not.
    fileprivate func remarkAboutEncoding(_ view: RequestView, in scope: EvaluationContext) -> String? {
        let head = view.request.head
        guard let path = ClientMistake.decodedOnce(head.path) else { return nil }
        let meant = RequestHead(
            method: head.method, target: [], authority: [], path: path[...], query: nil, version: head.version,
            fields: Fields())
        var context = MatchContext()
        var parameters: [PathParameter] = []
        let view = RequestView(Request(head: meant, body: [], connection: view.request.connection), needs: [])
        guard match(view, in: scope, context: &context, &parameters) == .matches else { return nil }
        return ": \(ClientMistake.encodedTwice)"
    }

    /// Part of a segment as a client sends it: all characters are escaped that can't stand in one (RFC 3986, section 3.3).
    static func encoded(_ part: [UInt8]) -> String {
        var path: [UInt8] = []
        for byte in part {
            if "!$&'()*+,;=:@".utf8.contains(byte) {
                path.append(byte)
            } else {
                path += Percent.encode(CollectionOfOne(byte)).utf8
            }
        }
        return Excerpt.text(path)
    }

    /// Part of a segment in the form of a path: a slash in it is not a separator.
    private static func written(_ part: some Sequence<UInt8>) -> String {
        var path: [UInt8] = []
        PathSegments.add(part, to: &path)
        return Excerpt.text(path)
    }
}

extension PathTemplate.Segment {
    /// Whether it contains no expressions.
    fileprivate var isStated: Bool {
        guard case .parts(let parts) = self else { return true }
        return parts.allSatisfy { if case .expression = $0 { false } else { true } }
    }
}
