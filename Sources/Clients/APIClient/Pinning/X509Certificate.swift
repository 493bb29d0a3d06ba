import Foundation

/// The parts of a certificate (RFC 5280, section 4.1) that pins are about.
struct X509Certificate: Sendable {
    /// The whole certificate.
    let der: Data
    /// Its `SubjectPublicKeyInfo`: the public key and its algorithm.
    let publicKey: Data

    /// Reads a certificate. Signatures and dates are not checked: that is what the system's evaluation of trust is for.
    init(der: Data) throws(DERError) {
        var file = DERReader(ArraySlice(der))
        var certificate = DERReader(try file.read(Tag.sequence).content)
        try file.finish()
        let toBeSigned = try certificate.read(Tag.sequence)
        try certificate.read(Tag.sequence)  // signatureAlgorithm
        try certificate.read(Tag.bitString)  // signatureValue
        try certificate.finish()
        self.der = der
        publicKey = try Self.publicKey(in: toBeSigned.content)
    }

    private static func publicKey(in toBeSigned: ArraySlice<UInt8>) throws(DERError) -> Data {
        var fields = DERReader(toBeSigned)
        // Version 1 is not written.
        try fields.readIfNext(Tag.version)
        try fields.read(Tag.integer)  // serialNumber
        try fields.read(Tag.sequence)  // signature
        try fields.read(Tag.sequence)  // issuer
        try fields.read(Tag.sequence)  // validity
        try fields.read(Tag.sequence)  // subject
        let key = try fields.read(Tag.sequence)
        try fields.readIfNext(Tag.issuerUniqueID)
        try fields.readIfNext(Tag.subjectUniqueID)
        try fields.readIfNext(Tag.extensions)
        try fields.finish()
        var parts = DERReader(key.content)
        try parts.read(Tag.sequence)  // algorithm
        try parts.read(Tag.bitString)  // subjectPublicKey
        try parts.finish()
        return Data(key.bytes)
    }

    private enum Tag {
        static let integer: UInt8 = 0x02
        static let bitString: UInt8 = 0x03
        static let sequence: UInt8 = 0x30
        static let version: UInt8 = 0xA0
        static let issuerUniqueID: UInt8 = 0x81
        static let subjectUniqueID: UInt8 = 0x82
        static let extensions: UInt8 = 0xA3
    }
}
