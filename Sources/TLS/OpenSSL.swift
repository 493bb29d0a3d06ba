import COpenSSL

/// OpenSSL as a process has it once: how it is started, and its queue of errors, which is the thread's.
enum OpenSSL {
    /// Starts OpenSSL without its exit handler, which would free its tables while an event loop's thread is still
    /// inside a call. What else of the process uses OpenSSL may have started it first; then its choice stands.
    private static let isStarted: Bool =
        OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil) == 1 && OPENSSL_init_ssl(0, nil) == 1

    /// Starts OpenSSL at the first call.
    static func start() throws(CertificateError) {
        guard isStarted else { throw .library(call: "OPENSSL_init_crypto", reason: firstError()) }
    }

    /// Empties the thread's queue; `SSL_get_error` also looks at what earlier calls left there.
    static func forgetErrors() {
        // Clearing goes through all sixteen entries of the queue, and it is nearly always empty.
        if ERR_peek_error() != 0 { ERR_clear_error() }
    }

    /// The oldest error in the thread's queue, which is the cause of those behind it, in OpenSSL's words.
    static func firstError() -> String {
        text(of: ERR_peek_error())
    }

    static func text(of code: UInt) -> String {
        guard code != 0 else { return "no reason given" }
        if let reason = ERR_reason_error_string(code) { return String(cString: reason) }
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
            guard let start = buffer.baseAddress else { return "error \(code)" }
            ERR_error_string_n(code, start, buffer.count)
            return String(cString: start)
        }
    }

    /// Checks what a call that returns 1 for success returned.
    static func check(_ result: Int32, _ call: String) throws(CertificateError) {
        guard result > 0 else { throw .library(call: call, reason: firstError()) }
    }

    /// Checks what a call that returns a pointer returned.
    static func made<Pointer>(_ result: Pointer?, _ call: String) throws(CertificateError) -> Pointer {
        guard let result else { throw .library(call: call, reason: firstError()) }
        return result
    }
}
