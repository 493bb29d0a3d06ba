import HTTPTypes
import ScenarioBuilder

/// A row of the page of the format, written both ways: its own example in a file, and the same in Swift.
struct BuiltCase: Sendable, CustomStringConvertible {
    /// The section and the key of its row.
    let title: String
    let row: String
    /// The file, with `@` for the row's example.
    let file: String
    let document: ScenarioDocument

    var description: String { "\(title): \(row)" }

    init(_ title: String, _ row: String, whole file: String, _ document: ScenarioDocument) {
        self.title = title
        self.row = row
        self.file = file
        self.document = document
    }

    /// A row below the file's first line.
    init(_ title: String, _ row: String, file: String, _ document: ScenarioDocument) {
        self.init(title, row, whole: "mockserver: 1\n" + file, document)
    }

    /// A row whose scenario is named `s`; `lines` are those of the file below its name.
    init(
        _ title: String, _ row: String, _ lines: String, @ScenarioContentBuilder _ content: () -> [any ScenarioContent]
    ) {
        self.init(title, row, file: "name: s\n" + lines, ScenarioDocument("s", content))
    }

    static let all: [BuiltCase] = [
        scenarios, scenarioWords, rules, ruleParts, expectations, requests, bodies, operators, jsonOperators,
        responses, responseParts, faults, frames,
    ].flatMap { $0 }
}

// The usual place of a section's rows.
extension BuiltCase {
    /// A row of what `request` says.
    static func request(
        _ row: String, of title: String = "Request", in lines: String = "request:\n      @", _ condition: Condition
    ) -> BuiltCase {
        BuiltCase(title, row, "stubs:\n  - \(lines)") { Stub(condition) }
    }

    /// A row of what a part of a multipart body is.
    static func part(_ row: String, _ part: Part) -> BuiltCase {
        BuiltCase("Part", row, "stubs: [{request: {multipart: [{@}]}}]") { Stub(.multipart([part])) }
    }

    /// A row of the operators on texts.
    static func text(_ row: String, _ value: some ValueExpectation) -> BuiltCase {
        BuiltCase("Operators", row, "stubs: [{request: {headers: {X-Id: @}}}]") { Stub(.header("X-Id", value)) }
    }

    /// A row of the operators in JSON.
    static func json(_ row: String, _ value: JSONValue) -> BuiltCase {
        BuiltCase("Operators in JSON", row, "stubs: [{request: {json: @}}]") { Stub(.json(["a": value])) }
    }

    /// A row of a length.
    static func length(_ row: String, _ count: Count) -> BuiltCase {
        BuiltCase("Length", row, "stubs: [{request: {body: {@}}}]") { Stub(.body(.length(count))) }
    }

    /// A row of a step.
    static func step(
        _ row: String, of title: String = "Step", in lines: String = "{request: GET /a, @}", _ step: Step
    ) -> BuiltCase {
        BuiltCase(title, row, "steps: [\(lines)]") { step }
    }

    /// A row of a response.
    static func response(
        _ row: String, of title: String = "Response", in keys: String = "@", _ response: Response
    ) -> BuiltCase {
        BuiltCase(title, row, "stubs: [{request: GET /a, response: {\(keys)}}]") {
            Stub(.get, "/a").respond(response)
        }
    }

    /// A row of something that breaks a response with a body.
    static func fault(_ row: String, of title: String, in keys: String, _ fault: Fault) -> BuiltCase {
        response(row, of: title, in: "text: hello, " + keys, Response().text("hello").fault(fault))
    }

    /// A row of what HTTP/2 frames say.
    static func frames(_ row: String, of title: String, in keys: String = "@", _ frames: HTTP2Frames) -> BuiltCase {
        response(row, of: title, in: keys, Response().h2(frames))
    }
}
