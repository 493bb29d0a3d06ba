import HTTPMessage
import Testing

@Suite("What the CORS protocol reads of a request")
struct CrossOriginRequestTests {
    struct Vector: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var method = "OPTIONS"
        let fields: [(String, String)]
        /// The origin, then the method and the headers of a preflight, and `private` if it asks for a private network.
        let expected: String

        init(_ name: String, method: String = "OPTIONS", _ fields: [(String, String)], _ expected: String) {
            testDescription = name
            self.method = method
            self.fields = fields
            self.expected = expected
        }
    }

    private static let origin = ("Origin", "http://a.test")
    private static let asked = ("Access-Control-Request-Method", "PUT")

    static let vectors = [
        Vector("a request of a page", method: "GET", [origin], "http://a.test"),
        Vector("a request of no page", method: "GET", [], ""),
        Vector("a page without an origin of its own", method: "GET", [("origin", "null")], "null"),
        Vector("two origins", method: "GET", [origin, origin], ""),
        Vector("an origin with a space", method: "GET", [("Origin", "http://a.test http://b.test")], ""),
        Vector("an empty origin", method: "GET", [("Origin", "")], ""),
        Vector("an origin beyond ASCII", method: "GET", [("Origin", "http://ä.test")], ""),
        Vector("a preflight", [origin, asked], "http://a.test PUT"),
        Vector(
            "a preflight for headers",
            [
                origin, asked, ("Access-Control-Request-Headers", "content-type,x-id"),
                ("access-control-request-headers", " x-b ,"),
            ],
            "http://a.test PUT content-type x-id x-b"),
        Vector(
            "a preflight for names that are not names",
            [origin, asked, ("Access-Control-Request-Headers", "x a, x-id, x:b")], "http://a.test PUT x-id"),
        Vector(
            "a preflight into a private network",
            [origin, asked, ("Access-Control-Request-Private-Network", "true")], "http://a.test PUT private"),
        Vector(
            "a preflight into no private network",
            [origin, asked, ("Access-Control-Request-Private-Network", "1")], "http://a.test PUT"),
        Vector("OPTIONS that asks for no method", [origin], "http://a.test"),
        Vector("OPTIONS of no page", [asked], ""),
        Vector("OPTIONS that asks for two methods", [origin, asked, asked], "http://a.test"),
        Vector(
            "OPTIONS that asks for what is not a method", [origin, ("Access-Control-Request-Method", "a b")],
            "http://a.test"),
        Vector("another method", method: "PUT", [origin, asked], "http://a.test"),
        Vector("a method in lower case", method: "options", [origin, asked], "http://a.test"),
    ]

    @Test("is its origin and its question", arguments: vectors)
    func reads(_ vector: Vector) {
        let head = RequestHead(
            method: Array(vector.method.utf8)[...], target: Array("/".utf8)[...], authority: [],
            path: Array("/".utf8)[...], query: nil, version: .http11, fields: Fields(vector.fields))
        let request = CrossOriginRequest(head)
        var words = [request.origin].compactMap { $0 }
        if let preflight = request.preflight {
            words += [preflight.method] + preflight.headers + (preflight.asksForPrivateNetwork ? ["private"] : [])
        }
        #expect(words.joined(separator: " ") == vector.expected)
    }
}
