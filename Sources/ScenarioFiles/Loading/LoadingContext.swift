import Scenarios

/// State shared by the readers of one scenario: diagnostics, the names it defines, its folder and its needs.
final class LoadingContext {
    let file: SourceFile
    let folder: ScenarioFileAccess
    private let environment: [String: String?]
    var variables = VariableTable()
    /// The ids of steps and parallel blocks; empty before `steps` is read.
    var stepNames = StepNames()
    /// The steps whose connection a request matcher refers to.
    var connectionSteps: Set<Int> = []
    /// Positions of a `Content-Length` already reported as wrong; all responses share one that comes from defaults.
    var contradictoryLengths: Set<Position> = []
    /// Positions of requests that contain an error; which requests they mean is unknown.
    var misreadRequests: Set<Position> = []
    /// The parts of a request that matchers, captures and templates read.
    var needs: RequestNeeds = []
    /// Uses of `request.path.NAME` that were read before the path was known.
    var pendingParameters: [(name: String, position: Position)] = []
    /// The prefix of every path.
    var basePath: PathTemplate?
    var diagnostics = Diagnostics()
    /// Body files by the path's bytes: names that are equal in Unicode can be two files.
    private var bodies: [[UInt8]: FileBody] = [:]

    private var responses = 0

    /// Counts one more response of the scenario.
    func nextResponseIndex() -> Int {
        defer { responses += 1 }
        return responses
    }

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

    /// A body file, opened once even if several responses send it.
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

    /// Runs `read`, whose templates may name parameters of a path that is known only after it.
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
