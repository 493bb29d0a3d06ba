public import ExactJSON
public import HTTPMessage
public struct RequestView: Sendable { public let request: Request; public let path: [UInt8] = []; public var parameters: [PathParameter] = []
  public init(_ request: Request, needs: RequestNeeds) { self.request = request } }
extension RequestPattern { public func match(_ view: RequestView, in scope: Scope) -> PatternMatch { .notMatched }
 public func mismatches(_ view: RequestView, in scope: Scope) -> [Mismatch] { [] }
 public func distance(_ view: RequestView, in scope: Scope) -> Int { 0 }
 public var literalPath: [UInt8]? { nil } }
extension Template { public func text(in: Scope) throws(EvaluationError) -> String { "" }
 public func bytes(in: Scope) throws(EvaluationError) -> [UInt8] { [] } }
extension JSONTemplate { public func evaluate(in: Scope) throws(EvaluationError) -> JSON { .null } }
extension ResponseTemplate { public var usesNow: Bool { false } }
public struct CaptureProblem: Error { public let sentence: String }
extension Capture { public func value(from: RequestView, in: Scope) -> Result<JSON, CaptureProblem> { .success(.null) } }
extension Guard { public func holds(in: Scope) -> Bool { true } }
extension JSONMatcher { public var summary: String { "" } }
extension JSONPath { public func covers(_ s: String) -> Bool { false } }
