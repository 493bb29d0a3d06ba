import HTTPMessage
import RequestFixtures
import Scenarios
import Testing

@Suite("The keys of a request pattern about its connection")
struct ConnectionMatcherTests {
    private static func tls(_ name: String?, subject: String? = nil) -> Request {
        let facts = TLSInfo(version: "TLSv1.3", serverName: name, clientSubject: subject)
        return Request(connection: ConnectionInfo(index: 1, exchange: 1, tls: facts))
    }

    private static func exchange(_ number: Int, on connection: Int = 1) -> Request {
        Request(connection: ConnectionInfo(index: connection, exchange: number))
    }

    @Test(
        "each holds of one request and not of its twin",
        arguments: [
            Vector("protocol: h2", Request(version: .h2), Request(version: .http11)),
            Vector("protocol: http/1.1", Request(version: .http11), Request(version: .h2)),
            Vector("protocol: http/1.1", Request(version: .http10), Request(version: .h2)),
            Vector("tls: {sni: a.test}", tls("a.test"), tls("b.test")),
            Vector("tls: {sni: A.Test}", tls("a.test"), tls(nil)),
            Vector("tls: {sni: a.test}", tls("A.TEST"), Request()),
            Vector("tls: {sni: {ends_with: .test}}", tls("a.test"), tls("a.tests")),
            Vector("tls: {sni: {present: true}}", tls("a.test"), tls(nil)),
            Vector("tls: {sni: {absent: true}}", Request(), tls("a.test")),
            Vector("tls: {client_certificate: {subject: CN=alice}}", tls(nil, subject: "CN=alice"), tls(nil)),
            Vector(
                "tls: {client_certificate: {subject: {contains: O=Example}}}",
                tls(nil, subject: "CN=alice,O=Example"), tls(nil, subject: "CN=alice,O=example")),
            Vector(
                "tls: {sni: a, client_certificate: {subject: {absent: true}}}", tls("a"), tls("a", subject: "CN=b")),
            Vector("connection: new", exchange(1, on: 7), exchange(2, on: 7)),
            Vector("not: {connection: new}", exchange(3), exchange(1)),
            Vector("any_of: [{protocol: h2}, {connection: new}]", exchange(1), exchange(2)),
            Vector("all_of: [{protocol: http/1.1}, {connection: new}]", exchange(1), exchange(2)),
        ])
    func keys(vector: Vector) throws {
        let fixture = try Fixture(assert: vector.matcher)
        #expect(try fixture.matches(vector.matching))
        #expect(try !fixture.matches(vector.differing))
    }

    @Test("same_as holds on the connection of the step's last request, and on none before that")
    func sameAs() throws {
        var fixture = try Fixture(assert: "connection: {same_as: step 1}")
        #expect(fixture.scenario.connectionSteps == [0])
        #expect(try !fixture.matches(Self.exchange(2, on: 1)))
        fixture.scope.connections[0] = 3
        #expect(try fixture.matches(Self.exchange(2, on: 3)))
        #expect(try !fixture.matches(Self.exchange(2, on: 1)))
        fixture = try Fixture(assert: "not: {connection: {same_as: step 1}}")
        #expect(try fixture.matches(Self.exchange(2, on: 1)))
    }

    @Test("a template stands in what is wanted")
    func template() throws {
        let fixture = try Fixture(assert: "tls: {sni: '{{name}}'}", vars: "name: a.test")
        #expect(try fixture.matches(Self.tls("a.test")))
        #expect(
            try fixture.report(Self.tls("b.test")) == """
                7:16 tls sni differs
                - a.test <[0]>
                + b.test
                """)
    }

    @Test("what is wrong is told with both sides")
    func reports() throws {
        func check(
            _ matcher: String, _ request: Request, connection: Int? = nil, _ text: String,
            _ location: SourceLocation = #_sourceLocation
        ) throws {
            var fixture = try Fixture(assert: matcher)
            fixture.scope.connections[0] = connection
            let report = try fixture.report(request)
            #expect(report == text, "\(report)", sourceLocation: location)
        }
        try check(
            "protocol: h2", Request(version: .http10),
            """
            5:15 protocol differs
            - h2
            + http/1.0
            """)
        try check(
            "connection: new", Self.exchange(3, on: 2),
            """
            5:17 connection differs
            - a new connection
            + connection 2, its 3rd request
            """)
        try check(
            "connection: {same_as: step 1}", Self.exchange(1, on: 2), connection: 1,
            """
            5:27 connection differs
            - the connection of step 1 (connection 1)
            + connection 2
            """)
        try check(
            "connection: {same_as: step 1}", Self.exchange(1, on: 2),
            """
            5:27 connection differs: step 1 has taken no request
            - the connection of step 1
            + connection 2
            """)
        try check(
            "tls: {sni: a.test, client_certificate: {subject: CN=a}}", Self.tls("b.test", subject: "CN=b"),
            """
            5:16 tls sni differs
            - a.test
            + b.test
            5:54 tls client_certificate subject differs
            - CN=a
            + CN=b
            """)
        try check(
            "tls: {sni: a.test}", Request(),
            """
            5:16 tls sni is missing: the connection has no TLS
            - a.test
            """)
        try check(
            "any_of: [{connection: new, protocol: h2}]", Self.exchange(2),
            """
            5:13 any_of none of its 1 branches matches, the nearest is the 1st
            - a new connection
            - protocol h2
            + connection 1, its 2nd request
            + protocol http/1.1
            """)
        try check(
            "not: {connection: new, protocol: http/1.1, tls: {sni: {absent: true}}}", Self.exchange(1),
            """
            5:10 not must not match, but does
            + connection 1, its 1st request
            + protocol http/1.1
            + tls sni is absent
            """)
    }
}
