import ExactJSON
import Foundation
import HTTPMessage
import ReportValues
import Testing

/// What the server writes, a remote client reads.
@Suite("The members of a report") struct ReportMemberTests {
    private static func read<Value: Decodable>(_ members: ReportMember.Exchange.Members) throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(ReportMember.Exchange.object(members).bytes()))
    }

    @Test(
        "tell each outcome of a request",
        arguments: [
            (.step("a"), false, #"{"step":"a"}"#),
            (.stub("a"), false, #"{"stub":"a"}"#),
            (.stubBeforeStep("a", step: "b"), false, #"{"stub":"a","before_step":"b"}"#),
            (.failed(.outOfOrder), false, #"{"failure":"out_of_order"}"#),
            (.failed(.unmatched), true, #"{"allowed":true}"#),
            (.preflight, false, #"{"preflight":true}"#),
            (.refusedPreflight, false, #"{"preflight":true,"refused":true}"#),
        ] as [(TimelineOutcome, Bool, String)])
    func outcome(outcome: TimelineOutcome, isAllowed: Bool, text: String) throws {
        let members = OutcomeMembers(outcome, isAllowed: isAllowed).all
        #expect(ReportMember.Exchange.object(members).text() == text)
        let read: OutcomeMembers = try Self.read(members)
        #expect(read.outcome == outcome)
        #expect(read.isAllowed == isAllowed)
    }

    @Test(
        "tell each response to a request",
        arguments: [(.status(204), #"{"status":204}"#), (.fault("reset"), #"{"fault":"reset"}"#)]
            as [(TimelineResponse, String)])
    func response(response: TimelineResponse, text: String) throws {
        #expect(ReportMember.Exchange.object([response.member]).text() == text)
        #expect(try Self.read([response.member]) == response)
    }

    @Test("tell the connection of a request, and its handshake")
    func connection() throws {
        let plain = ConnectionInfo(index: 2, exchange: 3)
        #expect(ReportMember.Exchange.object(plain.members).text() == #"{"connection":2,"exchange":3}"#)
        #expect(try Self.read(plain.members) == plain)
        let tls = TLSInfo(
            version: "TLSv1.3", serverName: "api.test", applicationProtocol: "h2", clientSubject: "CN=alice")
        let secure = ConnectionInfo(index: 2, exchange: 3, stream: 5, tls: tls)
        #expect(
            ReportMember.Exchange.object(secure.members).text()
                == #"{"connection":2,"exchange":3,"stream":5,"tls":{"version":"TLSv1.3","sni":"api.test","#
                + #""alpn":"h2","client_subject":"CN=alice"}}"#)
        #expect(try Self.read(secure.members) == secure)
    }

    private struct Body: Decodable {
        let bytes: [UInt8]
        init(from decoder: any Decoder) throws { bytes = try BodyMembers.body(from: decoder) }
    }

    @Test("tell a body", arguments: [[], Array("äö".utf8), [0xFF, 0], [0]] as [[UInt8]])
    func body(bytes: [UInt8]) throws {
        let read: Body = try Self.read(BodyMembers(bytes).all)
        #expect(read.bytes == bytes)
    }

    @Test("tell no body that is not base64")
    func wrongBody() {
        #expect(throws: DecodingError.self) { try Self.read([(.base64, "_w==")]) as Body }
    }

    private struct Time: Decodable {
        let at: Duration?
        init(from decoder: any Decoder) throws {
            at = try decoder.container(keyedBy: ReportMember.Exchange.self).decodeMilliseconds(.at)
        }
    }

    @Test(
        "tell a time to the microsecond",
        arguments: [
            (.zero, "0"), (.microseconds(1), "0.001"), (.microseconds(1_500), "1.5"), (.microseconds(-2_500), "-2.5"),
            (.seconds(100_000_000), "100000000000"),
        ] as [(Duration, String)])
    func time(time: Duration, text: String) throws {
        #expect(JSON.milliseconds(time).text() == text)
        let read: Time = try Self.read([(.at, .milliseconds(time))])
        #expect(read.at == time)
    }

    @Test("tell no time that is too long")
    func wrongTime() {
        #expect(throws: DecodingError.self) { try Self.read([(.at, 1e15)]) as Time }
    }
}
