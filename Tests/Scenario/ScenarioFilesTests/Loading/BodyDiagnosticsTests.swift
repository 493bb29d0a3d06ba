import ScenarioFiles
import Scenarios
import Testing

@Suite("What is wrong in what is wanted of credentials and bodies")
struct BodyDiagnosticsTests {
    @Test("is reported whole, at its line and column", arguments: Self.cases)
    func diagnostics(_ vector: DiagnosticVector) throws {
        try vector.check()
    }

    private static func vector(_ name: String, _ keys: String, _ expected: String) -> DiagnosticVector {
        DiagnosticVector(name, "mockserver: 1\nsteps:\n- request: POST /a\n  assert:\n    \(keys)\n", expected)
    }

    static let cases: [DiagnosticVector] = [
        vector("credentials", "basic: {user: a, password: 'b:c'}", ""),
        vector(
            "a text for credentials", "basic: alice",
            "s.yaml:5:12: error: basic is a map like {user: alice, password: secret}, not text; write {user: alice, password: …}"
        ),
        vector(
            "no credentials", "basic: {}",
            "s.yaml:5:12: error: basic is empty: write {user: alice, password: secret}"),
        vector(
            "an unknown key of credentials", "basic: {usr: a}",
            #"s.yaml:5:13: error: unknown key "usr" in basic; did you mean "user"?"#),
        vector(
            "a colon in a user", "basic: {user: 'a:b'}",
            "s.yaml:5:19: error: a user name can't hold a colon: the first one ends it (RFC 7617, section 2); write what follows it as password"
        ),
        vector("base64", "base64: aGk=", ""),
        vector(
            "not base64", "base64: aGk",
            #"s.yaml:5:13: error: "aGk" is not base64: write A-Z, a-z, 0-9, + and /, with = at the end to make the number of characters a multiple of 4"#
        ),
        vector("a file", "file: a.json", ""),
        vector(
            "no such file", "file: b.json",
            #"s.yaml:5:11: error: the file "b.json" does not exist in FOLDER; there are a.json, in.gz, in.json, out.txt, t.txt: name one of them or create the file"#
        ),
        vector(
            "a file with another extension", "file: sub/b.text",
            #"s.yaml:5:11: error: the file "sub/b.text" does not exist; did you mean "sub/b.txt"?"#),
        vector(
            "a file outside", "file: ../a.json",
            #"s.yaml:5:11: error: the file "../a.json" leaves the scenario's folder by ".."; copy it into the folder, or below it"#
        ),
        vector("facts", "body: {length: {lte: 5MiB, gt: 1.5KB}, empty: false, sha256: {present: true}}", ""),
        vector(
            "no facts", "body: {}",
            "s.yaml:5:11: error: body is empty: write {length: {lte: 5MiB}} or {empty: true}"),
        vector(
            "an unknown fact", "body: {size: 1}",
            #"s.yaml:5:12: error: unknown key "size" in body; it is called length"#),
        vector(
            "an unknown unit", "body: {length: 5mb}",
            #"s.yaml:5:20: error: "5mb" is not a number of bytes; write 5MB"#),
        vector(
            "a part of a byte", "body: {length: {lte: 1.0005KB}}",
            #"s.yaml:5:26: error: "1.0005KB" is not a number of bytes; write 1000, a whole number of bytes"#),
        vector(
            "an unknown comparison", "body: {length: {lt2: 1}}",
            #"s.yaml:5:21: error: unknown operator "lt2" of a length; did you mean "lt"?"#),
        vector(
            "no comparison", "body: {length: {}}",
            "s.yaml:5:20: error: a length is a number of bytes or comparisons, like {lte: 5MiB}"),
        vector("emptiness", "body: {empty: no}", "s.yaml:5:19: error: true or false should stand here: write false"),
        vector(
            "a short digest", "body: {sha256: abc}",
            #"s.yaml:5:20: error: a SHA-256 digest has 64 hexadecimal digits, and "abc" is not one; write what sha256sum prints"#
        ),
        vector("parts", "multipart_exact: []", ""),
        vector(
            "parts that are a map", "multipart: {name: a}",
            "s.yaml:5:16: error: multipart is a list of parts, not a map: write [{name: title, text: Hello}]"),
        vector(
            "no parts", "multipart: []",
            "s.yaml:5:16: error: multipart takes a list of at least one part: write [{name: title, text: Hello}]"),
        vector(
            "a part that is a text", "multipart: [a]",
            "s.yaml:5:17: error: a part is a map like {name: title}, not text; write {name: a}"),
        vector("an empty part", "multipart: [{}]", "s.yaml:5:17: error: a part is empty: write {name: title}"),
        vector(
            "keys of a part", "multipart: [{nam: a, query: {}, json_path: {}}]",
            #"""
            s.yaml:5:18: error: unknown key "nam" in a part; did you mean "name"?
            s.yaml:5:26: error: unknown key "query" in a part; a part has none; write it in the request, beside multipart
            s.yaml:5:48: error: json_path is empty: write {"$.items[*].id": {contains: 7}}
            """#),
        vector(
            "a nested part", "multipart: [{multipart: [{name: {equal: a}}]}]",
            #"s.yaml:5:38: error: unknown operator "equal"; did you mean "equals"?"#),
        vector("graphql", "graphql: {operation: A, query: '{a}', variables: {a: {$gt: 1}}}", ""),
        vector("empty graphql", "graphql: {}", "s.yaml:5:14: error: graphql is empty: write {operation: Hero}"),
        vector(
            "an empty operation", "graphql: {operation: ''}",
            "s.yaml:5:26: error: no operation has an empty name; write {absent: true} for one without a name"),
        vector("no operation", "graphql: {operation: {absent: true}}", ""),
        vector(
            "an unknown key of graphql", "graphql: {variable: {}}",
            #"s.yaml:5:15: error: unknown key "variable" in graphql; did you mean "variables"?"#),
        vector(
            "a broken query", "graphql: {query: '{ a(x: 01) }'}",
            "s.yaml:5:31: error: the query is not GraphQL: a number can't begin with 0; leave the 0 out"),
        vector(
            "an empty query", "graphql: {query: '# a'}",
            "s.yaml:5:22: error: the query is empty; leave the key out to accept any"),
        vector(
            "a wrong operator of variables", "graphql: {variables: {a: {$equal: 1}}}",
            #"s.yaml:5:31: error: unknown operator "$equal"; did you mean "$equals"?; write "$$equal" for a member of that name"#
        ),
        DiagnosticVector(
            "a broken query in a block",
            """
            mockserver: 1
            steps:
            - request: POST /a
              assert:
                graphql:
                  query: |
                    query A {
                      a ?
                    }
            """,
            #"s.yaml:8:13: error: the query is not GraphQL: "?" can't stand here; leave it out"#),
    ]
}
