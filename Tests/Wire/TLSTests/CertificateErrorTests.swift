import Testing

@testable import TLS

@Suite("A certificate error's text")
struct CertificateErrorTests {
    @Test(
        "names the file and what to do",
        arguments: [
            (
                .noCertificate(file: "a.pem"),
                "a.pem holds no certificate: a block that begins with -----BEGIN CERTIFICATE----- is needed "
                    + "(a binary file is made one by `openssl x509 -inform der -in FILE`)."
            ),
            (
                .noKey(file: "a.pem"),
                "a.pem holds no private key: a block such as -----BEGIN PRIVATE KEY----- is needed."
            ),
            (
                .keyEncrypted(file: "a.key"),
                "The private key in a.key is encrypted, and nothing here can ask for its password: "
                    + "take the password off with `openssl pkey -in FILE -out PLAIN`."
            ),
            (
                .unreadable(file: "a.pem", what: "certificate", reason: "bad base64 decode"),
                "The certificate in a.pem can't be read: bad base64 decode."
            ),
            (
                .tooLarge(file: "a.pem", limit: 9),
                "a.pem is larger than 9 bytes; give a file with only certificates and keys, in PEM."
            ),
            (
                .keyMismatch(certificate: "a.pem", key: "a.key"),
                "The private key in a.key does not belong to the certificate in a.pem."
            ),
            (
                .keyOfLaterCertificate(file: "a.pem", position: 2),
                "The private key belongs to certificate 2 of a.pem: the server's own certificate must come first, then "
                    + "those that lead to its authority."
            ),
            (
                .notAnAuthority(file: "a.pem"),
                "The certificate in a.pem is not an authority's: it may not sign others."
            ),
            (
                .severalCertificates(file: "a.pem", count: 2),
                "a.pem holds 2 certificates; give the authority's alone."
            ),
            (
                .expired(file: "a.pem", day: "2026-01-31"),
                "The authority's certificate in a.pem expired on 2026-01-31: make a new one and have the clients trust "
                    + "that."
            ),
            (
                .unusable(file: "a.pem", reason: "ee key too small"),
                "The certificate in a.pem can't be used: ee key too small."
            ),
            (.invalidProtocol(""), "\"\" can't be offered by ALPN: a protocol name has 1 to 255 bytes."),
            (.library(call: "X509_new", reason: "malloc failure"), "OpenSSL refused X509_new: malloc failure."),
        ] as [(CertificateError, String)])
    func texts(_ error: CertificateError, _ text: String) {
        #expect(error.description == text)
    }
}
