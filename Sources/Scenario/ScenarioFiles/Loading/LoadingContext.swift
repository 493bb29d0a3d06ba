import ContentCompression
import Scenarios
import TextCoding

/// State shared by the readers of one scenario: diagnostics, the names it defines, its folder and its needs.
final class LoadingContext {
    let file: SourceFile
    /// The scenario's folder, which no file may leave; nil for a scenario that was given as text.
    private let folder: ScenarioFileAccess?
    /// The folders of included files relative to the scenario's, by the files' shown paths.
    private var subfolders: [String: [Substring]] = [:]
    /// The included files, and the documents of added stubs, for the errors of their notation.
    private(set) var documents: [Document] = []
    private let environment: [String: String?]
    /// The values of `vars` that were given from outside, by name.
    let givenVariables: [String: String]
    private let blamesFileForVariables: Bool
    private let folderAdvice: String
    /// Whether responses are kept.
    let keepsResponses: Bool
    /// What is wrong with the names of `givenVariables`.
    private(set) var variableProblems: [String] = []
    let addedStubs: [AddedStubs]
    /// The scenario's own stubs, if its document is without them.
    var separateStubs: [Node]?
    var variables = VariableTable()
    /// The ids of steps and parallel blocks; empty before `steps` is read.
    var stepNames = StepNames()
    /// The steps whose connection a request matcher refers to.
    var connectionSteps: Set<Int> = []
    /// Positions of a `Content-Length` already reported as wrong; all responses share one that comes from defaults.
    var contradictoryLengths: Set<Position> = []
    /// Positions of values of defaults already reported because a step can't carry them.
    var foreignDefaults: Set<Position> = []
    /// Positions of requests that contain an error; which requests they mean is unknown.
    var misreadRequests: Set<Position> = []
    /// The parts of a request that matchers, captures and templates read.
    var needs: RequestNeeds = []
    /// Uses of `request.path.NAME` that were read before the path was known.
    var pendingParameters: [(name: String, position: Position)] = []
    /// The prefix of every path.
    var basePath: PathTemplate?
    /// The scenario's JSON Schemas.
    let schemas = SchemaCatalog()
    var diagnostics = Diagnostics()
    /// The work left for suggesting names of the scenario.
    var suggestionWork = SuggestionWork()
    /// Body files by the path's bytes: names that are equal in Unicode can be two files.
    private var bodies: [[UInt8]: FileBody] = [:]
    /// Compressed body files by the coding's name and the path's bytes.
    private var encodedBodies: [[UInt8]: FileBody] = [:]

    /// A list of each method alone, which the requests of all rules share.
    private var methodLists: [String: [String]] = [:]
    private var responses = 0
    /// The kind of the rule that is being read; nil outside of rules.
    var rule: RuleNoun?

    /// The rule that is being read, in messages.
    var ruleInWords: String { rule.map { "the \($0.rawValue)" } ?? "a step" }

    /// The list of this method alone.
    func methodList(_ method: String) -> [String] {
        if let list = methodLists[method] { return list }
        methodLists[method] = [method]
        return [method]
    }

    /// Counts one more response of the scenario.
    func nextResponseIndex() -> Int {
        defer { responses += 1 }
        return responses
    }

    init(file: SourceFile, folder: ScenarioFileAccess?, options: LoadOptions) {
        self.file = file
        self.folder = folder
        environment = options.environment
        givenVariables = options.variables
        blamesFileForVariables = options.blamesFileForVariables
        folderAdvice = options.folderAdvice
        keepsResponses = !options.isCheckOnly
        addedStubs = options.addedStubs
    }

    /// Reports an error. Where there are very many, the message is not made.
    func error(_ message: @autoclosure () -> String, at position: Position, site: UInt = #line) {
        let message = diagnostics.isFull ? "" : message()
        diagnostics.error(at: position, message, site: site)
    }

    /// Reports an error where a value is wanted.
    func refuse<Value>(_ message: @autoclosure () -> String, at position: Position, site: UInt = #line) -> Value? {
        error(message(), at: position, site: site)
        return nil
    }

    func warning(_ code: Diagnostic.Code, _ message: String, at position: Position) {
        diagnostics.warning(code, at: position, message)
    }

    /// Reports the names of given values that `vars`, with these names, lacks.
    func checkGivenVariables(among names: [String], at position: Position) {
        let given = GivenVariables(givenVariables)
        guard blamesFileForVariables else {
            variableProblems = given.problems(among: names) { "--var \($0): vars has no \"\($0)\"" }
            return
        }
        for message in given.problems(among: names) { error(message, at: position) }
    }

