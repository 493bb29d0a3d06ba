import ScenarioFiles
import Testing

/// Templates, variables and regular expressions of other tools, which are text here.
@Suite("A notation of other tools in a value")
struct ForeignTemplatesTests {
    private static let noConditions = TemplateMistakesTests.noConditions

    /// A text of a response, the column in it, and the warning.
    static let rows: [(String, Int, String)] = [
        ("${name}", 0, "${name} is text here; for a template write {{name}}"),
        ("Hello, ${ user.name }!", 7, "${ user.name } is text here; for a template write {{user.name}}"),
        ("${name:-none}", 0, "${name:-none} is text here; for a template write {{name | default(none)}}"),
        (
            "${PORT}", 0,
            "${PORT} is text here; for an environment variable write {{env.PORT}}, and give --allow-env PORT"
        ),
        (
            "${PORT:-80}", 0,
            "${PORT:-80} is text here; for an environment variable write {{env.PORT | default(80)}}, and give "
                + "--allow-env PORT"
        ),
        ("${ID}", 0, "${ID} is text here; for a template write {{ID}}"),
        (
            "http://localhost:$PORT/a", 17,
            "$PORT is text here; for an environment variable write {{env.PORT}}, and give --allow-env PORT"
        ),
        (
            "$API_KEY2", 0,
            "$API_KEY2 is text here; for an environment variable write {{env.API_KEY2}}, and give --allow-env API_KEY2"
        ),
        ("{% if name %}", 0, "{% if name %} is text here, and \(noConditions)"),
        ("a{%- for x in y -%}b", 1, "{%- for x in y -%} is text here, and \(noConditions)"),
        ("<%= name %>", 0, "<%= name %> is text here; for a template write {{name}}"),
        ("<%= user.name %>", 0, "<%= user.name %> is text here; for a template write {{user.name}}"),
        ("<%= a + b %>", 0, "<%= a + b %> is text here, and \(noConditions)"),
        ("<% if name %>", 0, "<% if name %> is text here, and \(noConditions)"),
        ("{{name}} and ${name}", 13, "${name} is text here; for a template write {{name}}"),
    ]

    @Test("is told with what it is called here", arguments: rows)
    func templates(text: String, offset: Int, message: String) throws {
        let message = message.replacing("default(none)", with: "default('none')").replacing("(80)", with: "('80')")
        try DiagnosticVector(
            ofText: text, in: "'", vars: "{name: a, ID: 1}", at: offset, "warning: \(message) [foreign-template]"
        ).check()
    }

    static let places: [DiagnosticVector] = [
        DiagnosticVector(
            "in each place of a value",
            """
            mockserver: 1
            vars: {a: '${b}'}
            base_path: /${tenant}
            steps:
              - request: {path: '/users/${id}', query: {q: '${term}'}, json: {a: ['${b}']}, bearer: $TOKEN}
                set: {c: '${a}'}
                response: {headers: {X-A: '${a}'}, json: {a: '${a}'}}
            """,
            """
            s.yaml:2:12: warning: ${b} is text here; for a template write {{b}} [foreign-template]
            s.yaml:3:13: warning: ${tenant} is a $ and a parameter here; write {tenant} for a parameter, {{tenant}} for a variable [foreign-template]
            s.yaml:5:29: warning: ${id} is a $ and a parameter here; write {id} for a parameter, {{id}} for a variable [foreign-template]
            s.yaml:5:49: warning: ${term} is text here; for a template write {{term}} [foreign-template]
            s.yaml:5:72: warning: ${b} is text here; for a template write {{b}} [foreign-template]
            s.yaml:5:89: warning: $TOKEN is text here; for an environment variable write {{env.TOKEN}}, and give --allow-env TOKEN [foreign-template]
            s.yaml:6:15: warning: ${a} is text here; for a template write {{a}} [foreign-template]
            s.yaml:7:32: warning: ${a} is text here; for a template write {{a}} [foreign-template]
            s.yaml:7:51: warning: ${a} is text here; for a template write {{a}} [foreign-template]
            """),
        DiagnosticVector(
            "that means a dollar, a percent sign or a program",
            #"""
            mockserver: 1
            steps:
              - request:
                  path: /a
                  json_path: {$.PRICE: 5, '$[0]': $5}
                  query: {price: $5, sum: 100%, code: US$, escaped: '\$PORT', word: a$PORT, twice: $$PORT, small: $port}
                  json: {a: {$matches: '[A-Z]+$'}, b: {$one_of: [$A, '${}', '${1}', '<%']}}
                  headers: {X-A: {matches: '(a$|b)'}, X-B: '{%'}
                  graphql: {query: 'query A($id: ID!) { a(id: $id) { b } }'}
                response:
                  headers: {Content-Type: text/html}
                  text: |
                    <script>let text = `Hello, ${name}`</script>
              - request: /b
                response:
                  text: |
                    #!/bin/sh
                    echo $HOME
              - request: /c
                response: {template: false, text: '${name} $PORT {% if %}'}
              - request: /d
                response: {text: '$PORT'} # mockserver: allow foreign-template
              - request: /e
                response: {text: "{{'$PORT'}} {{'${PORT}'}}"}
            """#, ""),
    ]

    @Test("is told wherever templates stand, and not where it is meant", arguments: places)
    func checkPlaces(_ vector: DiagnosticVector) throws { try vector.check() }

    static let expressions: [DiagnosticVector] = [
        DiagnosticVector(
            "slashes round a regular expression",
            #"""
            mockserver: 1
            steps:
              - request:
                  path: {matches: '/^\/users\/[0-9]+$/'}
                  query: {q: {matches: '/[0-9]+/'}, r: {matches: /abc/i}, s: {matches: '/^a\/b$/gs'}}
                  json: {a: {$matches: /.*/}}
                capture: {id: {header: X-Id, matches: /id-(.+)/}}
                response: {text: '{{id}}'}
            """#,
            #"""
            s.yaml:4:23: warning: the slashes are part of the regular expression here: write '/users/[0-9]+', which has to match \#
            the whole value [regex-slashes]
            s.yaml:5:28: warning: the slashes are part of the regular expression here: write '[0-9]+', which has to match the \#
            whole value [regex-slashes]
            s.yaml:5:54: warning: the slashes are part of the regular expression here: write '(?i)abc', which has to match the \#
            whole value [regex-slashes]
            s.yaml:5:76: warning: the slashes are part of the regular expression here: write '(?s)a/b', which has to match the \#
            whole value [regex-slashes]
            s.yaml:6:28: warning: the slashes are part of the regular expression here: write '.*', which has to match the whole \#
            value [regex-slashes]
            s.yaml:7:43: warning: the slashes are part of the regular expression here: write 'id-(.+)', which has to match the \#
            whole value [regex-slashes]
            """#),
        DiagnosticVector(
            "slashes of a path",
            #"""
            mockserver: 1
            steps:
              - request: {path: {matches: '/[0-9]+/'}, target: {matches: /a/i}, headers: {Location: {matches: '/a+/'}}}
              - request: {path: /b, query: {q: {matches: '/users/[0-9]+/'}, r: {matches: /}, s: {matches: //}}}
              - request: {path: /c, query: {q: {matches: '/a/index'}, r: {matches: '/a\/'}, s: {equals: /a/}}}
            """#, ""),
    ]

    @Test("is told of a regular expression, and not of a path", arguments: expressions)
    func checkExpressions(_ vector: DiagnosticVector) throws { try vector.check() }
}
