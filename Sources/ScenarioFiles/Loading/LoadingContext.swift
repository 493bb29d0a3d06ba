import Scenarios

/// What the readers of one scenario share: where errors go, the names it defines, its folder and what it needs.
final class LoadingContext {
    let file: SourceFile
    let folder: ScenarioFileAccess
    private let environment: [String: String?]
    var variables = VariableTable()
    /// The ids of steps and parallel blocks; none before `steps` is read.
    var stepNames = StepNames()
    /// The steps whose connection a request matcher asks for.
    var connectionSteps: Set<Int> = []
    /// Where a `Content-Length` stands that a response was found not to fit; all responses share one that defaults give.
    var misfitLengths: Set<Position> = []
    /// Where requests stand in which something is wrong: nobody knows which requests were meant.
    var misreadRequests: Set<Position> = []
    /// What request matchers, captures and templates look at.
    var needs: RequestNeeds = []
    /// Uses of `request.path.NAME` in a position where the path was not known yet.
    var pendingParameters: [(name: String, position: Position)] = []
    /// What stands before every path.
    var basePath: PathTemplate?
    var diagnostics = Diagnostics()
    /// By the path's bytes: names that Unicode takes for the same can be two files.
    private var bodies: [[UInt8]: FileBody] = [:]

    init(file: SourceFile, folder: ScenarioFileAccess, environment: [String: String?]) {
        self.file = file
        self.folder = folder
        self.environment = environment
    }

    func error(_ message: String, at position: Position) {
        diagnostics.error(at: position, message)
    }

    func warning(_ message: String, at position: Position) {
        diagnostics.warning(at: position, message)
    }

    // MARK: The environment

    func allowsEnvironment(_ name: String) -> Bool { environment.keys.contains(name) }

    func environmentValue(of name: String) -> String? { environment[name] ?? nil }

    // MARK: Files

    /// A body file, opened once however many responses send it.
    func body(at path: String) throws(ScenarioFileAccess.AccessError) -> FileBody {
        let key = Array(path.utf8)
        if let body = bodies[key] { return body }
        let body = try folder.body(at: path)
        bodies[key] = body
        return body
    }

    // MARK: Path parameters

    static func missingParameter(_ name: String, among parameters: Set<String>, of rule: String? = nil) -> String {
        "the path of \(rule.map { "\"\($0)\"" } ?? "the request") has no {\(name)}\(Nearest.hint(for: name, among: parameters.sorted()))"
    }

    /// Runs `read`, whose templates may name parameters of a path that is known only afterwards.
    func checkingParameters<Value>(_ read: () -> Value, parameters: (Value) -> Set<String>) -> Value {
        let outer = pendingParameters
        pendingParameters = []
        let value = read()
        if !pendingParameters.isEmpty {
            let known = parameters(value)
            for (name, position) in pendingParameters where !known.contains(name) {
                error(Self.missingParameter(name, among: known), at: position)
            }
        }
        pendingParameters = outer
        return value
    }
}
