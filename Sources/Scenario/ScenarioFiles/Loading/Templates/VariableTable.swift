import Scenarios

/// The names that a scenario defines. All are collected before any template is read, since a use may precede a capture.
struct VariableTable {
    struct Definition {
        let name: String
        /// The position of the name.
        let position: Position
        /// The step or stub that sets the variable; nil for `vars`.
        let definedBy: String?
        /// Its index among `vars`, which are evaluated in order.
        let order: Int?
        /// Whether a capture sets it; such a variable should be used somewhere.
        let isCapture: Bool
        var isUsed = false
    }

    enum LookUp {
        case found(Int)
        /// The name is defined but has no value here, for this reason.
        case later(String)
        case unknown
    }

    private(set) var definitions: [Definition] = []
    private var indexByName: [String: Int] = [:]
    /// The index of the entry of `vars` that is being read. It sees only earlier ones.
    var reading = Int.max

    /// Adds a name; its first definition stays.
    mutating func define(_ definition: Definition) {
        guard definition.name.isName, indexByName[definition.name] == nil else { return }
        indexByName[definition.name] = definitions.count
        definitions.append(definition)
    }

    func index(of name: String) -> Int? { indexByName[name] }

    mutating func use(_ index: Int) { definitions[index].isUsed = true }

    func lookUp(_ name: String, in context: TemplateContext.Usage) -> LookUp {
        guard let index = indexByName[name] else { return .unknown }
        guard context == .vars else { return .found(index) }
        let definition = definitions[index]
        guard let order = definition.order else {
            let origin = definition.definedBy.map { " by \"\($0)\"" } ?? ""
            return .later(
                "\"\(name)\" is set only later\(origin), after vars are evaluated; write {{\(name)}} where it is used")
        }
        if order < reading { return .found(index) }
        return .later(
            order == reading
                ? "\"\(name)\" can't be made from itself; write its value, or name another variable"
                : "\"\(name)\" is defined only below; vars are evaluated in order, so move \(name) up")
    }

    /// Names with a meaning in every template, which can't be variables.
    static let builtIn = [
        "request", "count", "uuid", "random", "now", "env", "server", "true", "false", "null",
    ]

    /// What such a name means.
    static func meaning(ofBuiltIn name: String) -> String {
        switch name {
        case "request": "the request that is responded to"
        case "count": "how many requests the step has taken"
        case "uuid": "a random UUID"
        case "random": "a random value, like random.int(1, 6)"
        case "now": "the time"
        case "env": "the environment, like env.HOME"
        case "server": "the server, like server.url"
        default: "the value \(name)"
        }
    }

    var variables: [Variable] {
        definitions.map { Variable(name: $0.name, position: $0.position, definedBy: $0.definedBy) }
    }
}
