/// The pages that may read the run's responses in a browser, and the requests that they may send: `cors`.
package struct CrossOriginPolicy: Hashable, Sendable {
    /// The allowed origins as browsers send them; nil for any.
    package let origins: [String]?
    /// The request header fields, in lower case, that a preflight allows; nil for all that it asks for.
    package let headers: [String]?
    /// For how many seconds a browser may remember the response to a preflight; nil for its default.
    package let maxAge: Int?
    /// The positions of `origins` and of `headers`; nil where the scenario does not have the key.
    package let originsPosition: Position?
    package let headersPosition: Position?

    package init(
        origins: [String]? = nil, headers: [String]? = nil, maxAge: Int? = nil, originsPosition: Position? = nil,
        headersPosition: Position? = nil
    ) {
        self.origins = origins
        self.headers = headers
        self.maxAge = maxAge
        self.originsPosition = originsPosition
        self.headersPosition = headersPosition
    }

    /// Whether pages of this origin may read responses. Browsers compare origins byte for byte (Fetch standard, section
    /// "CORS check").
    package func allows(origin: String) -> Bool { origins?.contains(origin) ?? true }

    /// Whether those pages may send a header field of this name.
    package func allows(header: String) -> Bool { headers?.contains(header.lowercased()) ?? true }
}
