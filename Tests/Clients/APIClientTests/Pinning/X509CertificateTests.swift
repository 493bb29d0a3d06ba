import Foundation
import Testing

@testable import APIClient

/// A made certificate whose fields a change replaces, and the error that it is refused with; `nil` for none.
private struct FieldVector: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let error: DERError?
    let change: @Sendable (inout MadeCertificate) -> Void

    init(_ name: String, _ error: DERError?, _ change: @escaping @Sendable (inout MadeCertificate) -> Void) {
        testDescription = name
        self.error = error
        self.change = change
    }
}

/// A certificate of empty fields: nothing but structure.
private struct MadeCertificate {
    var publicKey: [[UInt8]] = [[0x30, 0], [0x03, 2, 0, 9]]
    var fields: [[UInt8]] = [[0x02, 1, 1], [0x30, 0], [0x30, 0], [0x30, 0], [0x30, 0]]
    var version: [UInt8] = [0xA0, 3, 2, 1, 2]
    var optional: [[UInt8]] = [[0xA3, 0]]
    var parts: [[UInt8]] = [[0x30, 0], [0x03, 1, 0]]
    var rest: [UInt8] = []

    var key: [UInt8] { element(publicKey) }

    var der: Data {
        Data(element([element([version] + fields + [key] + optional)] + parts) + rest)
    }

    private func element(_ content: [[UInt8]]) -> [UInt8] {
        let bytes = content.flatMap { $0 }
        return [0x30, UInt8(bytes.count)] + bytes
    }
}

struct X509CertificateTests {
    @Test("the public key of a certificate is the one that openssl reads", arguments: TestCertificate.all)
    func publicKey(_ vector: TestCertificate) throws {
        try #require(!vector.publicKey.isEmpty)
        let certificate = try X509Certificate(der: vector.der)
        #expect(certificate.publicKey == vector.publicKey)
        #expect(certificate.der == vector.der)
        #expect(try CertificatePin.publicKey(ofCertificate: vector.der) == .publicKey(vector.publicKey))
        let slice = (Data([0x30, 0]) + vector.der + Data([0])).dropFirst(2).dropLast()
        #expect(try X509Certificate(der: slice).publicKey == vector.publicKey)
    }

    @Test("each truncated certificate is refused, and one with a byte too many", arguments: TestCertificate.all)
    func truncation(_ vector: TestCertificate) {
        for count in vector.der.indices {
            #expect(throws: DERError.truncated) { try X509Certificate(der: vector.der.prefix(count)) }
        }
        #expect(throws: DERError.trailingBytes) { try X509Certificate(der: vector.der + [0]) }
    }

    @Test("a changed byte leads to an error or to a key within the certificate", arguments: TestCertificate.all)
    func changedBytes(_ vector: TestCertificate) {
        for index in vector.der.indices {
            for byte in [0, 0x7F, 0x80, 0x81, 0x84, 0xFF, vector.der[index] &+ 1, vector.der[index] &- 1] as [UInt8] {
                var der = vector.der
                der[index] = byte
                guard let certificate = try? X509Certificate(der: der) else { continue }
                #expect(der.range(of: certificate.publicKey) != nil, "byte \(index) is \(byte)")
            }
        }
    }

    private static let fields =
        [
            FieldVector("as it should be", nil) { _ in },
            FieldVector("version 1", nil) {
                $0.version = []; $0.optional = []
            },
            FieldVector("unique identifiers", nil) { $0.optional = [[0x81, 1, 0], [0x82, 1, 0], [0xA3, 0]] },
            FieldVector("the issuer's identifier", nil) { $0.optional = [[0x81, 1, 0]] },
            FieldVector("the subject's identifier", nil) { $0.optional = [[0x82, 1, 0]] },
            FieldVector("identifiers in the wrong order", .trailingBytes) {
                $0.optional = [[0x82, 1, 0], [0x81, 1, 0]]
            },
            FieldVector("an unknown field", .trailingBytes) { $0.optional = [[0xA4, 0]] },
            FieldVector("bytes after the extensions", .trailingBytes) { $0.optional += [[0x30, 0]] },
            FieldVector("extensions that are too long", .truncated) { $0.optional = [[0xA3, 1]] },
            FieldVector("an issuer's identifier that is too long", .truncated) { $0.optional = [[0x81, 2, 0]] },
            FieldVector("a version that is too long", .truncated) { $0.version = [0xA0, 60] },
            FieldVector("two versions", .unexpectedTag(0xA0)) { $0.version += $0.version },
            FieldVector("a key without an algorithm", .unexpectedTag(3)) { $0.publicKey = [[0x03, 0]] },
            FieldVector("a key without bits", .truncated) { $0.publicKey = [[0x30, 0]] },
            FieldVector("a key of other bytes", .unexpectedTag(4)) { $0.publicKey[1][0] = 0x04 },
            FieldVector("a key with a third part", .trailingBytes) { $0.publicKey += [[0x05, 0]] },
            FieldVector("bits that are longer than the key", .truncated) { $0.publicKey[1][1] = 3 },
            FieldVector("no algorithm of the signature", .unexpectedTag(3)) { $0.parts = [[0x03, 1, 0]] },
            FieldVector("no signature", .truncated) { $0.parts = [[0x30, 0]] },
            FieldVector("a signature of other bytes", .unexpectedTag(4)) { $0.parts[1][0] = 0x04 },
            FieldVector("a fourth part", .trailingBytes) { $0.parts += [[0x30, 0]] },
            FieldVector("a fifth part behind", .trailingBytes) { $0.rest = [0x30, 0] },
        ]
        + (0..<5).flatMap { index -> [FieldVector] in
            [
                FieldVector("field \(index) with another tag", .unexpectedTag(0x0C)) { $0.fields[index][0] = 0x0C },
                FieldVector("field \(index) with a length of 100", .truncated) { $0.fields[index][1] = 100 },
                FieldVector("field \(index) with an indefinite length", .invalidLength) {
                    $0.fields[index][1] = 0x80
                },
            ]
        }

    @Test("a certificate has each field at its place, and no others", arguments: fields)
    private func field(_ vector: FieldVector) {
        var made = MadeCertificate()
        vector.change(&made)
        do throws(DERError) {
            let certificate = try X509Certificate(der: made.der)
            #expect(vector.error == nil)
            #expect(certificate.publicKey == Data(made.key))
        } catch {
            #expect(error == vector.error)
        }
    }

    @Test("what is no certificate is no pin")
    func notACertificate() {
        #expect(throws: DERError.unexpectedTag(0x2D)) {
            try CertificatePin.publicKey(ofCertificate: Data("-----BEGIN CERTIFICATE-----".utf8))
        }
    }
}
