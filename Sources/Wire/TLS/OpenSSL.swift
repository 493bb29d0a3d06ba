import COpenSSL

/// The process-wide state of OpenSSL, and its error queue for each thread.
enum OpenSSL {
    /// Starts OpenSSL without its exit handler, which would free its tables while an event loop's thread is still
    /// inside a call. If other code of the process started it first, that code's choice stays.
    private static let isStarted: Bool =
        OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil) == 1 && OPENSSL_init_ssl(0, nil) == 1

    /// Starts OpenSSL at the first call.
    static func start() throws(CertificateError) {
        guard isStarted else { throw .library(call: "OPENSSL_init_crypto", reason: firstError()) }
    }

    /// Empties the thread's error queue; `SSL_get_error` would also see errors of earlier calls.
    static func forgetErrors() {
        // Clearing visits all sixteen entries of the queue, which is nearly always empty.
        if ERR_peek_error() != 0 { ERR_clear_error() }
    }

    /// OpenSSL's text for the oldest error in the thread's queue, which is the cause of the later ones.
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

    /// Checks the result of a call that returns 1 for success.
    static func check(_ result: Int32, _ call: String) throws(CertificateError) {
        guard result > 0 else { throw .library(call: call, reason: firstError()) }
    }

    /// Checks the result of a call that returns a pointer.
    static func made<Pointer>(_ result: Pointer?, _ call: String) throws(CertificateError) -> Pointer {
        guard let result else { throw .library(call: call, reason: firstError()) }
        return result
    }
}
