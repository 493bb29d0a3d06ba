import SwiftSyntax

/// Collects the mutations of one source. Some of them will not compile: only the compiler knows the types.
final class MutationFinder: SyntaxVisitor {
    private(set) var mutations: [Mutation] = []

    init() { super.init(viewMode: .sourceAccurate) }

    // MARK: - Conditions

    override func visit(_ node: ConditionElementSyntax) -> SyntaxVisitorContinueKind {
        if case .expression(let condition) = node.condition { add(.negatedCondition, .not, condition) }
        return .visitChildren
    }

    override func visit(_ node: TernaryExprSyntax) -> SyntaxVisitorContinueKind {
        add(.negatedCondition, .not, node.condition)
        return .visitChildren
    }

    override func visit(_ node: WhereClauseSyntax) -> SyntaxVisitorContinueKind {
        add(.negatedCondition, .not, node.condition)
        return .visitChildren
    }

    override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
        let others = [
            "&&": "||", "||": "&&", "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==",
        ]
        let operation = node.operator.trimmedDescription
        // `==` as `!=` is the negation, which may be there already.
        if let other = others[operation], !(["==", "!="].contains(operation) && isReplaced(node)) {
            add(
                .negatedCondition, .alternative, node,
                alternative: "\(node.leftOperand.trimmed) \(other) \(node.rightOperand.trimmed)")
        }
        if let other = ["+": "-", "-": "+"][operation], !"\(node)".contains(where: { "\"[".contains($0) }) {
            add(
                .swappedCalls, .alternative, node,
                alternative: "\(node.leftOperand.trimmed) \(other) \(node.rightOperand.trimmed)")
        }
        return .visitChildren
    }

    // MARK: - Returned values

    override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
        if let value = node.expression, let type = returnedType(around: Syntax(node)) { addReturned(value, type) }
        return .visitChildren
    }

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
        if let type = node.signature.returnClause?.type { addOnly(node.body?.statements, type) }
        return .visitChildren
    }

    override func visit(_ node: AccessorBlockSyntax) -> SyntaxVisitorContinueKind {
        if case .getter(let statements) = node.accessors, let type = returnedType(around: Syntax(node)) {
            addOnly(statements, type)
        }
        return .visitChildren
    }

    override func visit(_ node: AccessorDeclSyntax) -> SyntaxVisitorContinueKind {
        if node.accessorSpecifier.tokenKind == .keyword(.get), let type = returnedType(around: Syntax(node)) {
            addOnly(node.body?.statements, type)
        }
        return .visitChildren
    }

    /// What the function or property around a node returns. What a closure returns is not written down.
    private func returnedType(around node: Syntax) -> TypeSyntax? {
        if let function = node.as(FunctionDeclSyntax.self) { return function.signature.returnClause?.type }
        if let member = node.as(SubscriptDeclSyntax.self) { return member.returnClause.type }
        if let binding = node.as(PatternBindingSyntax.self), binding.accessorBlock != nil {
            return binding.typeAnnotation?.type
        }
        return node.is(ClosureExprSyntax.self) ? nil : node.parent.flatMap(returnedType)
    }

    private func addOnly(_ statements: CodeBlockItemListSyntax?, _ type: TypeSyntax) {
        guard let statements, statements.count == 1, let only = statements.first?.item else { return }
        if case .expr(let value) = only {
            addReturned(value, type)
        } else if case .stmt(let statement) = only, let branches = statement.as(ExpressionStmtSyntax.self) {
            // An expression of branches is written as a statement.
            addReturned(branches.expression, type)
        }
    }

    /// The types of which the runtime knows another value.
    private static let replaceable: Set<String> = [
        "Bool", "Data", "Date", "Double", "Duration", "HTTPHeaders", "Int", "Set", "String", "TimeInterval", "UInt64",
        "UInt8", "URL",
    ]

    private func addReturned(_ value: ExprSyntax, _ type: TypeSyntax) {
        let value = value.awaited
        if let chosen = value.as(IfExprSyntax.self) {
            addOnly(chosen.body.statements, type)
            if case .codeBlock(let block)? = chosen.elseBody {
                addOnly(block.statements, type)
            } else if case .ifExpr(let next)? = chosen.elseBody {
                addReturned(ExprSyntax(next), type)
            }
        } else if let chosen = value.as(SwitchExprSyntax.self) {
            for case .switchCase(let branch) in chosen.cases { addOnly(branch.statements, type) }
        } else if !value.is(ClosureExprSyntax.self), !value.is(NilLiteralExprSyntax.self), isReplaceable(type) {
            add(.returnedValue, .value, value)
        }
    }

    private func isReplaceable(_ type: TypeSyntax) -> Bool {
        if let named = type.as(IdentifierTypeSyntax.self) { return Self.replaceable.contains(named.name.text) }
        return type.is(OptionalTypeSyntax.self) || type.is(ArrayTypeSyntax.self) || type.is(DictionaryTypeSyntax.self)
    }

    /// Whether another change than an alternative makes a value the other one already.
    private func isReplaced(_ node: some SyntaxProtocol) -> Bool {
        mutations.contains { [.not, .value].contains($0.form) && $0.start == node.start && $0.end == node.end }
    }

    // MARK: - Statements

    override func visit(_ node: CodeBlockItemListSyntax) -> SyntaxVisitorContinueKind {
        let items = Array(node)
        // The only expression of a function is what it returns.
        if let only = items.first?.item, items.count == 1,
            mutations.contains(where: { $0.form == .value && $0.start >= only.start && $0.end == only.end })
        {
            return .visitChildren
        }
        for (index, item) in items.enumerated() where isEffect(item) {
            if isOptional(item.item) { add(.removedStatement, .remove, item.item) }
            guard index + 1 < items.count, isEffect(items[index + 1]) else { continue }
            let next = items[index + 1].item
            if item.item.trimmedDescription == next.trimmedDescription { continue }
            if let one = Assignment(item.item), let other = Assignment(next), one.isApart(from: other) { continue }
            mutations.append(
                Mutation(
                    kind: .swappedCalls, form: .swap, start: item.item.start, end: next.end, firstEnd: item.item.end,
                    secondStart: next.start))
        }
        return .visitChildren
    }

    /// Whether a statement is an expression that is evaluated for what it does. Capacity only saves time, and a hash may
    /// leave out parts and take them in any order.
    private func isEffect(_ item: CodeBlockItemSyntax) -> Bool {
        guard case .expr(let expression) = item.item else { return false }
        if expression.is(InfixOperatorExprSyntax.self) { return Assignment(item.item) != nil }
        guard let call = expression.awaited.as(FunctionCallExprSyntax.self) else { return false }
        let member = call.calledExpression.as(MemberAccessExprSyntax.self)
        return member?.declName.baseName.text != "reserveCapacity" && member?.base?.trimmedDescription != "hasher"
    }

    /// Whether a source may compile without a statement: an initializer must set each member, and a closure whose only
    /// expression makes a value returns it.
    private func isOptional(_ item: CodeBlockItemSyntax.Item) -> Bool {
        guard case .expr(let expression) = item else { return true }
        if let call = expression.as(FunctionCallExprSyntax.self) {
            if let made = call.calledExpression.as(DeclReferenceExprSyntax.self) {
                return made.baseName.text.first?.isLowercase == true
            }
            let member = call.calledExpression.as(MemberAccessExprSyntax.self)
            return member?.base != nil && member?.declName.baseName.tokenKind != .keyword(.`init`)
        }
        var parent = expression.parent
        while let around = parent, !around.is(ClosureExprSyntax.self), !around.is(FunctionDeclSyntax.self) {
            if around.is(InitializerDeclSyntax.self) { return false }
            parent = around.parent
        }
        return true
    }

    // MARK: - Constants

    override func visit(_ node: IntegerLiteralExprSyntax) -> SyntaxVisitorContinueKind {
        if !isReplaced(node) { add(.changedConstant, .number, node) }
        return .skipChildren
    }

    override func visit(_ node: BooleanLiteralExprSyntax) -> SyntaxVisitorContinueKind {
        if !isReplaced(node) { add(.changedConstant, .flag, node) }
        return .skipChildren
    }

    override func visit(_ node: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind {
        if node.segments.allSatisfy({ $0.is(StringSegmentSyntax.self) }), node.openingQuote.text == "\"" {
            add(.changedConstant, .text, node)
        }
        return .visitChildren
    }

    // MARK: - Calls

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        if let called = node.calledExpression.as(MemberAccessExprSyntax.self) {
            addOther(than: called, in: ExprSyntax(node))
            if let other = ["contains": "allSatisfy", "allSatisfy": "contains"][called.declName.baseName.text],
                node.arguments.isEmpty
            {
                add(.swappedCalls, .alternative, node, alternative: node.replacing(called.declName.baseName, by: other))
            }
        }
        let arguments = Array(node.arguments)
        let function = node.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName
        if let function, let other = ["min": "max", "max": "min"][function.text] {
            // Its arguments in the other order would change nothing.
            add(.swappedCalls, .alternative, node, alternative: node.replacing(function, by: other))
        } else if arguments.count == 2 {
            let (left, right) = (arguments[0].expression, arguments[1].expression)
            let swapped = node.replacing(left, by: right, and: right, by: left)
            // Those of other kinds have other types.
            if left.kind == right.kind, !"\(node)".contains(".self"), !node.calledExpression.is(PatternExprSyntax.self),
                left.trimmedDescription != right.trimmedDescription
            {
                add(.swappedCalls, .alternative, node, alternative: swapped)
            }
        }
        return .visitChildren
    }

    override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
        if node.parent?.is(FunctionCallExprSyntax.self) != true { addOther(than: node, in: ExprSyntax(node)) }
        return .visitChildren
    }

    private static let others: [String: String] = {
        let pairs = [
            ("first", "last"), ("hasPrefix", "hasSuffix"), ("min", "max"), ("lowercased", "uppercased"),
            ("prefix", "suffix"), ("dropFirst", "dropLast"), ("removeFirst", "removeLast"),
            ("startIndex", "endIndex"), ("union", "intersection"), ("lowerBound", "upperBound"),
        ]
        return Dictionary(pairs + pairs.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    }()

    private func addOther(than member: MemberAccessExprSyntax, in expression: ExprSyntax) {
        let name = member.declName.baseName
        guard let other = Self.others[name.text], member.base != nil else { return }
        add(.swappedCalls, .alternative, expression, alternative: expression.replacing(name, by: other))
    }

    // MARK: - What stays

    override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: EnumCaseDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

    /// What stands in a condition may not be compiled here. The sources on Combine do, each in one as a whole.
    override func visit(_ node: IfConfigClauseSyntax) -> SyntaxVisitorContinueKind {
        if node.condition?.trimmedDescription == "canImport(Combine) || Combine", let elements = node.elements {
            walk(elements)
        }
        return .skipChildren
    }

    private func add(
        _ kind: Mutation.Kind, _ form: Mutation.Form, _ node: some SyntaxProtocol, alternative: String? = nil
    ) {
        mutations.append(
            Mutation(kind: kind, form: form, start: node.start, end: node.end, alternative: alternative))
    }
}
