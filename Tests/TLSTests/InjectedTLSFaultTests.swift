import Testing

@testable import TLS

@Suite("A fault of TLS")
struct InjectedTLSFaultTests {
    struct Flawed: Sendable {
        var fault: InjectedTLSFault
        var verdict: String
        var alert: UInt8
    }

    @Test(
        "a flawed certificate is found out by a careful client",
        arguments: [
            Flawed(fault: .expiredCertificate, verdict: "certificate has expired", alert: 45),
            Flawed(fault: .wrongHost, verdict: "hostname mismatch", alert: 42),
            Flawed(fault: .selfSigned, verdict: "self-signed certificate", alert: 48),
        ], [nil, "localhost", "api.example.test"] as [String?])
    func flaws(_ flawed: Flawed, serverName: String?) throws {
        let authority = try CertificateAuthority.processWide()
        var wire = try Wire(
            makeContext(), fault: flawed.fault,
            .init(trusted: authority.pem, serverName: serverName, expectedName: serverName ?? "localhost"))
        wire.run()
        #expect(wire.client.failure == flawed.verdict)
        #expect(try wire.failure == .clientAlert(TLSAlert(code: flawed.alert)))
    }

    @Test(
        "a careless client opens with a flawed certificate",
        arguments: [InjectedTLSFault.expiredCertificate, .wrongHost, .selfSigned])
    func careless(_ fault: InjectedTLSFault) throws {
        var wire = try Wire(makeContext(), fault: fault)
        wire.run()
        _ = try wire.facts
    }

    @Test("a context with one's own certificate shows the process-wide authority's flawed one")
    func own() throws {
        let ours = try CertificateAuthority()
        let context = try TLSContext(.init(certificates: .own(ours.serverIdentity(names: ["localhost"]))))
        let trusted = try CertificateAuthority.processWide().pem
        var wire = try Wire(
            context, fault: .expiredCertificate, .init(trusted: trusted, expectedName: "localhost"))
        wire.run()
        #expect(wire.client.failure == "certificate has expired")
    }

    @Test("a refused handshake is an alert, and the name asked for is known", arguments: [TLSVersion.tls12, .tls13])
    func refused(_ version: TLSVersion) throws {
        var wire = try Wire(
            makeContext(), fault: .handshakeRefused, .init(serverName: "api.example.test", newest: version.number))
        wire.run()
        #expect(wire.client.failure == "sslv3 alert handshake failure")
        #expect(try wire.failure == .refusedOnPurpose)
        #expect(wire.session.serverName == "api.example.test")
    }

    @Test("a refused handshake needs no SNI")
    func refusedWithoutName() throws {
        var wire = try Wire(makeContext(), fault: .handshakeRefused)
        wire.run()
        #expect(try wire.failure == .refusedOnPurpose)
    }

    @Test("a stalled handshake sends nothing, whatever comes", arguments: [TLSVersion.tls12, .tls13])
    func stalled(_ version: TLSVersion) throws {
        var wire = try Wire(
            makeContext(), fault: .handshakeStalled, .init(serverName: "slow.test", newest: version.number))
        wire.run()
        wire.session.receive([UInt8](repeating: 22, count: 200_000))
        #expect(wire.session.state == .handshaking)
        #expect(!wire.session.hasOutput)
        #expect(wire.session.serverName == "slow.test")
        wire.session.receiveEnd()
        #expect(wire.session.state == .failed(.leftInHandshake(.helloIncomplete)))
    }

    @Test("the end without close_notify is a truncation to the client")
    func noCloseNotify() throws {
        var wire = try Wire(makeContext(), fault: .noCloseNotify)
        wire.run()
        wire.session.write([1])
        wire.session.closeNotify()
        wire.run()
        #expect(wire.session.state == .closed)
        #expect(wire.client.received == [1])
        #expect(!wire.client.sawCloseNotify)
    }

    @Test("configuration's names of the faults stay")
    func rawValues() {
        #expect(
            InjectedTLSFault.allCases.map(\.rawValue) == [
                "handshake_refused", "handshake_stalled", "expired_certificate", "wrong_host", "self_signed",
                "no_close_notify",
            ])
    }
}
