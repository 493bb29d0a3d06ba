import ScenarioFiles
import Testing

/// What other tools have in a path, and what only looks like it.
@Suite("A path with the syntax of other tools")
struct LiteralPathTests {
    static let cases: [DiagnosticVector] = [
        DiagnosticVector(
            "parameters",
            #"""
            mockserver: 1
            steps:
              - request: GET /users/:id/items/:item?page=:page
              - request: {path: '/files/:name(\d+)'}
            """#,
            #"""
            s.yaml:3:25: warning: ":id" is text in a path; for a parameter write /users/{id}/items/{item} [literal-path]
            s.yaml:4:29: warning: ":name(\d+)" is text in a path; for a parameter write /files/{name} [literal-path]
            """#),
        DiagnosticVector(
            "a parameter that a response wants",
            """
            mockserver: 1
            stubs:
              - request: /users/:id
                response: {text: '{{request.path.id}}'}
            """,
            """
            s.yaml:3:21: warning: ":id" is text in a path; for a parameter write /users/{id} [literal-path]
            s.yaml:4:38: error: the path of "stub 1" has no {id}; write {id} in it for the segment that is meant
            """),
        DiagnosticVector(
            "wildcards",
            """
            mockserver: 1
            base_path: /api/*
            steps:
              - request: GET /files/*
              - request: '/*/b/*/c/**'
              - request: /x/*.json
            """,
            """
            s.yaml:2:17: warning: "*" is text in a path; for any one segment write /api/{name} [literal-path]
            s.yaml:4:25: warning: "*" is text in a path; for any segment or any rest write /files/{+rest} [literal-path]
            s.yaml:5:16: warning: "*" is text in a path; for any segment or any rest write /{name}/b/{name2}/c/{+rest} [literal-path]
            s.yaml:6:17: warning: "*.json" is text in a path; for any segment or any rest write /x/{name}.json [literal-path]
            """),
        DiagnosticVector(
            "regular expressions",
            #"""
            mockserver: 1
            steps:
              - request: /re/^a.*$
              - request: '/a/[0-9]+'
              - request: {path: '/b/\d+'}
              - request: '/c/{id}/.+'
              - request: '/c/{id}/[0-9]+/x'
              - request: '/{name}/[0-9]+/x'
            """#,
            #"""
            s.yaml:3:18: warning: "^a.*$" is text in a path; for a regular expression write path: {matches: '/re/a.*'} \#
            [literal-path]
            s.yaml:4:18: warning: "[0-9]+" is text in a path; for a regular expression write path: {matches: '/a/[0-9]+'} \#
            [literal-path]
            s.yaml:5:25: warning: "\d+" is text in a path; for a regular expression write path: {matches: '/b/\d+'} \#
            [literal-path]
            s.yaml:6:23: warning: ".+" is text in a path; for the rest of it write /c/{id}/{+rest} [literal-path]
            s.yaml:7:23: warning: "[0-9]+" is text in a path; for any one segment write /c/{id}/{name}/x [literal-path]
            s.yaml:8:23: warning: "[0-9]+" is text in a path; for any one segment write /{name}/{name2}/x [literal-path]
            """#),
        DiagnosticVector(
            "words behind the path",
            """
            mockserver: 1
            steps:
              - request: GET /a b
              - request: 'GET /a/{{ server.url }}/b c?d=e f'
            """,
            """
            s.yaml:3:20: warning: the space is a part of the path, which a client sends as %20: leave out what follows, or write \
            /a%20b [literal-path]
            s.yaml:4:40: warning: the space is a part of the path, which a client sends as %20: leave out what follows, or write \
            /a/{{ server.url }}/b%20c [literal-path]
            """),
        DiagnosticVector(
            "text",
            """
            mockserver: 1
            vars: {x: 1}
            stubs:
              - request: /v1/items:batchGet
              - request: '/v1/{name}:cancel'
              - request: /logs-*/_search
              - request: /odata/$metadata
              - request: "/Users('x')"
              - request: /time/12:30
              - request: /c++/x
              - request: '/b/{{x}}:id/{{ x | json }}'
              - request: /a/:1
              - request: /users/%3Aid/%2A
              - request: GET /q?a=b c&d=:id&e=*
              - request: OPTIONS *
              - request: {path: '/a b'}
              - request: {path: {equals: '/users/:id'}}
              - request: /d/:id # mockserver: allow literal-path
            """,
            ""),
    ]

    @Test("gets the syntax of this format", arguments: cases)
    func paths(_ vector: DiagnosticVector) throws { try vector.check() }
}
