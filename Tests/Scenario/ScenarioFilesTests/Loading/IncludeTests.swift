import ExactJSON
import Foundation
import HTTPMessage
import Testing

@testable import ScenarioFiles
@testable import Scenarios

@Suite("include")
struct IncludeTests {
    /// A folder with files, removed with this object.
    private final class Folder {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("mockserver-\(UUID())").path

        init(_ files: [String: String]) throws {
            for (name, text) in files {
                let file = URL(fileURLWithPath: "\(path)/\(name)")
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try text.write(to: file, atomically: true, encoding: .utf8)
            }
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        func load(_ options: LoadOptions = LoadOptions()) throws -> LoadedScenario {
            try Scenario.load(path: "\(path)/main.yaml", options: options)
        }

        /// The scenario, or its diagnostics as the error.
        func scenario(_ options: LoadOptions = LoadOptions()) throws -> Scenario { try load(options).get() }

        /// The diagnostics, a line each, without the folder.
        func diagnostics(_ options: LoadOptions = LoadOptions()) throws -> String {
            try load(options).diagnostics.map(\.description).joined(separator: "\n").replacing("\(path)/", with: "")
                .replacing(path, with: "FOLDER")
        }
    }

    private func text(_ body: ResponseTemplate.Body?) -> String? {
        switch body {
        case .text(let template): template.constant
        case .file(let file, _): file.bytes.map { String(decoding: $0, as: UTF8.self) }
        default: nil
        }
    }

    @Test("vars come in, the includer's last; a constant replaces one where that stood")
    func variables() throws {
        let folder = try Folder([
            "main.yaml": """
            mockserver: 1
            include: [a.yaml, b.yaml]
            vars: {host: main, own: "{{url}}!", from_b: "{{host}}"}
            stubs: [{request: GET /x, response: {text: "{{url}} {{own}} {{from_a}} {{from_b}} {{deep}}"}}]
            """,
            "a.yaml":
                "mockserver: 1\ninclude: [deep.yaml]\nvars: {host: a, url: 'http://{{host}}', from_a: a, from_b: a}",
            "b.yaml": "mockserver: 1\nvars: {from_a: b, from_b: b}",
            "deep.yaml": "mockserver: 1\nvars: {deep: deep, from_a: deep}",
        ])
        let scenario = try folder.scenario()
        let names = scenario.initialValues.map { scenario.variables[$0.variable].name }
        #expect(names == ["deep", "from_a", "host", "url", "own", "from_b"])
        let values = scenario.initialValues.map { $0.value.constant?.text() }
        #expect(values == [#""deep""#, #""b""#, #""main""#, nil, nil, nil])
        #expect(
            scenario.initialValues.map { $0.position.path.split(separator: "/").last } == [
                "deep.yaml", "b.yaml", "main.yaml", "a.yaml", "main.yaml", "main.yaml",
            ])
    }

    @Test("stubs come last, those of a later file before those of an earlier one, and keep their positions")
    func stubs() throws {
        let folder = try Folder([
            "main.yaml":
                "mockserver: 1\nbase_path: /v1\ninclude: [a.yaml, b.yaml]\nstubs: [{id: main, request: GET /x}]",
            "a.yaml": "mockserver: 1\ninclude: [c.yaml]\nstubs: [{id: a, request: GET /x}]",
            "b.yaml": "mockserver: 1\nstubs: [{id: b, request: GET /x}]",
            "c.yaml": "mockserver: 1\nstubs: [{id: c, request: GET /x}]",
        ])
        let scenario = try folder.scenario()
        #expect(scenario.stubs.map(\.id) == ["main", "b", "a", "c"])
        #expect(scenario.stubs.map(\.summary) == Array(repeating: "GET /v1/x", count: 4))
        #expect(scenario.stubs.map(\.position.line) == [4, 2, 3, 2])
    }

