import Testing

@testable import TLS

@Suite("ALPN")
struct ProtocolTests {
    struct Choice: Sendable {
        var ours: [String]
        var offered: [String]
        var chosen: String?
    }

    @Test(
        "our order decides among what the client offers; no offer is no choice",
        arguments: [
            Choice(ours: ["h2", "http/1.1"], offered: ["http/1.1", "h2"], chosen: "h2"),
            Choice(ours: ["h2", "http/1.1"], offered: ["http/1.1"], chosen: "http/1.1"),
            Choice(ours: ["h2", "http/1.1"], offered: ["spdy/3", "http/1.1"], chosen: "http/1.1"),
            Choice(ours: ["http/1.1"], offered: ["h2", "http/1.1"], chosen: "http/1.1"),
            Choice(ours: ["h2"], offered: [], chosen: nil),
            Choice(ours: [], offered: ["h2"], chosen: nil),
        ])
    func choices(_ choice: Choice) throws {
        var pair = try TLSPair(makeContext(protocols: choice.ours), .init(protocols: choice.offered))
        pair.run()
        #expect(try pair.facts.applicationProtocol == choice.chosen)
    }

    @Test("an offer without one of ours is refused by an alert", arguments: [TLSVersion.tls12, .tls13])
    func refused(_ version: TLSVersion) throws {
        var pair = try TLSPair(
            makeContext(protocols: ["h2"]), .init(protocols: ["http/1.1", "h2c", "\u{1}"], newest: version.number))
        pair.run()
        #expect(pair.client.failure == "tlsv1 alert no application protocol")
        #expect(try pair.failure == .noCommonProtocol(offered: ["http/1.1", "h2c", #"\x01"#], ours: ["h2"]))
        #expect(
            try pair.failure.description
                == #"The client offered no protocol in common: it offered http/1.1, h2c, \x01, and this server speaks h2."#
        )
    }

    @Test("a protocol's name has 1 to 255 bytes", arguments: ["", String(repeating: "x", count: 256)])
    func invalidNames(_ name: String) {
        #expect(throws: CertificateError.invalidProtocol(name)) { try makeContext(protocols: [name]) }
    }

    @Test("a name of 255 bytes is offered")
    func longestName() throws {
        let name = String(repeating: "x", count: 255)
        var pair = try TLSPair(makeContext(protocols: [name]), .init(protocols: [name]))
        pair.run()
        #expect(try pair.facts.applicationProtocol == name)
    }

    @Test(
        "a list is read to its last whole name",
        arguments: [
            ([], []), ([2, 104, 50], ["h2"]), ([1, 97, 2, 98, 99], ["a", "bc"]), ([3, 104, 50], []),
            ([1, 97, 0, 1, 98], ["a"]), ([255], []),
        ] as [([UInt8], [String])])
    func lists(_ bytes: [UInt8], _ names: [String]) {
        let read = bytes.withUnsafeBufferPointer { list in
            ALPNOffer(list).names.map { String(decoding: $0, as: UTF8.self) }
        }
        #expect(read == names)
    }
}
