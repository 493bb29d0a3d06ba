extension HTTPHeaders {
    /// The type of `Content-Type` in lower case, without its parameters (RFC 9110, section 8.3.1); `nil` if there is none.
    var mediaType: String? {
        self["Content-Type"]?.prefix { $0 != ";" && $0 != " " }.lowercased()
    }
}
