/// An alert that a client sent (RFC 8446 §6, and RFC 5246 §7.2 for TLS 1.2).
package struct TLSAlert: Hashable, Sendable {
    package var code: UInt8

    /// Its name in the RFCs.
    package var name: String {
        Self.names.first { $0.code == code }?.name ?? "number \(code)"
    }

    /// Whether it means that the client rejects our certificate.
    package var isAboutCertificate: Bool {
        (41...46).contains(code) || code == 48
    }

    private static let names: [(code: UInt8, name: String)] = [
        (0, "close_notify"), (10, "unexpected_message"), (20, "bad_record_mac"), (21, "decryption_failed"),
        (22, "record_overflow"), (30, "decompression_failure"), (40, "handshake_failure"), (41, "no_certificate"),
        (42, "bad_certificate"), (43, "unsupported_certificate"), (44, "certificate_revoked"),
        (45, "certificate_expired"), (46, "certificate_unknown"), (47, "illegal_parameter"), (48, "unknown_ca"),
        (49, "access_denied"), (50, "decode_error"), (51, "decrypt_error"), (60, "export_restriction"),
        (70, "protocol_version"), (71, "insufficient_security"), (80, "internal_error"),
        (86, "inappropriate_fallback"), (90, "user_canceled"), (100, "no_renegotiation"), (109, "missing_extension"),
        (110, "unsupported_extension"), (111, "certificate_unobtainable"), (112, "unrecognized_name"),
        (113, "bad_certificate_status_response"), (115, "unknown_psk_identity"), (116, "certificate_required"),
        (120, "no_application_protocol"),
    ]
}
