import COpenSSL

/// A text with certificates or a key, and its name for errors.
package struct PEMFile: Hashable, Sendable {
    /// The name that the user knows, such as the path.
    package var name: String
    package var bytes: [UInt8]

    /// The largest file, in bytes.
    static let limit = 1 << 20

    package init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }

    package init(name: String, text: String) {
        self.init(name: name, bytes: Array(text.utf8))
    }
}

extension PEMFile {
    /// All certificates of the file, in order; other blocks are skipped.
    ///
    /// - Throws: if there is no certificate, or one can't be read.
    func certificates() throws(CertificateError) -> [Certificate] {
        let source = try openBIO()
        var found: [Certificate] = []
        while true {
            OpenSSL.forgetErrors()
            if let x509 = PEM_read_bio_X509(source.bio, nil, nil, nil) {
                found.append(Certificate(owning: x509))
                continue
            }
            let code = ERR_peek_last_error()
            let isEnd =
                copenssl_ERR_GET_LIB(code) == ERR_LIB_PEM && copenssl_ERR_GET_REASON(code) == PEM_R_NO_START_LINE
            let reason = OpenSSL.firstError()
            OpenSSL.forgetErrors()
            guard isEnd else { throw .unreadable(file: name, what: "certificate", reason: reason) }
            break
        }
        guard !found.isEmpty else { throw .noCertificate(file: name) }
        return found
    }

    /// The first private key of the file.
    func privateKey() throws(CertificateError) -> PrivateKey {
        let source = try openBIO()
        OpenSSL.forgetErrors()
        defer { OpenSSL.forgetErrors() }
        // Without this callback, OpenSSL would ask for the password on the terminal.
        var isEncrypted = false
        let key = withUnsafeMutablePointer(to: &isEncrypted) { flag in
            PEM_read_bio_PrivateKey(source.bio, nil, noPassword, flag)
        }
        if let key { return PrivateKey(owning: key) }
        if isEncrypted { throw .keyEncrypted(file: name) }
        guard contains("PRIVATE KEY-----") else { throw .noKey(file: name) }
        throw .unreadable(file: name, what: "private key", reason: OpenSSL.firstError())
    }

    private func openBIO() throws(CertificateError) -> MemoryBIO {
        try OpenSSL.start()
        guard bytes.count <= Self.limit else { throw .tooLarge(file: name, limit: Self.limit) }
        return try MemoryBIO(bytes)
    }

    private func contains(_ text: String) -> Bool {
        let wanted = Array(text.utf8)
        return bytes.indices.contains { bytes[$0...].starts(with: wanted) }
    }
}

/// Refuses to give a password, and records that one was needed.
private func noPassword(
    _: UnsafeMutablePointer<CChar>?, _: Int32, _: Int32, flag: UnsafeMutableRawPointer?
) -> Int32 {
    flag?.assumingMemoryBound(to: Bool.self).pointee = true
    return -1
}
