import Testing

@testable import Sockets

@Suite("A server's address")
struct ServerAddressTests {
    @Test(
        "is read from a literal or localhost",
        arguments: [
            ("127.0.0.1", "127.0.0.1:80"), ("0.0.0.0", "0.0.0.0:80"), ("localhost", "127.0.0.1:80"),
            ("LocalHost", "127.0.0.1:80"), ("localhost.", "127.0.0.1:80"), ("::1", "[::1]:80"), ("[::1]", "[::1]:80"),
            ("::", "[::]:80"), ("0:0:0:0:0:0:0:1", "[::1]:80"), ("2001:DB8::A", "[2001:db8::a]:80"),
        ])
    func accepted(_ host: String, _ text: String) throws {
        #expect(try ServerAddress(host: host, port: 80).description == text)
    }

    @Test(
        "a client connects to the loopback of one that stands for all",
        arguments: [
            ("127.0.0.1", "127.0.0.1:80"), ("::1", "[::1]:80"), ("192.0.2.1", "192.0.2.1:80"),
            ("0.0.0.0", "127.0.0.1:80"), ("::", "[::1]:80"), ("0:0::0", "[::1]:80"),
        ])
    func destination(_ host: String, _ text: String) throws {
        #expect(try InternetAddress(host: host, port: 80).destination.description == text)
    }

    @Test(
        "is refused from anything else",
        arguments: [
            "", "example.com", "localhost.localdomain", "127.0.0.1:80", "127.1", "127.0.0.256", "127.0.0.01x", "1.2.3",
            "[127.0.0.1]", "[::1", "::1]", "::g", "fe80::1%lo", " 127.0.0.1", "127.0.0.1\0", "127.0.0.1\0.2", "*",
        ])
    func refused(_ host: String) {
        #expect(throws: SocketError.notAnAddress(host: host)) { try ServerAddress(host: host, port: 80) }
    }
}
