import ScenarioFiles
import Scenarios
import Testing

/// Each message says what to write instead; `DiagnosticVector` checks that for all it has. Here it is done once.
@Suite("Advice")
struct AdviceTests {
    private static let vectors: [DiagnosticVector] = [
        AdviceDiagnosticsTests.cases, BodyDiagnosticsTests.cases, ConnectionDiagnosticsTests.cases,
        CrossOriginDiagnosticsTests.cases, DocumentDiagnosticsTests.cases, ShapeAdviceTests.cases,
        ForeignTemplatesTests.places, HTTP2DiagnosticsTests.cases, JSONConditionDiagnosticsTests.cases,
        LiteralPathTests.cases, MatcherDiagnosticsTests.cases, NewcomerMistakesTests.cases,
        RequestDiagnosticsTests.cases,
        ResponseDiagnosticsTests.cases, SlipsTests.cases, StepDiagnosticsTests.cases, TemplateDiagnosticsTests.cases,
        TimingDiagnosticsTests.cases, TrapDiagnosticsTests.cases,
    ].flatMap { $0 }

    /// Advice that a machine can't put in place, by how the message begins.
    private static let notMechanical: [(start: String, reason: String)] = [
        ("this is version 1 of the format", "the file has nothing to play either"),
        ("the version of the format is missing", "the file has nothing to play either"),
        ("base_path begins with /", "the file has nothing to play either"),
        ("vars is a map of names and values", "the file has nothing to play either"),
        ("a space belongs after the colon in line", "it is about the line before"),
        ("\"99999999", "it says to write less, not how much"), ("\"9999999d", "it says to write less, not how much"),
        ("times is at most", "it says to write less, not how much"),
        ("a SHA-256 digest", "it says where the value is from"),
        ("\"G(T\" is not a method", "it is about the whole request"),
        ("a status is a number: write 200 without", "the quotes are what is wrong"),
        ("cors is true or false: write true without", "the quotes are what is wrong"),
        ("hmac_sha256 takes a value", "its quotes would end those of YAML"),
        ("nothing defines \"idd\"", "it says what is taken then"), ("default takes a value", "it stands behind a |"),
        ("\"truncate\" happens at", "the response has no body to truncate"),
        ("\"1.0005KB\"", "it says why that is a number"), ("match() is always false", "it is about a part of a key"),
        ("CONNECT has no path", "it is a map in place of a text"),
        ("the short form has one method", "it is a map in place of a text"),
        ("the short form has no regular expression", "it is a map in place of a text"),
        ("unknown key \"text\" in raw", "it replaces the map around the key"),
        ("unknown key \"body\" in raw", "it replaces the map around the key"),
        ("unknown key \"status\" in raw", "it replaces the map around the key"),
    ]

    @Test("that names a text, put in place of what is wrong, leaves less wrong", arguments: vectors)
    func followed(_ vector: DiagnosticVector) throws {
        let folder = try BodyFolder()
        let file = FollowedAdvice(vector.text, path: vector.path)
        let before = file.problems(vector.text, in: folder.path)
        let options = LoadOptions(environment: ["HOME": "/root", "UNSET": nil], folder: folder.path)
        for diagnostic in Scenario.load(bytes: Array(vector.text.utf8), path: vector.path, options: options).diagnostics
        {
            guard let advice = FollowedAdvice.written(in: diagnostic.message), diagnostic.position.path == vector.path,
                !Self.notMechanical.contains(where: { diagnostic.message.hasPrefix($0.start) })
            else { continue }
            let (line, column) = (diagnostic.position.line, diagnostic.position.column)
            let isCured = file.files(with: advice, line: line, column: column)
                .contains { file.problems($0, in: folder.path) < before }
            #expect(isCured, "\(diagnostic)")
        }
    }

    @Test("is missing where a message only says what is wrong")
    func missing() {
        for message in ["the file is empty", "at_least is above at_most", "no step can be the first: a waits for b"] {
            #expect(!Advice.isGiven(in: message))
        }
        #expect(Advice.isGiven(in: "at_least is above at_most: write {at_least: 2, at_most: 3}"))
    }

    @Test("names a message's end alone as what is written")
    func written() {
        #expect(FollowedAdvice.written(in: "a is b: write {a: 1}") == "{a: 1}")
        #expect(FollowedAdvice.written(in: "a is b; write [a]") == "[a]")
        #expect(FollowedAdvice.written(in: "a is b; write a, or leave it out") == nil)
    }
}
