import HTTPMessage
import RequestFixtures
import Scenarios
import Testing
import TextCoding

@Suite("Basic credentials")
struct CredentialsTests {
    private static func basic(_ pair: String, scheme: String = "Basic ") -> Request {
        Request("GET /x", ["Authorization: " + scheme + Base64.encode(Array(pair.utf8))])
    }

    @Test(
        "match by user, password or both",
        arguments: [
            Vector("basic: {user: alice, password: s}", basic("alice:s"), basic("alice:t")),
            Vector("basic: {user: alice, password: s}", basic("alice:s", scheme: "bASIC  "), basic("bob:s")),
            Vector("basic: {user: alice}", basic("alice:"), basic("alice")),
            Vector("basic: {password: 'a:b'}", basic("x:a:b"), basic("x:a:B")),
            Vector("basic: {user: ''}", basic(":p"), basic(" :p")),
            Vector("basic: {user: é}", basic("é:ü"), basic("e:ü")),
            Vector("basic: {user: {starts_with: al}}", basic("alice:s"), basic("bob:s")),
            Vector("basic: {password: {length: {gte: 3}}}", basic("a:123"), basic("a:12")),
            Vector("basic: {user: {absent: true}}", Request("GET /x"), basic("a:b")),
            Vector("basic: {user: {present: true}}", basic("a:b"), basic("a:b", scheme: "Bearer ")),
            Vector("basic: {user: {not: root}}", basic("a:b"), basic("root:b")),
            Vector(
                "basic: {user: {present: true}}", basic("a:b"), Request("GET /x", ["Authorization: Basic YTpi="])),
        ])
    func credentials(vector: Vector) throws {
        let fixture = try Fixture(assert: vector.matcher)
        #expect(try fixture.matches(vector.matching))
        #expect(try !fixture.matches(vector.differing))
    }

    @Test("take values of variables, which may not be set yet")
    func templates() throws {
        let fixture = try Fixture(
            assert: "basic: {user: '{{u}}', password: '{{later}}'}", vars: "u: alice", set: "later: x")
        #expect(try !fixture.matches(Self.basic("alice:s")))
        #expect(
            try fixture.report(Self.basic("alice:s")) == """
                7:38 basic password can't be compared: a variable that it uses is not set yet
                blocked at 7:39
                """)
    }

    @Test("say what was received instead")
    func report() throws {
        let fixture = try Fixture(assert: "basic: {user: alice, password: s3}")
        #expect(
            try fixture.report(Self.basic("bob:s3")) == """
                5:19 basic user differs
                - alice
                + bob
                """)
        #expect(
            try fixture.report(Request("GET /x", ["Authorization: Basic abc"])) == """
                5:19 basic user is missing: the credentials are not the base64 text of user:password
                - alice
                + Basic abc
                5:36 basic password is missing: the credentials are not the base64 text of user:password
                - s3
                + Basic abc
                """)
        #expect(
            try fixture.report(Request("GET /x")) == """
                5:19 basic user is missing
                - alice
                5:36 basic password is missing
                - s3
                """)
    }
}
