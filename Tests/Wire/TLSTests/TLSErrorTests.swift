import COpenSSL
import Testing

@testable import TLS

@Suite("A failure's text")
struct TLSErrorTests {
    @Test(
        "says what happened and what to do",
        arguments: [
            (
                .notTLS(reason: "wrong version number"),
                "The client's first bytes are not TLS (wrong version number): this port speaks only TLS."
            ),
            (
                .versionTooOld(newest: nil, minimum: .tls12),
                "The client offered only versions of TLS before TLSv1.2, which is the oldest taken here."
            ),
            (
                .noCommonCipher,
                "The client offered no cipher suite in common: TLS 1.2 needs ECDHE with AES-GCM or ChaCha20-Poly1305, "
                    + "and a signature that fits the certificate's key."
            ),
            (
                .noCommonProtocol(offered: [], ours: ["h2"]),
                "The client offered no protocol in common: it offered none, and this server speaks h2."
            ),
            (.clientAlert(TLSAlert(code: 80)), "The client ended the connection (alert internal_error)."),
            (.clientAlert(TLSAlert(code: 200)), "The client ended the connection (alert number 200)."),
            (
                .clientAlert(TLSAlert(code: 45)),
                "The client rejected our certificate (alert certificate_expired): it finds the certificate expired; "
                    + "compare the two clocks."
            ),
            (
                .clientAlert(TLSAlert(code: 43)),
                "The client rejected our certificate (alert unsupported_certificate): it can't use its kind of key or "
                    + "its purpose."
            ),
            (
                .clientAlert(TLSAlert(code: 46)),
                "The client rejected our certificate (alert certificate_unknown): it does not trust the certificate's "
                    + "authority or finds the name wrong; have it trust the PEM in MOCKSERVER_CA_FILE, in the file of "
                    + "--write-ca or, in Swift, in server.certificateAuthority, and use a name that the certificate bears."
            ),
            (.leftInHandshake(.nothingReceived), "The client connected and left without a byte."),
            (
                .leftInHandshake(.helloIncomplete), "The client left before its hello was complete or answered."
            ),
            (
                .leftInHandshake(.serverResponded),
                "The client left in the handshake, after our certificate was sent and without saying why: "
                    + "often it does not trust the certificate's authority; have it trust the PEM in "
                    + "MOCKSERVER_CA_FILE, in the file of --write-ca or, in Swift, in server.certificateAuthority."
            ),
            (.handshakeTooLong(limit: 7), "The client's handshake is longer than 7 bytes."),
            (.refusedOnPurpose, "The handshake was refused on purpose (alert handshake_failure)."),
            (
                .noCertificate(.invalidName("*")),
                "There is no certificate to show: \"*\" is neither a host name nor an IP address, so no certificate can "
                    + "be made for it."
            ),
            (.unavailable(reason: "malloc failure"), "No TLS session could be made: malloc failure."),
        ] as [(TLSError, String)])
    func texts(_ failure: TLSError, _ text: String) {
        #expect(failure.description == text)
    }

    @Test("an error that isn't of OpenSSL's TLS part keeps its words")
    func foreignError() {
        OpenSSL.forgetErrors()
        #expect(
            TLSError(error: 0, newest: 0, minimum: .tls12, verdict: "ok") == .violation(reason: "no reason given"))
    }
}
