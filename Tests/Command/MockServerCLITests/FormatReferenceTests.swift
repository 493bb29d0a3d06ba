import ArgumentParser
import Foundation
import MockServerKit
import Testing

@testable import MockServerCLI

@Suite("The reference of the format") struct FormatReferenceTests {
    private let reference = FormatReference()

    /// A file of the package.
    private static func file(_ path: String) throws -> String {
        // …/Tests/Command/MockServerCLITests/FormatReferenceTests.swift
        let package = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        return try String(contentsOfFile: "/\(package)/\(path)", encoding: .utf8)
    }

    @Test("in the program is the page, byte for byte, and so is the schema")
    func embedded() throws {
        #expect(Array(EmbeddedText.formatPage.utf8) == Array(try Self.file("Scenarios/FORMAT.md").utf8))
        #expect(Array(EmbeddedText.scenarioSchema.utf8) == Array(try Self.file("Scenarios/scenario.schema.json").utf8))
    }

    @Test(
        "says of a key what it means, and where",
        arguments: [
            (
                "hold.until.arrivals",
                """
                arrivals  (Until)
                  opens when the step has taken so many requests
                  default  none
                  example  until: {arrivals: 3}
                  failure  hold_timeout
                """
            ),
            (
                "response.delay",
                """
                delay  (Response, Unmatched)
                  wait before the response: a duration, or a map
                  default  none
                  example  delay: 200ms
                  failure  load error

                Delay

                  headers    wait before the head
                             default: none; failure: load error
                             delay: {headers: 1s}

                  body       wait between head and body
                             default: none; failure: load error
                             delay: {body: 50ms}

                  uniform    random wait, evenly spread
                             default: none; failure: load error
                             delay: {uniform: {from: 10ms, to: 90ms}}

                  lognormal  random wait with a long tail
                             default: none; failure: load error
                             delay: {lognormal: {median: 80ms, sigma: 0.4}}

                The same word stands elsewhere: chunk.delay, event.delay
                """
            ),
            (
                "release",
                """
                release  (Hold)
                  order in which the responses leave, each when the one before is written
                  default  together
                  example  release: reverse
                  failure  hold_timeout

                Release

                A list such as `[3, 1, 2]` states any other order.

                  together  all at once
                            default: yes; failure: hold_timeout
                            release: together

                  reverse   the last request first
                            failure: hold_timeout
                            release: reverse
                """
            ),
            (
                "hold_timeout",
                """
                hold_timeout  (Failure kinds)
                  a hold was not opened in time
                  example     the second request never came
                  what helps  send the requests that the hold waits for, or raise `timeout`
                """
            ),
            (
                "$unordered",
                """
                $unordered  (Operators in JSON)
                  the same elements in any order
                  example  {a: {$unordered: [1, 2]}}
                  failure  unmatched, assertion
                """
            ),
            (
                "early",
                """
                early  (Step, Stub)
                  decides when the request's head is there, before its body, of which nothing
                  can be used; the body is read and thrown away, and the journal says how much
                  came
                  default  false
                  example  early: true
                  failure  load error
                """
            ),
            (
                "bodyFileName",
                """
                bodyFileName  (If you come from another tool)
                  A mapping is a stub, and `request` and `response` are the same words.
                  `urlPath` is `path`, `urlPathPattern` is `path: {matches: …}`,
                  `queryParameters` is `query`, `jsonBody` is `json`, `bodyFileName` is `file`.
                """
            ),
            (
                "Forms of now",
                """
                Forms of now

                `now` is the time when the head is sent, after delays and holds. In a response that takes long to render, as one of more than
                256 KiB, it is the time when the response was chosen.

                  iso      ISO 8601
                           default: yes; failure: load error
                           {{now(iso)}}

                  http     date of HTTP
                           failure: load error
                           {{now(http)}}

                  unix     seconds since 1970
                           failure: load error
                           {{now(unix)}}

                  unix_ms  milliseconds since 1970
                           failure: load error
                           {{now(unix_ms)}}
                """
            ),
        ])
    func keys(asked: String, expected: String) throws {
        #expect(try reference.text(about: asked, style: .plain) == expected)
    }

