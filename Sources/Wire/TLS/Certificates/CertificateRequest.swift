import COpenSSL

/// The contents of a certificate before it is signed.
struct CertificateRequest {
    enum Purpose {
        /// Signs servers' and clients' certificates, but no other authorities.
        case authority
        case server
        case client
    }

    var purpose: Purpose
    var commonName: String
    var names: [CertificateName] = []
    /// The validity in seconds since 1970, both included.
    var validity: ClosedRange<Int64>

    /// The signer of a certificate.
    struct Issuer {
        var certificate: Certificate
        var key: PrivateKey
    }

    /// The certificate for `key`, signed by `issuer`; self-signed if there is no issuer.
    func signed(for key: PrivateKey, by issuer: Issuer?) throws(CertificateError) -> Certificate {
        OpenSSL.forgetErrors()
        let certificate = Certificate(owning: try OpenSSL.made(X509_new(), "X509_new"))
        let x509 = certificate.x509
        // Version 3 is written as 2 (RFC 5280 §4.1.2.1).
        try OpenSSL.check(X509_set_version(x509, 2), "X509_set_version")
        try setSerialNumber(x509)
        try OpenSSL.check(X509_set_pubkey(x509, key.key), "X509_set_pubkey")
        let start = ASN1_TIME_set(X509_getm_notBefore(x509), Int(validity.lowerBound))
        _ = try OpenSSL.made(start, "ASN1_TIME_set")
        let end = ASN1_TIME_set(X509_getm_notAfter(x509), Int(validity.upperBound))
        _ = try OpenSSL.made(end, "ASN1_TIME_set")
        try setSubject(x509)
        let issuerX509 = issuer?.certificate.x509 ?? x509
        try OpenSSL.check(X509_set_issuer_name(x509, X509_get_subject_name(issuerX509)), "X509_set_issuer_name")
        for (field, value) in extensions {
            try add(field, value, to: x509, issuer: issuerX509)
        }
        try addNames(to: x509)
        try OpenSSL.check(X509_sign(x509, (issuer?.key ?? key).key, EVP_sha256()), "X509_sign")
        return certificate
    }

    private var extensions: [(field: Int32, value: String)] {
        // The authority's key identifier copies the subject's, which a self-signed certificate must have first.
        let identifiers = [(NID_subject_key_identifier, "hash"), (NID_authority_key_identifier, "keyid:always")]
        switch purpose {
        case .authority:
            return [
                (NID_basic_constraints, "critical,CA:TRUE,pathlen:0"), (NID_key_usage, "critical,keyCertSign,cRLSign"),
            ] + identifiers
        case .server, .client:
            return [
                (NID_basic_constraints, "critical,CA:FALSE"), (NID_key_usage, "critical,digitalSignature"),
                (NID_ext_key_usage, purpose == .server ? "serverAuth" : "clientAuth"),
            ] + identifiers
        }
    }

    private func add(
        _ field: Int32, _ value: String, to x509: OpaquePointer, issuer: OpaquePointer
    ) throws(CertificateError) {
        var context = X509V3_CTX()
        X509V3_set_ctx(&context, issuer, x509, nil, nil, 0)
        let made = try OpenSSL.made(X509V3_EXT_nconf_nid(nil, &context, field, value), "X509V3_EXT_nconf_nid")
        defer { X509_EXTENSION_free(made) }
        try OpenSSL.check(X509_add_ext(x509, made, -1), "X509_add_ext")
    }

    /// 127 random bits: clients refuse two certificates with the same issuer and serial number.
    private func setSerialNumber(_ x509: OpaquePointer) throws(CertificateError) {
        var bytes = [UInt8](repeating: 0, count: 16)
        try OpenSSL.check(RAND_bytes(&bytes, Int32(bytes.count)), "RAND_bytes")
        // Positive and not zero (RFC 5280 §4.1.2.2).
        bytes[0] = bytes[0] & 0x7F | 0x40
        let number = try OpenSSL.made(BN_bin2bn(bytes, Int32(bytes.count), nil), "BN_bin2bn")
        defer { BN_free(number) }
        _ = try OpenSSL.made(BN_to_ASN1_INTEGER(number, X509_get_serialNumber(x509)), "BN_to_ASN1_INTEGER")
    }

    private func setSubject(_ x509: OpaquePointer) throws(CertificateError) {
        let subject = X509_get_subject_name(x509)
        var entries = [("O", "mockserver")]
        // A common name has at most 64 letters (RFC 5280 appendix A.1); the alternative names hold longer ones.
        if (1...64).contains(commonName.unicodeScalars.count) { entries.append(("CN", commonName)) }
        for (field, value) in entries {
            let bytes = Array(value.utf8)
            try OpenSSL.check(
                X509_NAME_add_entry_by_txt(subject, field, MBSTRING_UTF8, bytes, Int32(clamping: bytes.count), -1, 0),
                "X509_NAME_add_entry_by_txt")
        }
    }

    private func addNames(to x509: OpaquePointer) throws(CertificateError) {
        guard !names.isEmpty else { return }
        let list = try OpenSSL.made(copenssl_sk_GENERAL_NAME_new_null(), "sk_GENERAL_NAME_new_null")
        defer { copenssl_sk_GENERAL_NAME_pop_free(list) }
        for name in names {
            let (kind, type, bytes) =
                switch name {
                case .host(let host): (GEN_DNS, V_ASN1_IA5STRING, Array(host.utf8))
                case .address(let address, _): (GEN_IPADD, V_ASN1_OCTET_STRING, address)
                }
            let value = try OpenSSL.made(ASN1_STRING_type_new(type), "ASN1_STRING_type_new")
            guard ASN1_STRING_set(value, bytes, Int32(clamping: bytes.count)) == 1, let entry = GENERAL_NAME_new()
            else {
                ASN1_STRING_free(value)
                throw .library(call: "ASN1_STRING_set", reason: OpenSSL.firstError())
            }
            GENERAL_NAME_set0_value(entry, kind, value)
            guard copenssl_sk_GENERAL_NAME_push(list, entry) > 0 else {
                GENERAL_NAME_free(entry)
                throw .library(call: "sk_GENERAL_NAME_push", reason: OpenSSL.firstError())
            }
        }
        try OpenSSL.check(
            X509_add1_ext_i2d(x509, NID_subject_alt_name, UnsafeMutableRawPointer(list), 0, 0), "X509_add1_ext_i2d")
    }
}
