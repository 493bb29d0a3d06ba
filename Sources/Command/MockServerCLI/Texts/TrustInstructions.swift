import MockServerKit

/// The output of `mockserver ca`: which authority there is, and how to make clients trust it.
struct TrustInstructions: Hashable, Sendable {
    /// The folder's absolute path.
    let folder: String
    let subject: String
    let fingerprint: String
    /// The last day of validity, such as `2026-01-31`.
    let lastDay: String
    let isNew: Bool

    var text: String {
        let file = Self.quoted("\(folder)/ca.pem")
        return """
            \(isNew ? "Made a certificate authority" : "The certificate authority that was made before is kept").

              certificate  \(folder)/ca.pem
              private key  \(folder)/ca-key.pem  (who has it can pose as any server to your clients)
              subject      \(subject)
              SHA-256      \(fingerprint)
              good until   \(lastDay)

            Serve with certificates that it signs:
              mockserver --scenario <file> --tls-ca \(Self.quoted(folder))

            Have one client trust it:
              curl, once              curl --cacert \(file) <url>
              curl, each time         export CURL_CA_BUNDLE=\(file)
              Python ssl, httpx       export SSL_CERT_FILE=\(file)
              Python requests         export REQUESTS_CA_BUNDLE=\(file)
              Node                    export NODE_EXTRA_CA_CERTS=\(file)
              Java                    keytool -importcert -noprompt -alias mockserver -file \(file) \\
                                        -keystore trust.p12 -storetype PKCS12 -storepass changeit
                                      java -Djavax.net.ssl.trustStore=trust.p12 \\
                                        -Djavax.net.ssl.trustStorePassword=changeit <program>

            Or have this whole machine trust it, until you take it out again:
              Debian, Ubuntu          sudo cp \(file) /usr/local/share/ca-certificates/mockserver.crt
                                      sudo update-ca-certificates
              macOS                   sudo security add-trusted-cert -d -r trustRoot \\
                                        -k /Library/Keychains/System.keychain \(file)
            """
    }

    /// A path quoted for a shell.
    private static func quoted(_ path: String) -> String {
        let isPlain = path.unicodeScalars.allSatisfy { $0.isMemberPart || $0 == "/" || $0 == "." }
        return isPlain ? path : ShellQuoting.single(path)
    }
}