    @Test(
        "leads from a word that the format calls otherwise to its parts",
        arguments: [
            ("sse", ["sse  (Index)", "events  (Response, Unmatched)", "Event", "Events"]),
            ("login", ["login  (Index)", "Form login with cookies", "basic  (Request)"]),
            ("upload", ["upload  (Index)", "Upload with parts", "multipart  (Request)", "early  (Step, Stub)"]),
            ("pagination", ["pagination  (Index)", "Cursor pages", "query  (Request)"]),
            ("cursor", ["cursor  (Index)", "Cursor pages"]),
            (
                "redirect",
                [
                    "redirect  (Index)", "status  (Response)", "headers  (Response, Unmatched)",
                    "Form login with cookies",
                ]
            ),
            (
                "regex",
                ["regex  (Index)", "matches  (Capture)", "matches  (Operators)", "$matches  (Operators in JSON)"]
            ),
            ("wildcard", ["wildcard  (Index)", "path  (Request)", "matches  (Capture)", "matches  (Operators)"]),
            ("latency", ["latency  (Index)", "delay  (Response, Unmatched)", "Delay", "Slow and broken responses"]),
            ("OAuth", ["oauth  (Index)", "bearer  (Request)", "form  (Request)", "Parallel refresh"]),
            (
                "path parameters",
                ["path-parameters  (Index)", "path  (Request)", "path  (Capture)", "Parts of a request"]
            ),
            (
                "auth",
                [
                    "auth  (Index)", "bearer  (Request)", "basic  (Request)", "cookies  (Request)",
                    "Form login with cookies",
                ]
            ),
            (
                "etag",
                ["etag  (Index)", "Text and quotes", "headers  (Response, Unmatched)", "headers  (Request)"]
            ),
            (
                "caching",
                ["caching  (Index)", "headers  (Response, Unmatched)", "headers  (Request)", "Text and quotes"]
            ),
            ("csrf", ["csrf  (Index)", "Form login with cookies", "form  (Request)"]),
            (
                "poll",
                ["poll  (Index)", "Poll until done", "responses  (Step, Stub)", "interval  (Step, Stub)"]
            ),
            (
                "retries",
                ["retries  (Index)", "Retry after 503", "responses  (Step, Stub)", "interval  (Step, Stub)"]
            ),
            (
                "crud",
                ["crud  (Index)", "A server for development", "Create, then read", "capture  (Step, Stub)"]
            ),
            ("race", ["race  (Index)", "hold  (Step, Stub)", "Parallel block", "Parallel refresh"]),
            (
                "rate limit",
                ["rate-limit  (Index)", "Retry after 503", "interval  (Step, Stub)", "max_in_flight  (Step, Stub)"]
            ),
            (
                "cancel",
                ["cancel  (Index)", "client  (Step, Stub)", "Client", "Slow and broken responses"]
            ),
            ("OpenAPI", ["openapi  (Index)", "What it does not do"]),
            ("Postman", ["postman  (Index)", "What it does not do", "If you come from another tool"]),
            ("HAR", ["har  (Index)", "What it does not do"]),
            ("WireMock", ["wiremock  (Index)", "If you come from another tool"]),
            ("recording", ["recording  (Index)", "What it does not do"]),
            ("passthrough", ["passthrough  (Index)", "What it does not do"]),
            ("swift", ["swift  (Index)", "In Swift"]),
            ("state", ["state  (Index)", "set  (Step, Stub)", "when  (Step, Stub)", "Variables"]),
            ("date", ["date  (Index)", "now  (Template names)", "Forms of now"]),
            (
                "retry",
                [
                    "retry  (Event)", "retry  (Index)", "Retry after 503", "responses  (Step, Stub)",
                    "interval  (Step, Stub)",
                ]
            ),
        ])
    func index(asked: String, expected: [String]) throws {
        let text = try reference.text(about: asked, style: .color)
        // What is bold begins a part, or is a row of a section's table, which is indented.
        let titles = text.split(separator: "\n").filter { $0.hasPrefix("\u{1B}[1m") }
        #expect(titles.map { String($0).replacing("\u{1B}[1m", with: "").replacing("\u{1B}[0m", with: "") } == expected)
    }

