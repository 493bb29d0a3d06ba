import Testing

@testable import TLS

@Suite("A certificate's name")
struct CertificateNameTests {
    private static let label63 = String(repeating: "a", count: 63)
    private static let name253 = [label63, label63, label63, String(repeating: "b", count: 61)].joined(separator: ".")

    @Test(
        "is a host name or an address",
        arguments: [
            ("localhost", .host("localhost")), ("API.Example", .host("api.example")), ("a.b.", .host("a.b")),
            ("my_service", .host("my_service")), ("x-1", .host("x-1")), ("1.2.3", .host("1.2.3")),
            (label63, .host(label63)), (name253, .host(name253)), (name253 + ".", .host(name253)),
            ("127.0.0.1", .address([127, 0, 0, 1], text: "")),
            ("::1", .address([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], text: "")),
        ] as [(String, CertificateName)])
    func accepted(_ text: String, _ name: CertificateName) {
        #expect(CertificateName(text) == name)
    }

    @Test(
        "is nothing else",
        arguments: [
            "", ".", "a..b", ".a", "*.example", "a b", "a,DNS:b", "naïve", "a\u{0}b", "[::1]", "::1%eth0",
            label63 + "a",
            name253 + "c", "127.0.0.1:80", "::1\u{0}",
        ])
    func refused(_ text: String) {
        #expect(CertificateName(text) == nil)
    }
}
