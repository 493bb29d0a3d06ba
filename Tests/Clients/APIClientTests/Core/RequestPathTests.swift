import Testing

@testable import APIClient

struct RequestPathTests {
    @Test(
        "plain text is percent-encoded once",
        arguments: [
            ("/me", "/me"), ("/a b", "/a%20b"), ("/50%", "/50%25"), ("/a%2Fb", "/a%252Fb"), ("/é", "/%C3%A9"),
            ("/what?", "/what%3F"), ("/a#b", "/a%23b"), ("/@me:x,y;z=1+2", "/@me:x,y;z=1+2"), ("", ""),
        ])
    func plainText(_ text: String, _ encoded: String) {
        #expect(RequestPath(text).percentEncoded == encoded)
    }

    @Test("an interpolated value stays inside its segment")
    func interpolation() {
        let name = "a/b?c d%"
        let path: RequestPath = "/files/\(name)/versions/\(7)"
        #expect(path.percentEncoded == "/files/a%2Fb%3Fc%20d%25/versions/7")
    }

    @Test("segments are joined by slashes and keep their own encoded")
    func segments() {
        #expect(RequestPath(segments: ["a", "b/c"]).percentEncoded == "/a/b%2Fc")
    }
}
