import Testing

@testable import TLS

@Suite("A fault of TLS")
struct InjectedTLSFaultTests {
    struct FaultyCertificate: Sendable {
        var fault: InjectedTLSFault
        var verdict: String
        var alert: UInt8
    }

    @Test(
        "a flawed certificate is found out by a careful client",
        arguments: [
            FaultyCertificate(fault: .expiredCertificate, verdict: "certificate has expired", alert: 45),
            FaultyCertificate(fault: .wrongHost, verdict: "hostname mismatch", alert: 42),
            FaultyCertificate(fault: .selfSigned, verdict: "self-signed certificate", alert: 48),
        ], [nil, "localhost", "api.example.test"] as [String?])
    func certificateFaults(_ faulty: FaultyCertificate, serverName: String?) throws {
        let authority = try CertificateAuthority.processWide()
        var pair = try TLSPair(
            makeContext(), fault: faulty.fault,
            .init(trusted: authority.pem, serverName: serverName, expectedName: serverName ?? "localhost"))
        pair.run()
        #expect(pair.client.failure == faulty.verdict)
        #expect(try pair.failure == .clientAlert(TLSAlert(code: faulty.alert)))
    }

    @Test(
        "a careless client opens with a flawed certificate",
        arguments: [InjectedTLSFault.expiredCertificate, .wrongHost, .selfSigned])
    func careless(_ fault: InjectedTLSFault) throws {
        var pair = try TLSPair(makeContext(), fault: fault)
        pair.run()
        _ = try pair.facts
    }

    @Test("a context with one's own certificate shows the process-wide authority's flawed one")
    func own() throws {
        let ours = try CertificateAuthority()
        let context = try TLSContext(.init(certificates: .own(ours.serverIdentity(names: ["localhost"]))))
        let trusted = try CertificateAuthority.processWide().pem
        var pair = try TLSPair(
            context, fault: .expiredCertificate, .init(trusted: trusted, expectedName: "localhost"))
        pair.run()
        #expect(pair.client.failure == "certificate has expired")
    }

    @Test("a refused handshake is an alert, and the name asked for is known", arguments: [TLSVersion.tls12, .tls13])
    func refused(_ version: TLSVersion) throws {
        var pair = try TLSPair(
            makeContext(), fault: .handshakeRefused, .init(serverName: "api.example.test", newest: version.number))
        pair.run()
        #expect(pair.client.failure == "sslv3 alert handshake failure")
        #expect(try pair.failure == .refusedOnPurpose)
        #expect(pair.session.serverName == "api.example.test")
    }

    @Test("a refused handshake needs no SNI")
    func refusedWithoutName() throws {
        var pair = try TLSPair(makeContext(), fault: .handshakeRefused)
        pair.run()
        #expect(try pair.failure == .refusedOnPurpose)
    }

    @Test("a stalled handshake sends nothing, whatever comes", arguments: [TLSVersion.tls12, .tls13])
    func stalled(_ version: TLSVersion) throws {
        var pair = try TLSPair(
            makeContext(), fault: .handshakeStalled, .init(serverName: "slow.test", newest: version.number))
        pair.run()
        pair.session.receive([UInt8](repeating: 22, count: 200_000))
        #expect(pair.session.state == .handshaking)
        #expect(!pair.session.hasOutput)
        #expect(pair.session.serverName == "slow.test")
        pair.session.receiveEnd()
        #expect(pair.session.state == .failed(.leftInHandshake(.helloIncomplete)))
    }

    @Test("the end without close_notify is a truncation to the client")
    func noCloseNotify() throws {
        var pair = try TLSPair(makeContext(), fault: .noCloseNotify)
        pair.run()
        pair.session.write([1])
        pair.session.closeNotify()
        pair.run()
        #expect(pair.session.state == .closed)
        #expect(pair.client.received == [1])
        #expect(!pair.client.sawCloseNotify)
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
