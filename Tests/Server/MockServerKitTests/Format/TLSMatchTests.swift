import MockServerKit
import TLS
import Testing

@Suite("What a scenario says of the TLS session", .timeLimit(.minutes(60)))
struct TLSMatchTests {
    /// The rows that are played here.
    static let rows = ["Request: tls", "TLS: sni", "TLS: client_certificate", "Client certificate: subject"]

    @Test("takes a request that came so, and no other", arguments: [Transport.secureHTTP1, .secureHTTP2])
    func matches(transport: Transport) throws {
        let clients = try CertificateAuthority()
        var options = MockServer.Options.patient
        options.tls = .init()
        options.tls?.clientCertificates = .requested(.text(clients.pem))
        let server = try MockServer(
            playing: """
                linger: 0ms
                unmatched: {status: 404, allow: true}
                stubs:
                  - {request: {path: /sni, tls: {sni: a.test}}}
                  - {request: {path: /ada, tls: {client_certificate: {subject: {starts_with: "CN=ada,"}}}}}
                """, options: options)
        let identity = try clients.clientIdentity(commonName: "ada")
        let curl = "\(transport.curl) -o /dev/null -w '%{http_code} '"
        let named = "--connect-to a.test:443:127.0.0.1:\(server.port) https://a.test/sni"
        let tool = try Tool(
            """
            mine=$(mktemp); trap 'rm "$mine"' EXIT; printf %s "$pem" >"$mine"
            \(curl) \(named); \(curl) $url/sni; \(curl) --cert $mine $url/ada; \(curl) $url/ada
            """, server, variables: ["pem": try identity.certificatePEM() + identity.keyPEM()])
        #expect(tool.output == "200 404 200 404 ")
        #expect(try finish(server).passed)
    }
}
