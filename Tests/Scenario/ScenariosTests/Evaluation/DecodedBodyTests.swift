import ContentCompression
import ExactJSON
import HTTPMessage
import RequestFixtures
import Testing

@testable import Scenarios

@Suite("A body with content codings")
struct DecodedBodyTests {
    private static let json = Array(#"{"a":1}"#.utf8)
    private static func gzip(_ bytes: [UInt8]) -> [UInt8] { Compressor.compress(bytes, as: .gzip) }
    private static func deflate(_ bytes: [UInt8]) -> [UInt8] { Compressor.compress(bytes, as: .deflate) }
    private static func request(_ body: [UInt8], _ codings: String...) -> Request {
        Request("POST /x", codings.map { "Content-Encoding: \($0)" }, bytes: body)
    }

    @Test(
        "is decoded, the last coding first",
        arguments: [
            (request(json), json), (request(json, "identity"), json), (request(json, "", ", identity ,"), json),
            (request(gzip(json), "gzip"), json), (request(gzip(json), "X-GZip"), json),
            (request(deflate(json), "Deflate"), json),
            (request(gzip(deflate(json)), "deflate, gzip"), json),
            (request(gzip(deflate(json)), "deflate", "gzip"), json),
            (request(gzip(gzip(json)), "identity,gzip , GZIP"), json), (request([], "gzip"), []),
            (request(gzip([]), "gzip"), []),
        ])
    func decoded(request: Request, bytes: [UInt8]) {
        #expect(DecodedBody(request.body, request.head.fields) == .bytes(bytes))
        #expect(RequestView(request, needs: .body).body == .bytes(bytes))
        #expect(RequestView(request, needs: []).body == .bytes(bytes))
    }

    @Test(
        "says why it can't be decoded",
        arguments: [
            (request(json, "br"), "the body is encoded as br, which isn't decoded; gzip and deflate are"),
            (
                request(gzip(json), "zstd, gzip"),
                "the body is encoded as zstd, which isn't decoded; gzip and deflate are"
            ),
            (request(json, "gzip"), "the body can't be decoded: it does not begin like gzip"),
            (
                request(Array(gzip(json).dropLast()), "gzip"),
                "the body can't be decoded: the gzip data ends early, after 26 bytes"
            ),
            (
                request(gzip(json), "deflate"),
                "the body can't be decoded: it does not begin like deflate, which is the zlib format (RFC 9110, 8.4.1.2), "
                    + "but it is gzip data"
            ),
            (
                request(json, "gzip, gzip, gzip, gzip, gzip"),
                "the body has 5 content codings, and at most 4 are decoded"
            ),
        ])
    func problems(request: Request, text: String) throws {
        #expect(DecodedBody(request.body, request.head.fields) == .unreadable(text))
        for key in ["text: {not: x}", "json: {}", "json_exact: {}", "form: {a: {absent: true}}", "form_exact: {}"] {
            let fixture = try Fixture(assert: key)
            #expect(try !fixture.matches(request), "\(key)")
            #expect(try fixture.report(request).hasSuffix(" can't be read: \(text)"), "\(key)")
        }
    }

    @Test("is not decoded beyond 16 MiB or a thousand times its size")
    func bombs() throws {
        let small = Self.gzip([UInt8](repeating: 0x20, count: 4 << 20))
        #expect(
            DecodedBody(small, Fields([("content-encoding", "gzip")])).problem
                == "the body can't be decoded: it expands to more than 1,000 times its \(small.count) bytes")
        // Half of it does not compress.
        let noise = (0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 5) }
        let large = Self.gzip(noise + [UInt8](repeating: 0x20, count: DecodedBody.limit))
        #expect(
            DecodedBody(large, Fields([("content-encoding", "gzip")])).problem
                == "the body can't be decoded: it expands to more than 16 MiB")
    }

    @Test("is what conditions on the content read")
    func conditions() throws {
        let form = Self.request(Self.gzip(Array("a=1&b=%C3%A9".utf8)), "gzip")
        #expect(try Fixture(assert: "form_exact: {a: 1, b: é}").matches(form))
        #expect(try !Fixture(assert: "form_exact: {a: 1, b: e}").matches(form))
        let json = Self.request(Self.deflate(Self.json), "deflate")
        #expect(try Fixture(assert: "json_exact: {a: 1}").matches(json))
        #expect(try !Fixture(assert: "json_exact: {a: 2}").matches(json))
        #expect(try Fixture(assert: "text: '{\"a\":1}'").matches(json))
        #expect(try !Fixture(assert: "text: {length: 6}").matches(json))
        #expect(try Fixture(assert: "text: ''").matches(Self.request(Self.gzip([]), "gzip")))
    }

    @Test("is what captures and templates read")
    func values() throws {
        let fixture = try Fixture(
            yaml: """
                mockserver: 1
                steps:
                - request: POST /x
                  capture: {json: {json: $.a}, text: {text: true}, form: {form: a}}
                  response: {headers: {A: "{{request.json.a}} {{request.body}} {{request.form.a | default('none')}}"}}
                """)
        let rule = fixture.scenario.steps[0].rule
        func values(_ request: Request) -> [String] {
            let view = RequestView(request, needs: fixture.scenario.needs)
            var scope = fixture.scope
            scope.request = view
            let captured = rule.captures.map { capture -> String in
                switch capture.value(from: view, in: scope) {
                case .success(let value): value.text()
                case .failure(let problem): problem.sentence
                }
            }
            do throws(EvaluationError) {
                return captured + [try rule.responses[0].headers[0].values[0].text(in: scope)]
            } catch {
                guard case .invalid(let sentence) = error.reason else { return captured }
                return captured + [sentence]
            }
        }
        #expect(
            values(Self.request(Self.gzip(Self.json), "gzip"))
                == ["1", #""{\"a\":1}""#, "the request has no form field a", #"1 {"a":1} none"#])
        let problem = "the body is encoded as br, which isn't decoded; gzip and deflate are"
        #expect(values(Self.request(Self.json, "br")) == [problem, problem, problem, problem])
    }

    @Test("counts with its decoded size")
    func size() {
        let large = Self.request(Self.gzip([UInt8](repeating: 0x20, count: 5_000)), "gzip")
        #expect(RequestView(large, needs: .body).bodySize == 5_000)
        #expect(RequestView(large, needs: .query).bodySize == large.body.count)
    }
}
