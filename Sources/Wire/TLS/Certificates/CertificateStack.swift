import COpenSSL

/// A list of certificates in OpenSSL's form. It must not outlive the call it is for, nor the certificates.
final class CertificateStack {
    let stack: OpaquePointer

    init?(_ certificates: [Certificate]) {
        guard let stack = copenssl_sk_X509_new_null() else { return nil }
        self.stack = stack
        for certificate in certificates {
            guard copenssl_sk_X509_push(stack, certificate.x509) > 0 else { return nil }
        }
    }

    deinit {
        copenssl_sk_X509_free(stack)
    }
}
