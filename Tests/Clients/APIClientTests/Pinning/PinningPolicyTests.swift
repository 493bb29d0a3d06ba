import APIClient
import Foundation
import Testing

struct PinningPolicyTests {
    private let chain = [TestCertificate.leafEC.der, TestCertificate.rootRSA.der]
    private static let other = CertificatePin.publicKey(TestCertificate.selfSignedEd25519.publicKey)

    @Test(
        "a chain is accepted if one of its certificates matches one pin",
        arguments: [
            ([.certificate(TestCertificate.leafEC.der)], .match),
            ([.certificate(TestCertificate.rootRSA.der)], .match),
            ([.publicKey(TestCertificate.leafEC.publicKey)], .match),
            ([.publicKey(TestCertificate.rootRSA.publicKey)], .match),
            ([other, .publicKey(TestCertificate.leafEC.publicKey)], .match),
            ([.publicKey(TestCertificate.leafEC.publicKey), other], .match),
            ([other], .mismatch),
            ([other, .certificate(TestCertificate.selfSignedEd25519.der)], .mismatch),
            // The bytes of one kind are none of the other.
            ([.publicKey(TestCertificate.leafEC.der), .certificate(TestCertificate.leafEC.publicKey)], .mismatch),
            ([.publicKey(TestCertificate.leafEC.publicKey.dropLast())], .mismatch),
            ([], .mismatch),
        ] as [([CertificatePin], PinningVerdict)])
    func pins(_ pins: [CertificatePin], _ verdict: PinningVerdict) {
        let policy = PinningPolicy([PinnedHost("h", pins: pins)])
        #expect(policy.verdict(on: chain, for: "h") == verdict)
    }

    @Test("a pinned key outlasts the renewal of its certificate")
    func renewal() {
        let leaf = TestCertificate.leafEC
        let policy = PinningPolicy([
            PinnedHost("certificate", pins: [.certificate(leaf.der)]),
            PinnedHost("key", pins: [.publicKey(leaf.publicKey)]),
        ])
        let renewed = [TestCertificate.renewedEC.der]
        #expect(policy.verdict(on: renewed, for: "certificate") == .mismatch)
        #expect(policy.verdict(on: renewed, for: "key") == .match)
    }

    @Test("a chain with a certificate that can't be read is refused, wherever it is")
    func malformed() {
        let policy = PinningPolicy([PinnedHost("h", pins: [.certificate(chain[0])])])
        #expect(policy.verdict(on: chain + [Data()], for: "h") == .malformed(.truncated))
        #expect(policy.verdict(on: [Data([0x31, 0])] + chain, for: "h") == .malformed(.unexpectedTag(0x31)))
        #expect(policy.verdict(on: [], for: "h") == .mismatch)
        #expect(policy.verdict(on: [Data()], for: "other") == .unpinned)
    }

    /// Pins by host, of which each host of the table below has one: the certificate of that name.
    private let policy = PinningPolicy([
        PinnedHost("api.example.com", pins: [.certificate(TestCertificate.leafEC.der)]),
        PinnedHost("Example.COM.", includingSubdomains: true, pins: [.certificate(TestCertificate.rootRSA.der)]),
        PinnedHost("eu.example.com", includingSubdomains: true, pins: [.certificate(TestCertificate.version1EC.der)]),
        PinnedHost("exact.org", pins: [.certificate(TestCertificate.version1RSA.der)]),
        PinnedHost("refused.example.com", pins: []),
        PinnedHost("straße.example", pins: [.certificate(TestCertificate.version1RSA.der)]),
    ])

    @Test(
        "a host has its own pins, else those of the nearest domain that includes it",
        arguments: [
            ("api.example.com", TestCertificate.leafEC), ("API.Example.com", .leafEC), ("api.example.com.", .leafEC),
            ("example.com", .rootRSA), ("www.example.com", .rootRSA), ("a.b.example.com.", .rootRSA),
            ("v2.api.example.com", .rootRSA), ("eu.example.com", .version1EC), ("a.b.EU.example.com", .version1EC),
            ("exact.org", .version1RSA), ("www.exact.org", nil), ("org", nil), ("com", nil), ("example.org", nil),
            ("straße.example", .version1RSA), ("strasse.example", nil), ("badexample.com", nil),
            ("example.com.org", nil), ("example.com..", nil), ("", nil), (".", nil),
        ] as [(String, TestCertificate?)])
    func hosts(_ host: String, _ pinned: TestCertificate?) {
        for certificate in TestCertificate.all {
            let verdict = policy.verdict(on: [certificate.der], for: host)
            let expected: PinningVerdict = certificate.der == pinned?.der ? .match : .mismatch
            #expect(verdict == (pinned == nil ? .unpinned : expected), "\(certificate.testDescription)")
        }
    }

    @Test("a host without a pin is refused, though its domain has some")
    func noPin() {
        #expect(policy.verdict(on: [TestCertificate.rootRSA.der], for: "refused.example.com") == .mismatch)
    }

    @Test("the pins of a host that occurs twice are joined, for its subdomains those that include them")
    func joined() {
        let policy = PinningPolicy([
            PinnedHost("h", includingSubdomains: true, pins: [.certificate(TestCertificate.leafEC.der)]),
            PinnedHost("H.", pins: [.certificate(TestCertificate.rootRSA.der)]),
            PinnedHost("h", includingSubdomains: true, pins: [.certificate(TestCertificate.version1EC.der)]),
        ])
        let verdicts = [TestCertificate.leafEC, .rootRSA, .version1EC, .version1RSA].map { certificate in
            ["h", "a.h"].map { policy.verdict(on: [certificate.der], for: $0) }
        }
        #expect(verdicts == [[.match, .match], [.match, .mismatch], [.match, .match], [.mismatch, .mismatch]])
    }

    @Test("a host is what it was made of, without its subdomains unless they are stated")
    func host() {
        let host = PinnedHost("H.example", pins: [Self.other])
        #expect(host.name == "H.example")
        #expect(!host.includesSubdomains)
        #expect(host.pins == [Self.other])
        #expect(PinnedHost("H.example", includingSubdomains: true, pins: [Self.other]).includesSubdomains)
    }

    @Test("a connection may be used without pins or with the right ones")
    func accepted() {
        let verdicts: [PinningVerdict] = [.unpinned, .match, .mismatch, .malformed(.truncated)]
        #expect(verdicts.map(\.isAccepted) == [true, true, false, false])
    }
}
