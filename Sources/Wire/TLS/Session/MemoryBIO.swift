import COpenSSL

/// Bytes in memory that OpenSSL reads or writes.
final class MemoryBIO {
    let bio: OpaquePointer

    init() throws(CertificateError) {
        bio = try OpenSSL.made(BIO_new(BIO_s_mem()), "BIO_new")
    }

    convenience init(_ bytes: [UInt8]) throws(CertificateError) {
        try self.init()
        var written = 0
        let whole = bytes.withUnsafeBytes { BIO_write_ex(bio, $0.baseAddress, $0.count, &written) }
        guard bytes.isEmpty || whole == 1 else { throw .library(call: "BIO_write_ex", reason: OpenSSL.firstError()) }
    }

    deinit {
        BIO_free(bio)
    }

    /// All bytes that were written but not read.
    var text: String {
        String(decoding: BIOBytes.unread(bio), as: UTF8.self)
    }
}

/// The contents of a memory BIO, without a copy.
enum BIOBytes {
    /// The bytes not read yet; valid until the BIO is used again.
    static func unread(_ bio: OpaquePointer) -> UnsafeRawBufferPointer {
        var start: UnsafeMutablePointer<CChar>?
        let count = copenssl_BIO_get_mem_data(bio, &start)
        guard let start, count > 0 else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        return UnsafeRawBufferPointer(start: start, count: count)
    }
}
