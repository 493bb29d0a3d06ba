import Testing

@testable import MockServerCLI

@Suite struct TrustInstructionsTests {
    private func instructions(folder: String = "/home/ada/ca", isNew: Bool) -> TrustInstructions {
        TrustInstructions(
            folder: folder, subject: "CN=mockserver test CA 5be0cd19,O=mockserver", fingerprint: "AB:CD:EF",
            lastDay: "2029-02-23", isNew: isNew)
    }

    @Test("the whole text, which users copy from")
    func text() {
        #expect(
            instructions(isNew: true).text == #"""
                Made a certificate authority.

                  certificate  /home/ada/ca/ca.pem
                  private key  /home/ada/ca/ca-key.pem  (who has it can pose as any server to your clients)
                  subject      CN=mockserver test CA 5be0cd19,O=mockserver
                  SHA-256      AB:CD:EF
                  good until   2029-02-23

                Serve with certificates that it signs:
                  mockserver --scenario <file> --tls-ca /home/ada/ca

                Have one client trust it:
                  curl, once              curl --cacert /home/ada/ca/ca.pem <url>
                  curl, each time         export CURL_CA_BUNDLE=/home/ada/ca/ca.pem
                  Python ssl, httpx       export SSL_CERT_FILE=/home/ada/ca/ca.pem
                  Python requests         export REQUESTS_CA_BUNDLE=/home/ada/ca/ca.pem
                  Node                    export NODE_EXTRA_CA_CERTS=/home/ada/ca/ca.pem
                  Java                    keytool -importcert -noprompt -alias mockserver -file /home/ada/ca/ca.pem \
                                            -keystore trust.p12 -storetype PKCS12 -storepass changeit
                                          java -Djavax.net.ssl.trustStore=trust.p12 \
                                            -Djavax.net.ssl.trustStorePassword=changeit <program>

                Or have this whole machine trust it, until you take it out again:
                  Debian, Ubuntu          sudo cp /home/ada/ca/ca.pem /usr/local/share/ca-certificates/mockserver.crt
                                          sudo update-ca-certificates
                  macOS                   sudo security add-trusted-cert -d -r trustRoot \
                                            -k /Library/Keychains/System.keychain /home/ada/ca/ca.pem
                """#)
    }

    @Test("one that was there before is kept")
    func kept() {
        #expect(
            instructions(isNew: false).text.hasPrefix("The certificate authority that was made before is kept.\n\n"))
    }

    @Test("a path with more than plain letters is quoted for the shell, where it is typed")
    func quoted() {
        let text = instructions(folder: "/home/ada's ca", isNew: true).text
        #expect(text.contains(#"curl --cacert '/home/ada'\''s ca/ca.pem' <url>"#))
        #expect(text.contains("certificate  /home/ada's ca/ca.pem\n"))
    }
}
