import SwiftSyntax

/// A statement that sets something: by an assignment, perhaps with an operation, or by removing all elements.
struct Assignment {
    let target: String
    let value: ExprSyntax?
    private let node: Syntax

    init?(_ item: CodeBlockItemSyntax.Item) {
        guard case .expr(let expression) = item else { return nil }
        node = Syntax(expression)
        if let operation = expression.as(InfixOperatorExprSyntax.self) {
            let isKnown =
                operation.operator.is(AssignmentExprSyntax.self)
                || ["+=", "-=", "&+=", "^="].contains(operation.operator.trimmedDescription)
            guard isKnown else { return nil }
            target = operation.leftOperand.trimmedDescription
            value = operation.rightOperand
        } else if let call = expression.as(FunctionCallExprSyntax.self), call.arguments.isEmpty,
            call.trailingClosure == nil, let member = call.calledExpression.as(MemberAccessExprSyntax.self),
            member.declName.baseName.text == "removeAll", let base = member.base
        {
            target = base.trimmedDescription
            value = nil
        } else {
            return nil
        }
    }

    /// Whether this and another assignment do the same in either order: they set different members, to values that
    /// neither name the other member nor make a call which could reach it.
    func isApart(from other: Assignment) -> Bool {
        member != other.member && !names(other) && !other.names(self) && isQuiet && other.isQuiet
            && !(target + other.target).contains { "[(?".contains($0) }
    }

    private var member: Substring { target.split(separator: ".").last ?? "" }

    private func names(_ other: Assignment) -> Bool {
        value?.tokens(viewMode: .sourceAccurate).contains { $0.text == other.member } == true
    }

    /// A closure is only stored. Calls of others can't reach the members of a structure that is being changed; what they
    /// throw is seen before the other assignment, unless this is an initializer.
    private var isQuiet: Bool {
        guard let value, !value.is(ClosureExprSyntax.self) else { return true }
        var calls = false
        var throwsError = false
        for token in value.tokens(viewMode: .sourceAccurate) {
            if token.tokenKind == .leftParen || token.tokenKind == .leftBrace { calls = true }
            if token.tokenKind == .keyword(.try) || token.tokenKind == .keyword(.await) { throwsError = true }
        }
        if !calls { return true }
        var around = node.parent
        while let node = around {
            if node.is(InitializerDeclSyntax.self) { throwsError = false }
            if node.is(StructDeclSyntax.self) { return !throwsError }
            if node.is(ClassDeclSyntax.self) || node.is(ActorDeclSyntax.self) || node.is(ExtensionDeclSyntax.self) {
                return false
            }
            around = node.parent
        }
        return false
    }
}

extension ExprSyntax {
    /// The expression behind `try` and `await`.
    var awaited: ExprSyntax {
        if let attempt = self.as(TryExprSyntax.self) { return attempt.expression.awaited }
        if let call = self.as(AwaitExprSyntax.self) { return call.expression.awaited }
        return self
    }
}