    /// Reports a value of `vars` that was given from outside.
    func reportGivenVariable(_ name: String, _ sentence: String, at position: Position) {
        if blamesFileForVariables {
            error("the value given for \"\(name)\" from outside: \(sentence)", at: position)
        } else {
            variableProblems.append("--var \(name): \(sentence)")
        }
    }

    /// Notes that a part of the request is read.
    func reading(_ part: RequestPart) -> RequestPart {
        needs.formUnion(part.needs)
        return part
    }

    // MARK: The environment

    func allowsEnvironment(_ name: String) -> Bool { environment.keys.contains(name) }

    func environmentValue(of name: String) -> String? { environment[name] ?? nil }

    // MARK: Files

    /// Notes an included file, whose path is relative to the scenario's folder.
    func add(_ document: Document, at path: String) {
        subfolders[document.file.path] = path.split(separator: "/").dropLast()
        documents.append(document)
    }

    /// Notes a document of added stubs.
    func add(_ document: Document) { documents.append(document) }

    /// The path of a file relative to the scenario's folder: the file is looked for beside the one that names it.
    func path(_ name: String, namedAt position: Position) -> String {
        guard var components = subfolders[position.path], !components.isEmpty, !name.hasPrefix("/") else { return name }
        for component in name.split(separator: "/") where component != "." {
            if component == "..", !components.isEmpty, components.last != ".." {
                components.removeLast()
            } else {
                components.append(component)
            }
        }
        return components.joined(separator: "/")
    }

    /// The path of a file, relative to the scenario's folder, as shown to people.
    func display(_ path: String) -> String { folder?.display(path) ?? path }

    /// All bytes of a file.
    ///
    /// - Parameter others: files that can't be meant, by their paths relative to the scenario's folder.
    func contents(
        of name: String, namedAt position: Position, limit: Int, insteadOf others: @autoclosure () -> [String]? = nil
    ) throws(ScenarioFileAccess.AccessError) -> [UInt8] {
        try access().contents(of: path(name, namedAt: position), limit: limit, insteadOf: others() ?? [fileName])
    }

    /// All bytes of a file whose path is relative to the scenario's folder.
    func contents(atPath path: String, limit: Int) throws(ScenarioFileAccess.AccessError) -> [UInt8] {
        try access().contents(of: path, limit: limit, insteadOf: [fileName])
    }

    /// A body file, opened once even if several responses send it.
    func body(at name: String, namedAt position: Position) throws(ScenarioFileAccess.AccessError) -> FileBody {
        let path = path(name, namedAt: position)
        let key = Array(path.utf8)
        if let body = bodies[key] { return body }
        let body = try access().body(at: path, insteadOf: [fileName])
        bodies[key] = body
        return body
    }

    /// A body file in a content coding, compressed once even if several responses send it.
    func body(
        at name: String, namedAt position: Position, encodedAs format: CompressionFormat
    ) throws(ScenarioFileAccess.AccessError) -> FileBody {
        let path = path(name, namedAt: position)
        let key = Array("\(format.rawValue) \(path)".utf8)
        if let body = encodedBodies[key] { return body }
        let bytes = try access().contents(of: path, limit: BodyReader.encodingLimit, insteadOf: [fileName])
        let body = FileBody(path: path, bytes: Compressor.compress(bytes, as: format), isEncoded: true)
        encodedBodies[key] = body
        return body
    }

    private func access() throws(ScenarioFileAccess.AccessError) -> ScenarioFileAccess {
        if let folder { return folder }
        throw ScenarioFileAccess.AccessError(
            reason: "can't be found: a scenario given as text has no folder; \(folderAdvice)")
    }

    // MARK: Path parameters

    func missingParameter(_ name: String, among parameters: Set<String>, of rule: String? = nil) -> String {
        let near = self.hint(for: name, among: parameters.sorted())
        let hint = near.isEmpty ? "; write {\(name)} in it for the segment that is meant" : near
        return "the path of \(rule.map { "\"\($0)\"" } ?? "the request") has no {\(name)}\(hint)"
    }

    /// Runs `read`, whose templates may name parameters of a path that is known only after it.
    func checkingParameters<Value>(_ read: () -> Value, parameters: (Value) -> Set<String>) -> Value {
        let outer = pendingParameters
        pendingParameters = []
        let value = read()
        if !pendingParameters.isEmpty {
            let known = parameters(value)
            for (name, position) in pendingParameters where !known.contains(name) {
                error(missingParameter(name, among: known), at: position)
            }
        }
        pendingParameters = outer
        return value
    }
}