    @Test("has something for all that the index refers to")
    func references() throws {
        let index = try #require(reference.section("index"))
        #expect(index.rows.count > 30)
        for row in index.rows {
            #expect(!row.references.isEmpty)
            let text = try reference.text(about: row.key, style: .plain)
            for part in row.references {
                let keys = [part, part.split(separator: ".").last.map(String.init) ?? part].map { "\($0)  (" }
                let titles = part.hasPrefix("#") ? [reference.section(String(part.dropFirst()))?.title ?? "?"] : keys
                #expect(titles.contains { text.contains("\n\n\($0)") }, "\(row.key): \(part)")
            }
        }
    }

    @Test("explains warnings by their codes, and lists them")
    func warnings() throws {
        #expect(
            try reference.text(about: "unused-capture", style: .plain) == """
                unused-capture  (Warning codes)
                  nothing uses a captured value
                  example  - {request: 'GET /a/{id}', capture: {id: {path: id}}}
                """)
        let all = try reference.text(about: "warnings", style: .plain)
        #expect(
            all.hasPrefix(
                "Warnings\n\n`mockserver validate` warns of what is right but probably means something else."))
        #expect(
            all.contains(
                """
                  null-text            where text is wanted, `null` is the text "null"
                                       - {request: {path: /a, query: {q: null}}}
                """))
        for code in Diagnostic.Code.allCases { #expect(all.contains("\n  \(code.rawValue) "), "\(code)") }
    }

    @Test("puts what is asked for first")
    func order() throws {
        // The key `hold` leads to the section, but no key `step` leads to the section of steps.
        #expect(try reference.text(about: "hold", style: .plain).hasPrefix("hold  (Step, Stub)\n"))
        #expect(try reference.text(about: "step", style: .plain).hasPrefix("Step\n"))
        #expect(try reference.text(about: "hold", style: .color).hasPrefix("\u{1B}[1mhold"))
    }

    @Test("has a text for each word, and for each word in its place")
    func complete() throws {
        for word in reference.words {
            #expect(try !reference.text(about: word, style: .plain).isEmpty, "\(word)")
        }
        for section in reference.sections {
            for row in reference.rows(of: section) where !row.key.contains(".") {
                let text = try reference.text(about: "\(section.name).\(row.key)", style: .plain)
                #expect(text.hasPrefix(row.key + "  ("), "\(section.name).\(row.key)")
            }
        }
    }

    @Test(
        "names the nearest word for one that it has not",
        arguments: [
            ("dealy", "The format has no \"dealy\"; did you mean delay? mockserver reference lists what there is."),
            ("", "Name a word of the format, such as hold. mockserver reference lists what there is."),
            (" ", "Name a word of the format, such as hold. mockserver reference lists what there is."),
            (".", "The format has no \".\". mockserver reference lists what there is."),
            (
                "paginaton",
                "The format has no \"paginaton\"; did you mean pagination? mockserver reference lists what there is."
            ),
            ("qqqqq", "The format has no \"qqqqq\". mockserver reference lists what there is."),
            (
                "response.dealy",
                "The format has no \"response.dealy\"; did you mean response.delay? mockserver reference lists what "
                    + "there is."
            ),
        ])
    func unknown(asked: String, expected: String) {
        #expect(throws: FormatReference.UnknownKey(description: expected)) {
            try reference.text(about: asked, style: .plain)
        }
    }

    @Test("lists each section and each word of it, in lines of a terminal")
    func contents() {
        let text = reference.contents(style: .plain)
        let words = Set(text.split { $0 == " " || $0 == "\n" })
        for section in reference.sections {
            #expect(section.isPart || words.contains(Substring(section.name)), "\(section.name)")
            #expect(section.rows.allSatisfy { words.contains(Substring($0.key)) }, "\(section.name)")
        }
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }

    @Test("lists the recipes, and prints one as it can be copied")
    func recipes() throws {
        let list = try reference.text(about: "recipes", style: .plain)
        #expect(list.hasSuffix("\n  mockserver reference a-server-for-development"))
        let recipe = try reference.text(about: "cursor-pages", style: .plain)
        #expect(recipe.contains("\n```yaml\nmockserver: 1\nname: A list is read to its end"))
        #expect(recipe.hasSuffix("\n```"))
    }
}