    @Test("defaults come in: of a response each key and each header, of the rest whole keys")
    func defaults() throws {
        let folder = try Folder([
            "main.yaml": """
            mockserver: 1
            include: [a.yaml]
            defaults: {response: {headers: {x-a: main}, text: main}}
            steps: [{request: GET /x}]
            """,
            "a.yaml": """
            mockserver: 1
            defaults:
              response: {headers: {X-A: a, X-B: b}, json: {a: 1}, delay: 1s}
              assert: {headers: {Accept: text/plain}}
              on_assert_failure: reject
            """,
        ])
        let rule = try folder.scenario().steps[0].rule
        let response = rule.responses[0]
        #expect(response.headers.map { "\($0.name): \($0.values[0].constant ?? "")" } == ["x-a: main", "X-B: b"])
        #expect(text(response.body) == "main")
        #expect(response.delay.headers == .fixed(.seconds(1)))
        #expect(rule.assertions.count == 1 && rule.onAssertFailure == .reject)
    }

    @Test("redact adds to what the included files redact, and none empties it")
    func redaction() throws {
        func redaction(_ main: String, _ a: String) throws -> Redaction {
            try Folder([
                "main.yaml": "mockserver: 1\ninclude: [a.yaml]\nredact: \(main)\nstubs: [{request: GET /x}]",
                "a.yaml": "mockserver: 1\nredact: \(a)",
            ]).scenario().redaction
        }
        let both = try redaction("[query.b]", "[X-Key, query.a]")
        #expect(both.headers == Redaction.standard.headers + ["x-key"] && both.query == ["a", "b"])
        #expect(try redaction("none", "[X-Key]") == Redaction())
        #expect(try redaction("[X-Key]", "none") == Redaction(headers: ["x-key"]))
    }

