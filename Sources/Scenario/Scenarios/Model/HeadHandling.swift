/// Whether stubs for GET take HEAD as well.
package enum HeadHandling: String, Hashable, Sendable, CaseIterable {
    /// A stub for GET takes HEAD, and its response is sent without its body (RFC 9110, section 9.3.2).
    case fromGet = "from_get"
}