    @Test("a file is looked for beside the one that names it, but never outside the scenario's folder")
    func files() throws {
        let folder = try Folder([
            "main.yaml":
                "mockserver: 1\ninclude: [sub/a.yaml]\nstubs: [{request: GET /main, response: {file: body.txt}}]",
            "body.txt": "main", "sub/body.txt": "sub", "sub/b/body.txt": "b",
            "sub/a.yaml": """
            mockserver: 1
            include: [b/b.yaml]
            stubs: [{request: GET /a, response: {file: body.txt}}, {request: GET /up, response: {file: ../body.txt}}]
            """,
            "sub/b/b.yaml": "mockserver: 1\nstubs: [{request: GET /b, response: {file: body.txt}}]",
        ])
        #expect(try folder.scenario().stubs.map { text($0.responses[0].body) } == ["main", "sub", "main", "b"])
        let outside = try Folder([
            "main.yaml": "mockserver: 1\ninclude: [sub/a.yaml, ../x.yaml, /x.yaml]\nstubs: [{request: GET /main}]",
            "sub/a.yaml": "mockserver: 1\nstubs: [{request: GET /a, response: {file: ../../etc/passwd}}]",
        ])
        #expect(
            try outside.diagnostics() == """
                main.yaml:2:23: error: the file "../x.yaml" leaves the scenario's folder by ".."; copy it into the folder, or below it
                main.yaml:2:34: error: the file "/x.yaml" is an absolute path; copy the file into the scenario's folder, or below it, and write its path from there, like x.yaml
                sub/a.yaml:2:44: error: the file "../../etc/passwd" leaves the scenario's folder by ".."; copy it into the folder, or below it
                """)
    }

    @Test("an absolute path of a file in the folder is told from there")
    func absolute() throws {
        let folder = try Folder(["sub/a.json": "{}"])
        let text = "mockserver: 1\nstubs: [{request: GET /a, response: {file: \(folder.path)/sub/a.json}}]"
        let loaded = Scenario.load(
            bytes: Array(text.utf8), path: "s.yaml", options: LoadOptions(folder: folder.path))
        #expect(
            loaded.diagnostics.map(\.message) == [
                "the file \"\(folder.path)/sub/a.json\" is an absolute path; write its path from the scenario's folder: "
                    + "sub/a.json"
            ])
    }

    @Test("a file that two others include comes in once")
    func diamond() throws {
        let folder = try Folder([
            "main.yaml": "mockserver: 1\ninclude: [a.yaml, b.yaml]\nsteps: []",
            "a.yaml": "mockserver: 1\ninclude: [c.yaml]", "b.yaml": "mockserver: 1\ninclude: [c.yaml]",
            "c.yaml": "mockserver: 1\nstubs: [{request: GET /x}]",
        ])
        #expect(try folder.scenario().stubs.count == 1)
    }

    @Test("what is wrong in an included file is reported there")
    func errors() throws {
        let folder = try Folder([
            "main.yaml":
                "mockserver: 1\ninclude: [a.yaml, missing.yaml, list.yaml, broken.yaml]\nstubs: [{id: a, request: GET /x}]",
            "a.yaml":
                "mockserver: 1\nsteps: []\nseed: 1\nstub: []\ninclude: [main.yaml, a.yaml, b.yaml]\nstubs: [{id: a, request: GET x}]",
            "b.yaml": "include: a.yaml", "list.yaml": "[1]", "broken.yaml": "mockserver: 1\nvars: {a: [}",
        ])
        #expect(
            try folder.diagnostics() == """
                a.yaml:2:1: error: "steps" can't stand in an included file, which gives vars, defaults, stubs and redact; write it in the scenario that includes this one
                a.yaml:3:1: error: "seed" can't stand in an included file, which gives vars, defaults, stubs and redact; write it in the scenario that includes this one
                a.yaml:4:1: error: unknown key "stub" in an included file; did you mean "stubs"?
                a.yaml:5:11: error: a file can't include itself: main.yaml, which includes a.yaml, which includes main.yaml; leave it out
                a.yaml:5:22: error: a file can't include itself: a.yaml, which includes a.yaml; leave it out
                a.yaml:6:14: error: the id "a" is taken already, in main.yaml line 3; write another
                a.yaml:6:30: error: a path begins with /: write GET /x
                b.yaml:1:1: error: the version of the format is missing: write mockserver: 1
                b.yaml:1:10: error: include must be a list of files: write [a.yaml]
                broken.yaml:2:12: error: the [ in line 2, column 11 is never closed: write ] before }
                list.yaml:1:1: error: an included file is a map, not a list: write mockserver: 1 in its first line, and a list below stubs:
                main.yaml:2:19: error: the file "missing.yaml" does not exist in FOLDER; there are a.yaml, b.yaml, broken.yaml, list.yaml: name one of them or create the file
                """)
    }

    @Test("a scenario that is given as text has no folder")
    func withoutFolder() {
        let loaded = Scenario.load(
            bytes: Array("mockserver: 1\ninclude: [a.yaml]\nstubs: [{request: GET /x, response: {file: b}}]".utf8),
            path: "s.yaml")
        #expect(
            loaded.diagnostics.map(\.description) == [
                "s.yaml:2:11: error: the file \"a.yaml\" can't be found: a scenario given as text has no folder; name one in LoadOptions.folder",
                "s.yaml:3:44: error: the file \"b\" can't be found: a scenario given as text has no folder; name one in LoadOptions.folder",
            ])
    }

    @Test("variables can be given from outside, in the type that the file's value has")
    func given() throws {
        let folder = try Folder([
            "main.yaml":
                "mockserver: 1\ninclude: [a.yaml]\nvars: {n: 1, s: '1', b: true, t: '{{n}}'}\nstubs: [{request: GET /x}]",
            "a.yaml": "mockserver: 1\nvars: {inner: x}",
        ])
        let given = ["n": "2", "s": "3", "b": "false", "t": "4", "inner": "y"]
        let scenario = try folder.scenario(LoadOptions(variables: given))
        #expect(scenario.initialValues.map { $0.value.constant?.text() } == [#""y""#, "2", #""3""#, "false", #""4""#])
        #expect(try folder.scenario(LoadOptions(variables: ["n": "x"])).initialValues[1].value.constant == .string("x"))
        #expect(
            try folder.diagnostics(LoadOptions(variables: ["inne": "1"])) == """
                main.yaml:1:1: error: vars has no "inne", for which a value is given from outside; did you mean "inner"?
                """)
    }

    @Test("head: from_get has stubs for GET take HEAD")
    func head() throws {
        func methods(_ yaml: String) throws -> [[String]?] {
            try Scenario(yaml: "mockserver: 1\n" + yaml).stubs.map { stub in
                stub.request.conditions.compactMap { if case .method(let names) = $0.kind { names } else { nil } }.first
            }
        }
        let stubs =
            "stubs: [{request: GET /a}, {request: POST /b}, {request: /c}, {request: {method: [GET, PUT], path: /d}}]"
        #expect(try methods(stubs) == [["GET"], ["POST"], nil, ["GET", "PUT"]])
        #expect(
            try methods("defaults: {head: from_get}\n" + stubs)
                == [["GET", "HEAD"], ["POST"], nil, ["GET", "PUT", "HEAD"]])
        #expect(try methods("stubs: [{request: GET /a, head: from_get}]") == [["GET", "HEAD"]])
        let wrong = Scenario.load(
            bytes: Array(
                "mockserver: 1\ndefaults: {head: get}\nsteps: [{request: GET /a, head: from_get}]\nstubs: [{request: POST /a, head: from_get}]"
                    .utf8), path: "s.yaml")
        #expect(
            wrong.diagnostics.map(\.description) == [
                "s.yaml:2:18: error: head is from_get, not \"get\": write from_get",
                "s.yaml:3:27: error: unknown key \"head\" in a step; it goes with a stub; to take HEAD in a step, write request: "
                    + "{method: [GET, HEAD], path: /a}, or leave it out",
                "s.yaml:4:28: error: head: from_get goes with a stub for GET; this one takes POST, so leave it out",
            ])
    }

    @Test("schemas refer to each other by $id, wherever they stand; what has none is looked for as a file")
    func schemas() throws {
        let folder = try Folder([
            "main.yaml": """
            mockserver: 1
            include: [more/stubs.yaml]
            stubs:
              - {request: /a, assert: {json_schema: {$ref: "https://example.com/id"}}}
              - {request: /b, assert: {json_schema: {$ref: "https://example.com/inline#/$defs/n"}}}
              - {request: /c, assert: {json_schema: {$ref: "https://example.com/none"}}}
              - {request: /d, assert: {all_of: [{json_schema: {file: order.json}}]}}
              - {request: /e, assert: {json_schema: {$ref: beside.json}}}
            """,
            "more/stubs.yaml": """
            mockserver: 1
            stubs:
              - {request: /f, assert: {json_schema: {file: id.json}}}
              - {request: /g, assert: {json_schema: {$id: "https://example.com/inline", $defs: {n: {type: integer}}}}}
            """,
            "more/id.json": #"{"$id": "https://example.com/id", "type": "integer"}"#,
            "order.json": #"{"$id": "https://example.com/order", "properties": {"id": {"$ref": "id"}}}"#,
            "beside.json": #"{"type": "string"}"#,
        ])
        #expect(
            try folder.diagnostics() == """
                main.yaml:6:42: error: there is no schema with the URI https://example.com/none; nothing is downloaded: save the schema beside the scenario and write $ref: none.json, or write $id: https://example.com/none in a json_schema of the scenario
                """)
    }

    @Test("a schema within another is found by its $id, and has its own base; an $id of two schemas is ambiguous")
    func nestedSchemas() throws {
        let folder = try Folder([
            "main.yaml": """
            mockserver: 1
            stubs:
              - {request: /a, assert: {json_schema: {file: shop.json}}}
              - {request: /b, assert: {json_schema: {$ref: "https://example.com/parts/item"}}}
              - {request: /c, assert: {json_schema: {$ref: "https://example.com/parts/data"}}}
              - {request: /d, assert: {json_schema: {$id: "https://example.com/twice", type: string}}}
              - {request: /e, assert: {json_schema: {$id: "https://example.com/twice", type: integer}}}
              - {request: /f, assert: {json_schema: {$ref: "https://example.com/twice"}}}
            """,
            "shop.json": """
            {"$id": "https://example.com/shop", "default": {"$id": "parts/data"}, "$defs": {
                "item": {"$id": "parts/item", "items": {"$ref": "price"}},
                "price": {"$id": "parts/price", "type": "number"}}}
            """,
        ])
        #expect(
            try folder.diagnostics() == """
                main.yaml:5:42: error: there is no schema with the URI https://example.com/parts/data; nothing is downloaded: save the schema beside the scenario and write $ref: data.json, or write $id: https://example.com/parts/data in a json_schema of the scenario
                main.yaml:8:42: error: https://example.com/twice is ambiguous: different schemas of the scenario have this $id; give one of them a different $id
                """)
    }
}
